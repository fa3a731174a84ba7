import CommandLanguage
import Experiments
import Training
import Views

/// What `sweep` takes: how models are tried, and the settings of `train` and `knn`, each of which may be a list.
enum SweepArguments {
  static let model = PositionalArgument("model", .model, "The model to try.")
  static let on = KeyedArgument("on", .split, "Samples to divide into folds; by default the last training set.")
  static let validate = KeyedArgument("validate", .split, "Validation set, used instead of folds.")
  static let folds = KeyedArgument("folds", .integer(2...10_000), "Number of folds.", default: 5)
  static let repeats = KeyedArgument("repeats", .integer(1...1000), "Number of times each row is tried.", default: 1)
  static let rank = KeyedArgument<SweepRank?>(
    "rank", .choice, "Metric to rank by; by default validationAccuracy for k-NN models, validationRMSE for numbers.",
    usually: "validationLoss")
  static let limit = KeyedArgument(
    "limit", .integer(1...100_000), "Largest number of rows; of more combinations, a random part is tried.")
  static let seed = KeyedArgument(
    "seed", .seed, "Random seed of folds and sample orders; by default the last training's.")
  static let features = KeyedArgument(
    "features", .list(.firstOf(.text)),
    "For k-NN: layers to compare photos by, such as pool10.")
  static let numberOfNeighbors = KeyedArgument(
    "numberOfNeighbors", .list(.integer(1...1000)), "For k-NN: number of neighbours.", aliases: ["k", "n_neighbors"])
  static let weighting = KeyedArgument<[NearestNeighbors.Weighting]?>(
    "weighting", .list(.choice), "For k-NN: weight function of the neighbours.")
  static let metric = KeyedArgument<[DistanceMetric]?>("metric", .list(.choice), "For k-NN: distance metric.")

  static let standardize = KeyedArgument(
    "standardize", .list(.bool), "For k-NN: whether to standardise each feature to mean 0 and deviation 1.")

  /// What of `knn` can be swept.
  static let ofNeighbors: [any ArgumentKey] = [features, numberOfNeighbors, weighting, metric, standardize]

  static let l2 = KeyedArgument("l2", .list(.decimal(0...1e9)), "For fit: L2 regularisation factor.")
  static let l1 = KeyedArgument("l1", .list(.decimal(0...1e9)), "For fit: L1 regularisation factor.")
  static let rescale = KeyedArgument(
    "rescale", .list(.bool), "For fit: whether to divide each feature by the length of its column first.")

  /// What of `fit` can be swept.
  static let ofFit: [any ArgumentKey] = [l2, l1, rescale]

  /// Ways of varying photos, the same for all rows.
  static let augment = KeyedArgument(
    "augment", .list(.placed(.augmentation)), TrainingArguments.augment.declaration.summary)

  static let cluster = KeyedArgument(
    "cluster", .cluster, "Cluster whose workers share the trainings.", usually: "this machine")

  /// Everything `sweep` takes by key.
  static let all: [any ArgumentKey] =
    [on, validate, folds, repeats, rank, limit, seed, cluster] + ofNeighbors + ofFit
    + TrainingArguments.varied.map { several($0.declaration) } + [augment]

  /// A setting of a training that may be a list.
  private static func several(_ one: ArgumentDeclaration) -> ArgumentDeclaration {
    ArgumentDeclaration(one.key, .list(one.kind), one.summary, aliases: one.aliases)
  }
}
