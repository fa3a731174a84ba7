/// What can be the matter where models are compared, tried with many settings, and looked into.
public enum EvidenceDiagnostic: Sendable {
  /// More folds than samples.
  case tooManyFolds(Int, selection: String, count: Int)
  /// More folds than groups of samples that stay together.
  case tooFewGroups(Int, selection: String, count: Int)
  /// A part of a dataset, where its training and its test samples are needed.
  case partOfDataset(String, dataset: String)
  /// A dataset without test samples.
  case noTestSplit(dataset: String, splits: [String])
  /// No dataset was named, and it is not clear which is meant.
  case whichDataset(command: String, models: String, known: [String])
  /// More examples of a class than there are.
  case tooFewExamples(Int, label: String, count: Int, selection: String, isRestAsked: Bool)
  /// A list of values to try with nothing in it.
  case emptyList(String)
  /// More trainings than one sweep has.
  case tooManyTrainings(rows: Int, trials: Int, limit: Int)
  /// Samples that cannot be taken together with those learnt from.
  case otherDataset(String, on: String)
  /// Several photos whose names begin alike.
  case manyPhotos(String, [String])
  /// Neither a photo of a dataset nor a file.
  case noPhoto(String, datasets: [String], example: String?)
  /// A photo of which nobody says what it shows.
  case classUnknown(String)
  /// A range that ends before it begins.
  case emptyRange(from: Double, to: Double)
  /// A network whose first weights were fitted to photos that are to be held out.
  case startKnowsPhotos(String)
  /// A training that cannot be done again to be looked at.
  case noReplay(String)
  /// A layer that is the same in every epoch.
  case frozenLayer(String, model: String, learners: [String])
  /// A model that answers with classes beside one that answers with numbers.
  case otherAnswers(classes: String, numbers: String)
  /// A model that answers with classes, where numbers are drawn or looked into.
  case predictsNoNumbers(String, on: String)
  /// Photos, where a table's columns are to be looked into.
  case photosHaveNoColumns(String, model: String)
  /// A place beyond the last sample.
  case noRow(Int, on: String, count: Int)
  /// A model that predicts numbers, where classes that are taken for each other are counted.
  case confusionOfNumbers(String, on: String)
  /// The same model twice.
  case namedTwice(String)
}
