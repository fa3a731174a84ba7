import Networks
import Tensors

@testable import ModelFile

/// What this room understands of a model, in a form that another program can compare with what it understands.
struct ToldModel: Encodable {
  struct Feature: Encodable {
    let name: String
    let kind: String
    let shape: [Int]
    let optional: Bool

    init(_ feature: FeatureDescription) {
      name = feature.name
      kind = feature.type.kind.rawValue
      optional = feature.isOptional
      switch feature.type {
      case .image(let image): shape = [image.width, image.height, image.colorSpace.number]
      case .multiArray(let array): shape = array.shape + [array.dataType.number]
      default: shape = []
      }
    }
  }

  struct Layer: Encodable {
    let name: String
    let type: String?
    let inputs: [String]
    let outputs: [String]
    let updatable: Bool
    /// By field: how many numbers, and a digest of their bits.
    let numbers: [String: [String]]

    init(_ record: LayerRecord) {
      name = record.name
      type = record.type
      inputs = record.inputs
      outputs = record.outputs
      updatable = record.isUpdatable
      let tensors = (try? record.definition())?.kind.tensors ?? [:]
      numbers = tensors.mapValues { ["\($0.count)", ToldModel.digest($0.values)] }
    }
  }

  struct Integer: Encodable {
    let value: Int
    let range: [Int]?
    let set: [Int]?

    init(_ parameter: IntegerParameter) {
      value = parameter.defaultValue
      if case .range(let minimum, let maximum) = parameter.allowed { range = [minimum, maximum] } else { range = nil }
      if case .set(let values) = parameter.allowed { set = values } else { set = nil }
    }
  }

  struct Double: Encodable {
    let value: Swift.Double
    let range: [Swift.Double]?

    init(_ parameter: DoubleParameter) {
      value = parameter.defaultValue
      if case .range(let minimum, let maximum) = parameter.allowed { range = [minimum, maximum] } else { range = nil }
    }
  }

  struct Update: Encodable {
    let losses: [[String]]
    let optimizer: String?
    let doubles: [String: Double]
    let integers: [String: Integer]
    let shuffle: Bool?

    init(_ parameters: UpdateParameters) {
      losses = parameters.losses.map { loss in
        let kinds: [LossLayer.Kind: String] = [
          .categoricalCrossEntropy: "crossEntropy", .meanSquaredError: "squaredError",
        ]
        return [loss.name, kinds[loss.kind] ?? "", loss.input, loss.target]
      }
      shuffle = parameters.shuffle
      var whole = ["epochs": parameters.epochs, "seed": parameters.seed]
      var real: [String: DoubleParameter?] = [:]
      switch parameters.optimizer {
      case .sgd(let rate, let size, let momentum)?:
        optimizer = "sgd"
        whole["miniBatchSize"] = size
        real = ["learningRate": rate, "momentum": momentum]
      case .adam(let rate, let size, let beta1, let beta2, let eps)?:
        optimizer = "adam"
        whole["miniBatchSize"] = size
        real = ["learningRate": rate, "beta1": beta1, "beta2": beta2, "eps": eps]
      case nil: optimizer = nil
      }
      doubles = real.compactMapValues { $0.map(Double.init) }
      integers = whole.compactMapValues { $0.map(Integer.init) }
    }
  }

  struct Neighbors: Encodable {
    let dimension: Int
    let samples: Int
    let digest: String
    let labels: [String]
    let number: Integer?
    let defaultLabel: String?
    let weighting: String?
    let leafSize: Int?
  }

  let version: Int
  let updatable: Bool
  let kind: String
  let inputs: [Feature]
  let outputs: [Feature]
  let trainingInputs: [Feature]
  let predictedFeatureName: String
  let predictedProbabilitiesName: String
  let metadata: [String: String]
  let userDefined: [String: String]
  let labels: [String]?
  let layers: [Layer]
  let preprocessing: [String]
  let update: Update?
  let neighbors: Neighbors?
  let models: [ToldModel]
  let modelNames: [String]

  init(_ model: ModelFile) {
    let description = model.description
    version = model.specificationVersion
    updatable = model.isUpdatable
    kind = model.kind.formatName
    inputs = description.inputs.map(Feature.init)
    outputs = description.outputs.map(Feature.init)
    trainingInputs = description.trainingInputs.map(Feature.init)
    predictedFeatureName = description.predictedFeatureName
    predictedProbabilitiesName = description.predictedProbabilitiesName
    let texts = description.metadata
    metadata = [
      "shortDescription": texts.shortDescription, "versionString": texts.version, "author": texts.author,
      "license": texts.license,
    ]
    userDefined = texts.userDefined
    labels = model.kind.isNetwork ? ClassLabels(of: model)?.texts : nil
    layers = model.layers.map(Layer.init)
    preprocessing = model.neuralNetwork.preprocessing.map { step in
      switch step.step {
      case .scaler(let scale, let blue, let green, let red, let gray):
        "\(step.featureName) " + [scale, blue, green, red, gray].map { "\($0.bitPattern)" }.joined(separator: " ")
      case .meanImage(let mean): "\(step.featureName) mean \(mean.count) \(ToldModel.digest(mean))"
      case .unspecified: step.featureName
      }
    }
    update = model.updateParameters.map(Update.init)
    neighbors = ToldModel.neighbors(model)
    models = model.pipeline.models.map(ToldModel.init)
    modelNames = model.pipeline.names
  }

  private static func neighbors(_ model: ModelFile) -> Neighbors? {
    guard let record = model.neighbors else { return nil }
    let samples = model.content.message(1)?[repeated: 2].messages.flatMap { $0[repeated: 1].floats } ?? []
    let weightings: [NeighborsRecord.Weighting: String] = [.uniform: "uniform", .inverseDistance: "inverse"]
    let leafSize: Int? = if case .kdTree(let size)? = record.index { size } else { nil }
    return Neighbors(
      dimension: record.dimension, samples: record.sampleCount, digest: digest(samples),
      labels: ClassLabels(of: model)?.texts ?? [], number: record.numberOfNeighbors.map(Integer.init),
      defaultLabel: record.defaultLabel?.text, weighting: record.weighting.flatMap { weightings[$0] },
      leafSize: leafSize)
  }

  /// The sum of the numbers' bits, each times an odd number that tells its place, modulo 2^64.
  static func digest(_ values: [Float]) -> String {
    var sum: UInt64 = 0
    for (index, value) in values.enumerated() { sum &+= UInt64(value.bitPattern) &* UInt64(2 * index + 1) }
    return "\(sum)"
  }
}

extension LayerKind {
  /// The numbers of a layer by the format's names of their fields.
  var tensors: [String: Tensor] {
    let all: [String: Tensor?] =
      switch self {
      case .convolution(let layer): ["weights": layer.weights, "bias": layer.bias]
      case .innerProduct(let layer): ["weights": layer.weights, "bias": layer.bias]
      case .embedding(let layer): ["weights": layer.weights, "bias": layer.bias]
      case .batchNormalization(let layer):
        ["gamma": layer.gamma, "beta": layer.beta, "mean": layer.mean, "variance": layer.variance]
      case .scale(let scale, let bias): ["scale": scale, "bias": bias]
      case .bias(let bias): ["bias": bias]
      case .loadConstant(let data): ["data": data]
      case .activation(.prelu(let alpha)): ["alpha": alpha]
      case .activation(.parametricSoftplus(let alpha, let beta)): ["alpha": alpha, "beta": beta]
      default: [:]
      }
    return all.compactMapValues { $0 }
  }
}
