import Networks
import Tensors
import Training

@testable public import ModelFile

/// A sound model in which one thing is broken: where the shared folder is not there, these are checked. Their names are those
/// of the shared ones, and so is what is found in them.
public struct BrokenModel: Sendable {
  /// What is broken, in few words.
  public let name: String
  /// Makes the file.
  public let make: @Sendable () throws -> ModelFile

  private init(_ name: String, _ make: @escaping @Sendable () throws -> ModelFile) {
    (self.name, self.make) = (name, make)
  }

  /// Each of them.
  public static let all = updates + wholes + layers + neighbors + pipelines

  // MARK: update parameters

  private static let updates: [BrokenModel] = [
    update("adam_no_beta1") { $0.optimizer = adam(beta1: nil) },
    update("adam_no_beta2") { $0.optimizer = adam(beta2: nil) },
    update("adam_no_eps") { $0.optimizer = adam(eps: nil) },
    update("adam_no_learningRate") { $0.optimizer = adam(rate: nil) },
    update("adam_no_miniBatchSize") { $0.optimizer = adam(batch: nil) },
    update("batch_not_in_set") { $0.optimizer = sgd(batch: IntegerParameter(5, allowed: .set([1, 4, 8]))) },
    update("batch_set_negative") { $0.optimizer = sgd(batch: IntegerParameter(4, allowed: .set([-2, 4]))) },
    update("batch_zero") { $0.optimizer = sgd(batch: IntegerParameter(0, allowed: .set([0]))) },
    update("sgd_no_batch") { $0.optimizer = sgd(batch: nil) },
    update("sgd_no_rate") { $0.optimizer = sgd(rate: nil) },
    update("rate_outside_range") {
      $0.optimizer = sgd(rate: DoubleParameter(2, allowed: .range(minimum: 0, maximum: 1)))
    },
    update("no_optimizer") { $0.optimizer = nil },
    update("no_epochs") { $0.epochs = nil },
    update("epochs_zero") { $0.epochs = IntegerParameter(0, allowed: .set([0])) },
    update("epochs_range_low") { $0.epochs = IntegerParameter(2, allowed: .range(minimum: 0, maximum: 9)) },
    update("epochs_range_missed") { $0.epochs = IntegerParameter(2, allowed: .range(minimum: 4, maximum: 9)) },
    update("epochs_range_reversed") { $0.epochs = IntegerParameter(2, allowed: .range(minimum: 9, maximum: 1)) },
    update("no_loss") { $0.losses = [] },
    update("two_losses") {
      $0.losses.append(LossLayer(name: "second", kind: .categoricalCrossEntropy, input: "p", target: "q"))
    },
    update("loss_untyped") { $0.losses[0].kind = .unspecified },
    update("loss_not_on_softmax") { $0.losses[0].input = "z" },
    update("loss_input_unknown") { $0.losses[0].input = "nowhere" },
    update("loss_name_taken") { $0.losses[0].name = "h2" },
    update("loss_target_inside") { $0.losses[0].target = "h" },
  ]

  private static func update(
    _ name: String, _ edit: @escaping @Sendable (inout UpdateParameters) -> Void
  ) -> BrokenModel {
    BrokenModel(name) {
      var file = try sound()
      if var parameters = file.updateParameters {
        edit(&parameters)
        file.updateParameters = parameters
      }
      return file
    }
  }

  private static let rate = DoubleParameter(0.01, allowed: .range(minimum: 0, maximum: 1))
  private static let batch = IntegerParameter(4, allowed: .set([1, 4, 8]))

  private static func sgd(rate: DoubleParameter? = rate, batch: IntegerParameter? = batch) -> UpdateOptimizer {
    .sgd(
      learningRate: rate, miniBatchSize: batch, momentum: DoubleParameter(0, allowed: .range(minimum: 0, maximum: 1)))
  }

