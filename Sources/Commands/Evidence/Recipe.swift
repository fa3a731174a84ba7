import CommandLanguage
import Experiments
import Networks
import Tensors
import Training

/// How a model is made anew from nothing but samples: everything about it except what it has learnt.
enum Recipe: Sendable {
  /// Remember the samples.
  case neighbors(NearestNeighbors)
  /// Go through them in mini-batches.
  case network(NetworkRecipe)
  /// Solve for the best linear classifier.
  case linear(LogisticRegression)

  /// The recipe in one line, as one would type it.
  var phrase: String {
    switch self {
    case .neighbors(let memory):
      "k=\(memory.numberOfNeighbors), \(memory.weighting.rawValue)\(memory.metric == .cosine ? ", cosine" : "")"
    case .network(let recipe): recipe.phrase
    case .linear(let settings):
      "solver=lbfgs l2=\(Numbers.short(settings.l2))"
        + (settings.l1 > 0 ? " l1=\(Numbers.short(settings.l1))" : "") + (settings.rescales ? "" : " rescale=false")
    }
  }
}

/// How a network is trained: the part that learns, as it stands before the first step, and the settings.
struct NetworkRecipe: Sendable {
  /// The network before any training.
  let starter: NetworkModel
  /// Its two parts; the trunk's features are what it learns from.
  let parts: TrainableParts
  /// The settings.
  var settings: TrainingSettings
  /// How photos are varied.
  var augmentation: [Augmentation]
  /// The name of each output, and the output of each class of the dataset.
  let names: [String]
  let outputs: [Int]

  /// The settings that tell one training from another, without what is common to all.
  var phrase: String {
    var words = [
      settings.optimizer.name, "learningRate=\(Numbers.short(settings.optimizer.learningRate))",
      "epochs=\(settings.epochs)", "miniBatchSize=\(settings.miniBatchSize)",
    ]
    if settings.optimizer.weightDecay != 0 {
      words.append("weightDecay=\(Numbers.short(settings.optimizer.weightDecay))")
    }
    if settings.schedule != .constant { words.append("schedule=\(settings.schedule.phrase)") }
    if !augmentation.isEmpty { words.append("augment=[\(augmentation.map(\.phrase).joined(separator: ", "))]") }
    return words.joined(separator: " ")
  }

  /// The same recipe with other draws: its first weights and the order of its photos come from the next seeds. The first
  /// repetition is the recipe itself.
  func repeated(_ repetition: Int) throws(Fault) -> NetworkRecipe {
    guard repetition > 0 else { return self }
    var model = starter
    if let seed = model.seed { model.drawAnew(seed: seed &+ UInt64(repetition)) }
    let parts = try TrainableParts(of: model.starter, source: model.source, scaling: model.scaling)
    var copy = NetworkRecipe(
      starter: model, parts: parts, settings: settings, augmentation: augmentation, names: names, outputs: outputs)
    copy.settings.seed = settings.seed &+ UInt64(repetition)
    return copy
  }
}
