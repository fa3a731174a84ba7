/// What kind of model a file holds (the format's oneof `Type` of `Model`).
public enum ModelKind: Sendable, Equatable, Hashable {
  /// A network: arrays and images in, arrays and images out.
  case neuralNetwork
  /// A network whose output is a label.
  case neuralNetworkClassifier
  /// A network whose outputs are numbers.
  case neuralNetworkRegressor
  /// Labels by the nearest of remembered examples.
  case nearestNeighborsClassifier
  /// Models in a row.
  case pipeline
  /// Models in a row, the last a classifier.
  case pipelineClassifier
  /// Models in a row, the last a regressor.
  case pipelineRegressor
  /// A program of operations on tensors, as models are made since 2021.
  case mlProgram
  /// A kind this program keeps but cannot run, by the format's name, or by its field number where it has none here.
  case other(String)
  /// The file does not say.
  case unspecified

  /// Whether it is a network, of whatever output.
  public var isNetwork: Bool {
    self == .neuralNetwork || self == .neuralNetworkClassifier || self == .neuralNetworkRegressor
  }

  /// Whether it is a row of models.
  public var isPipeline: Bool { self == .pipeline || self == .pipelineClassifier || self == .pipelineRegressor }

  /// The format's name for it.
  public var formatName: String {
    switch self {
    case .other(let name): name
    case .unspecified: ""
    default: ModelKind.known.first { $0.value.kind == self }?.value.name ?? ""
    }
  }
}

extension ModelKind {
  /// Field numbers below this one are no kinds.
  static let firstNumber = 200

  /// The field a kind is stored in.
  var number: Int? { ModelKind.known.first { $0.value.kind == self }?.key }

  init(number: Int) {
    self = ModelKind.known[number]?.kind ?? ModelKind.others[number].map { .other($0) } ?? .other("\(number)")
  }

  /// Whether the field is a kind the format had when this was written.
  static func isNamed(_ number: Int) -> Bool { known[number] != nil || others[number] != nil }

  private static let known: [Int: (kind: ModelKind, name: String)] = [
    200: (.pipelineClassifier, "pipelineClassifier"), 201: (.pipelineRegressor, "pipelineRegressor"),
    202: (.pipeline, "pipeline"), 303: (.neuralNetworkRegressor, "neuralNetworkRegressor"),
    403: (.neuralNetworkClassifier, "neuralNetworkClassifier"),
    404: (.nearestNeighborsClassifier, "kNearestNeighborsClassifier"), 500: (.neuralNetwork, "neuralNetwork"),
    502: (.mlProgram, "mlProgram"),
  ]

  private static let others: [Int: String] = [
    300: "glmRegressor", 301: "supportVectorRegressor", 302: "treeEnsembleRegressor", 304: "bayesianProbitRegressor",
    400: "glmClassifier", 401: "supportVectorClassifier", 402: "treeEnsembleClassifier",
    501: "itemSimilarityRecommender", 555: "customModel", 556: "linkedModel",
    560: "classConfidenceThresholding", 600: "oneHotEncoder", 601: "imputer", 602: "featureVectorizer",
    603: "dictVectorizer", 604: "scaler", 606: "categoricalMapping", 607: "normalizer", 609: "arrayFeatureExtractor",
    610: "nonMaximumSuppression", 900: "identity", 2000: "textClassifier", 2001: "wordTagger",
    2002: "visionFeaturePrint", 2003: "soundAnalysisPreprocessing", 2004: "gazetteer", 2005: "wordEmbedding",
    2006: "audioFeaturePrint", 3000: "serializedModel",
  ]
}