  private static func adam(
    rate: DoubleParameter? = rate, batch: IntegerParameter? = batch, beta1: DoubleParameter? = DoubleParameter(0.9),
    beta2: DoubleParameter? = DoubleParameter(0.999), eps: DoubleParameter? = DoubleParameter(1e-8)
  ) -> UpdateOptimizer {
    .adam(learningRate: rate, miniBatchSize: batch, beta1: beta1, beta2: beta2, eps: eps)
  }

  // MARK: version and description

  private static let wholes: [BrokenModel] = [
    whole("spec_version_0") { $0.specificationVersion = 0 },
    whole("spec_version_3") { $0.specificationVersion = 3 },
    whole("spec_version_99") { $0.specificationVersion = 99 },
    described("no_training_inputs") { $0.trainingInputs = [] },
    described("training_input_only_data") { $0.trainingInputs = [$0.trainingInputs[0]] },
    described("training_input_only_label") { $0.trainingInputs = [$0.trainingInputs[1]] },
    described("training_label_wrong_name") { $0.trainingInputs[1].name = "other" },
    described("training_label_wrong_type") { $0.trainingInputs[1].type = .int64 },
  ]

  private static func whole(_ name: String, _ edit: @escaping @Sendable (inout ModelFile) -> Void) -> BrokenModel {
    BrokenModel(name) {
      var file = try sound()
      edit(&file)
      return file
    }
  }

  private static func described(
    _ name: String, _ edit: @escaping @Sendable (inout ModelDescription) -> Void
  ) -> BrokenModel {
    whole(name) {
      var description = $0.description
      edit(&description)
      $0.description = description
    }
  }

  // MARK: layers

  private static let layers: [BrokenModel] = [
    layer("no_updatable_layer", "h2") { $0.remove(10) },
    layer("softmax_updatable", "sm") { $0.set(10, true) },
    layer("layer_input_unknown", "h2") { $0[repeated: 2].texts = ["ghost"] },
    weights("weights_flag_missing", 20) { $0.remove(50) },
    weights("bias_flag_missing", 21) { $0.remove(50) },
    weights("weights_wrong_size", 20) { $0[repeated: 1].floats = $0[repeated: 1].floats.dropLast() },
    weights("bias_wrong_size", 21) { $0[repeated: 1].floats = $0[repeated: 1].floats + [0] },
    BrokenModel("concat_in_path") {
      var layers = chain.layers
      layers[0].isUpdatable = true
      layers[1] = LayerDefinition(name: "r2", inputs: ["h", "h"], outputs: ["hr"], kind: .concat)
      layers[2].kind = .innerProduct(product(from: 8, to: 3))
      return try file(of: NetworkDefinition(inputs: chain.inputs, layers: layers, outputs: ["p"]))
    },
    BrokenModel("half_updatable") {
      // A file made by this program never learns in half precision: its numbers are put into one that does.
      let half = try ModelFile(classifier: frozen, labels: labels, precision: .float16)
      var file = try sound()
      try edit("h2", of: &file) { layer in
        for field in [20, 21] {
          guard
            let numbers = half.content[repeated: 1].messages.first(where: { $0.text(1) == "h2" })?.message(140)?
              .message(field)
          else { continue }
          layer.edit(140) {
            $0.edit(field) {
              $0.remove(1); $0.set(2, data: numbers.data(2))
            }
          }
        }
      }
      return file
    },
  ]

  private static func layer(
    _ name: String, _ layer: String, _ change: @escaping @Sendable (inout WireMessage) -> Void
  ) -> BrokenModel {
    BrokenModel(name) {
      var file = try sound()
      try edit(layer, of: &file, change)
      return file
    }
  }

  private static func weights(
    _ name: String, _ field: Int, _ change: @escaping @Sendable (inout WireMessage) -> Void
  ) -> BrokenModel {
    layer(name, "h2") { $0.edit(140) { $0.edit(field, change) } }
  }

  private static func edit(_ layer: String, of file: inout ModelFile, _ change: (inout WireMessage) -> Void) throws {
    var content = file.content
    content[repeated: 1].messages = content[repeated: 1].messages.map { message in
      var message = message
      if message.text(1) == layer { change(&message) }
      return message
    }
    file.content = content
  }

  // MARK: neighbours

