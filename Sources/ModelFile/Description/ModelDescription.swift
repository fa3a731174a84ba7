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
    inputs = wire.messages(1).map(FeatureDescription.init)
    outputs = wire.messages(10).map(FeatureDescription.init)
    trainingInputs = wire.messages(50).map(FeatureDescription.init)
    predictedFeatureName = wire.text(11)
    predictedProbabilitiesName = wire.text(12)
    metadata = ModelMetadata(wire.message(100) ?? WireMessage())
  }

  func encoded(over base: WireMessage) -> WireMessage {
    let earlier = ModelDescription(base)
    var wire = base
    if inputs != earlier.inputs {
      wire.set(1, messages: FeatureDescription.encoded(inputs, over: base.messages(1)))
    }
    if outputs != earlier.outputs {
      wire.set(10, messages: FeatureDescription.encoded(outputs, over: base.messages(10)))
    }
    wire.set(11, text: predictedFeatureName)
    wire.set(12, text: predictedProbabilitiesName)
    if trainingInputs != earlier.trainingInputs {
      wire.set(50, messages: FeatureDescription.encoded(trainingInputs, over: base.messages(50)))
    }
    if metadata != earlier.metadata {
      wire.set(100, message: metadata.encoded(over: base.message(100) ?? WireMessage()))
    }
    return wire
  }
}
