import ExperimentSupport
import Foundation
import Networks
import Tensors
import Testing
import Training

@testable import Experiments

/// A training of a model: what an observer is shown, in which order, and what is handed on.
struct ModelTrainingTests {
  /// An observer that stops after so many looks, and writes down what it is shown.
  private final class Onlooker: TrainingObserver, StopSignal {
    var shown: [String] = []
    var looksLeft: Int?
    var signal: any StopSignal { self }
    var goesOn: @Sendable () -> Bool { { true } }
    var goesOnWithinStep: @Sendable () -> Bool { { true } }

    init(looks: Int? = nil) { looksLeft = looks }

    var isInterrupted: Bool {
      looksLeft = looksLeft.map { $0 - 1 }
      return looksLeft.map { $0 < 0 } ?? false
    }

    func note(_ event: TrainingEvent) {}
    func show(_ progress: TrainingProgress) { shown.append("\(progress.epochsDone).\(progress.batch)") }
    func tell(_ error: any Error) -> String? { "told" }

    func showEnd(_ ending: TrainingEnding, _ progress: TrainingProgress) -> (() -> Void)? {
      { [self] in shown.append("\(ending)") }
    }
  }

  private let scratch: ScratchFolder
  private let workspace: Workspace

  init() throws {
    scratch = try ScratchFolder()
    workspace = try Workspace(petsIn: scratch)
    var definition = TinyNetwork(outputs: 2).definition
    for index in definition.layers.indices {
      definition.layers[index].isUpdatable = definition.layers[index].name == "fc1"
    }
    try workspace.catalogue.put(
      .network(
        NetworkModel(
          name: "hand", initial: InitialWeights(definition), outputs: NetworkOutputs(2), source: NetworkSource("tiny"))
      ))
  }

  private var hand: NetworkModel {
    get throws {
      guard case .network(let model)? = workspace.models["hand"] else { throw CatalogueError.unknownName("hand") }
      return model
    }
  }

  private func training(epochs: Int = 2, hasSense: Bool = true) throws -> ModelTraining {
    let (model, on) = (try hand, try workspace.selection(named: "pets.train"))
    var settings = TrainingSettings(epochs: epochs, miniBatchSize: 2, optimizer: .sgd(learningRate: 0.1), seed: 1)
    if !hasSense { (settings.optimizer.learningRate, settings.optimizer.weightDecay) = (1000, 1000) }
    let plan = TrainingPlan(
      model,
      NetworkModel.LastTraining(
        settings: settings, on: on.text, validate: [], augmentation: [], options: LoopOptions()),
      on: on, validate: [], assigned: try model.assigning(on), learnt: nil, isResuming: model.training.isStopped,
      variation: "as typed",
      statement: "train hand")
    return try ModelTraining(plan, in: workspace, signal: NeverStops())
  }

  @Test func `a training to its end is shown batch by batch, and the catalogue has the model`() throws {
    let onlooker = Onlooker()
    let training = try training()
    try workspace.train(training) { _ in onlooker }
    #expect(
      onlooker.shown == [
        "0.0", "0.1", "0.2", "0.3", "1.0", "1.1", "1.2", "1.3", "2.0", "2.0",
        "finished(isEarly: false, keptEpoch: nil)",
      ])
    #expect(try hand.training.records.map(\.epoch) == [1, 2])
    #expect(try hand.training.records.allSatisfy { $0.variation == "as typed" })
    #expect(try hand.outputs.classes == ["cat", "dog"] && !hand.training.isStopped)
    #expect(workspace.samplesLearnt == 12 && training.postponed.isEmpty)
  }

  @Test func `stopped it says where, what it learnt is there, and what can wait waits`() throws {
    let onlooker = Onlooker(looks: 2)
    let place = TrainingPlace(epochs: 0, batch: 2, batchesPerEpoch: 3)
    #expect(throws: Interruption.training(model: "hand", place)) {
      try workspace.train(try training()) { _ in onlooker }
    }
    #expect(onlooker.shown == ["0.0", "0.1"])
    workspace.agenda.settle()
    #expect(onlooker.shown.last == "stopped")
    #expect(try hand.training.isStopped && hand.training.state?.batch == 2)
    try workspace.train(try training()) { _ in Onlooker() }
    let pieces = try hand
    try workspace.catalogue.put(.network(Self.fresh(pieces)))
    try workspace.train(try training()) { _ in Onlooker() }
    #expect(try hand.definition == pieces.definition && hand.training.records.count == 2)
  }

  /// The model as it was before any training.
  private static func fresh(_ model: NetworkModel) -> NetworkModel {
    var model = model
    model.returnToStart()
    return model
  }

  @Test func `a job's model comes from its thread, and its end is told`() throws {
    let job = try workspace.begin(try training()) { _ in Onlooker() }
    #expect(job.wait(seconds: 60) && job.status == .completed)
    workspace.collectFromTrainings()
    #expect(try hand.training.records.count == 2)
    let stopped = try workspace.begin(try training()) { _ in Onlooker(looks: 0) }
    #expect(stopped.wait(seconds: 60) && stopped.status == .suspended && stopped.view.remark == "told")
  }

  @Test func `a loss beyond numbers is told, and leaves weights that are numbers`() throws {
    let before = try hand.definition
    #expect {
      try workspace.train(try training(epochs: 500, hasSense: false)) { _ in Onlooker() }
    } throws: { error in
      if case ExperimentError.model(.diverged(model: "hand", _, isUnchanged: _, hasUnevenColumns: false)) = error {
        true
      } else {
        false
      }
    }
    #expect(try hand.definition.layers.allSatisfy { $0.weights?.values.allSatisfy(\.isFinite) ?? true })
    #expect(try hand.training.records.isEmpty == (hand.definition == before))
  }
}
