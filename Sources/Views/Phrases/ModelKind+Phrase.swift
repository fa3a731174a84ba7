public import ModelFile

extension ModelKind {
  /// What a file of this kind is, for sentences.
  public var phrase: String {
    switch self {
    case .neuralNetwork: "a neural network"
    case .neuralNetworkClassifier: "a neural network classifier"
    case .neuralNetworkRegressor: "a neural network regressor"
    case .nearestNeighborsClassifier: "a k-nearest-neighbours classifier"
    case .pipeline: "a pipeline"
    case .pipelineClassifier: "a pipeline classifier"
    case .pipelineRegressor: "a pipeline regressor"
    case .mlProgram: "an ML program"
    case .other(let name): "a model of kind \(name)"
    case .unspecified: "a file that does not say what kind of model it is"
    }
  }
}