  private static let neighbors: [BrokenModel] = [
    memory("knn_k_zero") { $0.set(3, message: IntegerParameter(0).encoded(over: nil)) },
    memory("knn_k_outside") {
      $0.set(3, message: IntegerParameter(2000, allowed: .range(minimum: 1, maximum: 1000)).encoded(over: nil))
    },
    memory("knn_label_count") { $0.edit(100) { $0[repeated: 1].texts = $0[repeated: 1].texts.dropLast() } },
    memory("knn_no_weighting") { $0.remove(210) },
    memory("knn_no_distance") { $0.edit(1) { $0.remove(200) } },
    memory("knn_no_index_kind") { $0.edit(1) { $0.remove(100) } },
    memory("knn_leaf_zero") { $0.edit(1) { $0.set(oneOf: [100, 110], 110) } },
  ]

  private static func memory(_ name: String, _ change: @escaping @Sendable (inout WireMessage) -> Void) -> BrokenModel {
    BrokenModel(name) {
      var neighbors = NearestNeighbors(dimension: 3, weighting: .inverseDistance)
      try neighbors.remember(
        Tensor(shape: [4, 3], values: (0..<12).map { Float($0) }), labels: ["a", "b", "a", "b"])
      var file = try ModelFile(nearestNeighbors: neighbors)
      change(&file.content)
      return file
    }
  }

  // MARK: pipelines

  private static let pipelines: [BrokenModel] = [
    BrokenModel("pipeline_last_frozen") {
      let first = try file(of: frozen)
      var pipeline = try ModelFile(pipeline: [("first", first), ("last", first)])
      pipeline.isUpdatable = true
      pipeline.specificationVersion = 4
      var description = pipeline.description
      description.trainingInputs = description.inputs + [FeatureDescription(name: "label", type: .string)]
      pipeline.description = description
      return pipeline
    }
  ]

  // MARK: what is sound

  private static let labels = ClassLabels.strings(["a", "b", "c"])

  private static func product(from read: Int, to made: Int) -> InnerProductDefinition {
    InnerProductDefinition(
      inputChannels: read, outputChannels: made, weights: numbers(made, read), bias: numbers(made))
  }

  private static func numbers(_ shape: Int...) -> Tensor {
    Tensor(shape: shape, values: (0..<shape.reduce(1, *)).map { Float(($0 * 7 + 3) % 23) / 8 - 1.25 })
  }

  /// Two fully connected layers with a rectifier between them; the second is trained.
  private static let chain: NetworkDefinition = {
    var network = frozen
    network.layers[2].isUpdatable = true
    return network
  }()

  private static let frozen = NetworkDefinition(
    inputs: [NetworkInput(name: "x", shape: [5])],
    layers: [
      LayerDefinition(name: "h1", inputs: ["x"], outputs: ["h"], kind: .innerProduct(product(from: 5, to: 4))),
      LayerDefinition(name: "r1", inputs: ["h"], outputs: ["hr"], kind: .activation(.relu)),
      LayerDefinition(name: "h2", inputs: ["hr"], outputs: ["z"], kind: .innerProduct(product(from: 4, to: 3))),
      LayerDefinition(name: "sm", inputs: ["z"], outputs: ["p"], kind: .softmax),
    ], outputs: ["p"])

  private static func sound() throws -> ModelFile { try file(of: chain) }

  private static func file(of network: NetworkDefinition) throws -> ModelFile {
    let update = UpdateParameters(
      .categoricalCrossEntropy, reading: "p", optimizer: sgd(), epochs: IntegerParameter(2, allowed: .set([2])))
    let learns = network.layers.contains(where: \.isUpdatable)
    return try ModelFile(
      classifier: network, labels: labels, predictedFeatureName: "label", update: learns ? update : nil)
  }
}

extension WireMessage {
  /// Changes the message in a field.
  fileprivate mutating func edit(_ number: Int, _ change: (inout WireMessage) -> Void) {
    var inner = message(number) ?? WireMessage()
    change(&inner)
    set(number, message: inner)
  }
}
