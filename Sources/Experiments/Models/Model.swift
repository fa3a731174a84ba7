public import Pictures
import Training

/// A thing that answers with a class: the two kinds are used alike wherever an answer is all that counts.
public indirect enum Model: Sendable {
  /// Answers by the photos it remembers.
  case neighbors(NeighborsModel)
  /// Answers by what it has learnt.
  case network(NetworkModel)
  /// Answers by both.
  case hybrid(HybridModel)

  /// What the user calls it.
  public var name: String {
    switch self {
    case .neighbors(let model): model.name
    case .network(let model): model.name
    case .hybrid(let model): model.name
    }
  }

  /// How photos are brought to the size it reads; nil as their dataset says.
  public var scaling: CropAndScale? {
    switch self {
    case .neighbors(let model): model.extractor.scaling
    case .network(let model): model.scaling
    case .hybrid: nil
    }
  }

  /// The same model, bringing photos to size in another way.
  public func scaled(by scaling: CropAndScale) -> Model {
    switch self {
    case .neighbors(var model):
      model.extractor.scaling = scaling
      return .neighbors(model)
    case .network(var model):
      model.scaling = scaling
      return .network(model)
    case .hybrid(var model):
      model.network.scaling = scaling
      model.neighbors.extractor.scaling = scaling
      return .hybrid(model)
    }
  }

  /// What kind it is, for sentences.
  public var kind: String {
    switch self {
    case .neighbors: "k-nearest-neighbours model"
    case .network: "neural network"
    case .hybrid: "hybrid of two models"
    }
  }

  /// Whether it is a network that was loaded from a file.
  public var isLoadedNetwork: Bool {
    switch self {
    case .neighbors: false
    case .network(let model): model.source.isLoaded
    case .hybrid: false
    }
  }

  /// Whether it answers with numbers instead of classes.
  public var isRegressor: Bool {
    switch self {
    case .neighbors(let model): model.memory.answersNumbers
    case .network(let model): model.outputs.isRegressor
    case .hybrid: false
    }
  }

  /// Sees to it that samples have what it answers with: classes, or numbers to predict. A regressor reads classes that are
  /// numbers as such; a k-NN model that remembers nothing answers with what it is shown.
  ///
  /// - Throws: `ModelError.otherAnswers`.
  public func checkAnswers(_ selection: Selection) throws(ExperimentError) {
    if case .neighbors(let model) = self, model.memory.count == 0 { return }
    let numbers = selection.isRegression
    guard numbers != isRegressor else { return }
    if case .network = self, !numbers { return }
    throw .model(.otherAnswers(name, numbers: isRegressor, data: selection.text))
  }

  /// How many answers it chooses from; 0 for a k-NN model that remembers nothing.
  public var answers: Int {
    switch self {
    case .neighbors(let model): model.memory.labels.count
    case .network(let model): model.outputs.count
    case .hybrid(let model): model.labels.count
    }
  }
}
