import ExperimentSupport
import Foundation
import Networks
import Pictures
import RunStore
import Tensors
import Testing
import Training

@testable import Experiments

/// A network as the state folder holds it: the keys are those of every earlier version, whatever parts write them.
struct KeptNetworkTests {
  /// The keys of a network of which everything is known, as the first version that kept all of them wrote them.
  private static let keys: Set<String> = [
    "best", "basis", "classes", "definition", "differences", "fileDefaults", "hasFileSeed", "history", "initialization",
    "isLoaded", "isRegressor", "isStopped", "lastTraining", "learnt", "limits", "limitsSource", "moments", "notes",
    "origin", "outputs", "scaling", "seed", "source", "starter", "starterClassCount", "starterFit", "state", "update",
  ]

  /// A network that was stopped in its second epoch.
  private static var stopped: NetworkModel {
    let settings = TrainingSettings(epochs: 2, miniBatchSize: 2, optimizer: .adam(learningRate: 0.1), seed: 1)
    var model = NetworkModel(
      name: "hand", initial: InitialWeights(TinyNetwork(outputs: 3).definition, seed: 7, initialization: .xavier),
      outputs: NetworkOutputs(3, classes: ["cat"]), source: NetworkSource("tiny"), scaling: .centerCrop)
    model.outputs.classes.append("dog")
    model.training.last = NetworkModel.LastTraining(
      settings: settings, on: "pets.train", validate: ["pets.test"], augmentation: [], options: LoopOptions())
    model.training.position = .stopped(TrainingState(settings, sampleCount: 6), best: nil)
    model.training.differences = 2
    model.update.limitsSource = "update"
    model.update.defaults = settings
    model.update.hasSeed = true
    return model
  }

  /// The description of a network with its numbers' content.
  private static func kept(_ model: NetworkModel) throws -> (json: [String: Any], numbers: Data) {
    var packer = NumberPacker { _ in nil }
    let data = KeptModel(.network(model), &packer).data
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return (json, packer.data)
  }

  /// The network that a description and its numbers stand for.
  private static func network(_ json: [String: Any], _ numbers: Data) throws -> NetworkModel {
    let scratch = try ScratchFolder()
    let contents = ContentStore(stateFolder: scratch.folder)
    let pack = try contents.put(numbers, isDurable: false)
    let kept = try KeptModel(data: JSONSerialization.data(withJSONObject: json))
    var reader = NumberReader(contents: contents, pack: pack)
    guard case .network(let model) = try kept.model(named: "hand", file: nil, &reader) else {
      throw KeepingError.damaged
    }
    return model
  }

  @Test func `a network's parts write the keys of before, side by side`() throws {
    let json = try #require(try Self.kept(Self.stopped).json["network"] as? [String: Any])
    #expect(Set(json.keys).isSubset(of: Self.keys))
    let absent: Set<String> = ["basis", "best", "learnt", "notes", "starterFit", "update"]
    #expect(Set(json.keys) == Self.keys.subtracting(absent))
  }

  @Test func `what was kept comes back`() throws {
    let model = Self.stopped
    let (json, numbers) = try Self.kept(model)
    let back = try Self.network(json, numbers)
    #expect(back.definition == model.definition && back.initial.definition == model.initial.definition)
    #expect(back.initial.seed == 7 && back.initial.initialization == .xavier && back.initial.origin == .drawn)
    #expect(back.outputs.classes == ["cat", "dog"] && back.outputs.initialClasses == 1 && back.outputs.count == 3)
    #expect(back.training.paused?.training.on == "pets.train" && back.training.state == model.training.state)
    #expect(back.training.differences == 2 && back.scaling == .centerCrop && back.source.name == "tiny")
    #expect(back.update.limitsSource == "update" && back.update.hasSeed && back.update.defaults?.epochs == 2)
  }

  @Test func `keys that came later may be missing`() throws {
    var (json, numbers) = try Self.kept(Self.stopped)
    var network = try #require(json["network"] as? [String: Any])
    for key in ["origin", "differences", "scaling", "notes", "basis"] { network[key] = nil }
    network["isLoaded"] = true
    json["network"] = network
    let back = try Self.network(json, numbers)
    #expect(back.initial.origin == .file && back.source.isLoaded && back.source.file == nil)
    #expect(back.training.differences == 0 && back.scaling == nil && back.source.basis == nil)
  }

  @Test func `a network without one of the first keys is damaged`() throws {
    let (json, numbers) = try Self.kept(Self.stopped)
    for key in ["classes", "source", "history", "limits", "starter", "isStopped"] {
      var json = json
      var network = try #require(json["network"] as? [String: Any])
      network[key] = nil
      json["network"] = network
      #expect(throws: KeepingError.self, "\(key)") { try Self.network(json, numbers) }
    }
  }
}
