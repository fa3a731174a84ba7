import CommandLanguage
import DataFiles
import Experiments
import Language
import ModelFile
import Networks
import Pictures
import Training

/// Something a user typed or fed in that cannot be done: what is the matter, as facts, and where in the cell it is.
///
/// Sentences are made of it in `Sentences` and nowhere else.
struct Fault: Error {
  /// What is the matter.
  let fact: Fact
  /// The words in the cell it is about; nil means the whole statement.
  var span: Span?

  init(_ fact: Fact, at span: Span? = nil) {
    self.fact = fact
    self.span = span
  }

  /// A statement that does not fit the command it calls.
  init(_ error: UsageError) { self.init(.usage(error.problem), at: error.span) }

  /// The same fact, placed where no place was known.
  func placed(at span: Span) -> Fault { Fault(fact, at: self.span ?? span) }
}

/// Everything that can be the matter.
enum Fact {
  /// The line is no sentence of the language.
  case syntax(SyntaxFault)
  /// The line is one of another notebook's language.
  case foreign(ForeignSyntax)

  /// A statement does not fit the command it calls.
  case usage(UsageError.Problem)
  /// A setting that a model file does not allow.
  case notAllowed(model: String, key: String, allowed: String, list: [String], given: String, source: String)

  // The things the session knows.
  case unknownDataset(String, known: [String])
  case unknownModel(String, known: [String])
  case datasetForModel(String, known: [String])
  case unknownThing(String, known: [String])
  case unknownSplit(String, dataset: String, known: [String])
  case nameIsTaken(String, by: String)
  case badName(String)
  case notUnderstoodBy(command: String, model: String, kind: String)
  case noTrainingSet(model: String, datasets: [String])
  case nothingToEvaluateOn(model: String, datasets: [String])
  case emptySplit(String, folder: String)
  case noPhotos(String)
  case notTrainedYet(model: String, ModelState)
  case imageOrOn(isBoth: Bool)
  case onePlaceOnly([String])
  case badSplit(String)
  case unknownTopic(String, known: [String])
  case unknownLayer(String, file: String, known: [String])
  case layerWithoutWeights(String, kind: String, known: [String])

  // Files and folders.
  case missingModel(String, places: [String], loaded: [String] = [])
  case photoFolder(PhotoFolderError)
  case photo(name: String, PictureError)
  case table(String, TabularDataError)
  case tableShape(String, wanted: [Int], length: Int)
  case modelFile(String, ModelFileError)
  /// What is done to a model file, or asked of it.
  case file(FileFact)

  /// Runs, jobs, and what is kept from session to session.
  case run(RunFact)
  /// Photos in hand: adding, removing, classes, taking back.
  case data(DataFact)

  // Classes and models.
  case tooManyClasses([String], outputs: Int, model: String, source: String)
  case unknownClass(String, model: String, known: [String])
  case noImageInput(String)
  case noClassifier(String, layers: [String])
  case noSoftmaxAtEnd(String, last: String)
  case inputShape(model: String, expected: [Int], data: String, actual: [Int])
  case badInputShape([Int])
  case emptyBlock(String)
  case fromOrBlock(isBoth: Bool)
  case layerWithoutShape(layer: String, needs: String)
  case nothingToLearn(model: String, source: String)
  case manyBoundaries(String, [String])
  case network(String, NetworkError)
  case training(String, TrainingError)
  case diverged(model: String, Divergence, isUnchanged: Bool)

  // Evidence.
  case evidence(EvidenceFact)
  /// How a training is run.
  case loop(LoopFact)
  /// Downloads.
  case fetch(FetchFact)
  /// Drawings.
  case drawing(DrawingFact)
}
