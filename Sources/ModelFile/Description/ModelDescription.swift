/// What a model takes, gives and says about itself (format message `ModelDescription`).
public struct ModelDescription: Sendable, Equatable {
  /// What it takes to predict.
  public var inputs: [FeatureDescription]
  /// What it gives.
  public var outputs: [FeatureDescription]
  /// What it takes to be trained further.
  public var trainingInputs: [FeatureDescription]
  /// The output that holds the label; empty when there is none.
  public var predictedFeatureName: String
  /// The output that holds the probabilities by label; empty when there is none.
  public var predictedProbabilitiesName: String
  /// Who made it and what for.
  public var metadata: ModelMetadata

  /// Describes a model.
  public init(
    inputs: [FeatureDescription], outputs: [FeatureDescription], trainingInputs: [FeatureDescription] = [],
    predictedFeatureName: String = "", predictedProbabilitiesName: String = "",
    metadata: ModelMetadata = ModelMetadata()
  ) {
    self.inputs = inputs
    self.outputs = outputs
    self.trainingInputs = trainingInputs
    self.predictedFeatureName = predictedFeatureName
    self.predictedProbabilitiesName = predictedProbabilitiesName
    self.metadata = metadata
  }

  init(_ wire: WireMessage) {
    inputs = wire[repeated: 1].messages.map(FeatureDescription.init)
    outputs = wire[repeated: 10].messages.map(FeatureDescription.init)
    trainingInputs = wire[repeated: 50].messages.map(FeatureDescription.init)
    predictedFeatureName = wire.text(11)
    predictedProbabilitiesName = wire.text(12)
    metadata = ModelMetadata(wire.message(100) ?? WireMessage())
  }

  func encoded(over base: WireMessage) -> WireMessage {
    let earlier = ModelDescription(base)
    var wire = base
    if inputs != earlier.inputs {
      wire[repeated: 1].messages = FeatureDescription.encoded(inputs, over: base[repeated: 1].messages)
    }
    if outputs != earlier.outputs {
      wire[repeated: 10].messages = FeatureDescription.encoded(outputs, over: base[repeated: 10].messages)
    }
    wire.set(11, predictedFeatureName)
    wire.set(12, predictedProbabilitiesName)
    if trainingInputs != earlier.trainingInputs {
      wire[repeated: 50].messages = FeatureDescription.encoded(trainingInputs, over: base[repeated: 50].messages)
    }
    if metadata != earlier.metadata {
      wire.set(100, message: metadata.encoded(over: base.message(100) ?? WireMessage()))
    }
    return wire
  }
}
