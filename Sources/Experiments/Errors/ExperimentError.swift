public import DataFiles
public import ModelFile
public import Networks
public import Pictures
public import Training

/// What an experiment could not do: facts, without sentences and without places in a cell.
public enum ExperimentError: Error, Sendable {
  /// Names, and what they stand for.
  case name(NameError)
  /// Files that are read.
  case source(SourceError)
  /// Networks and k-NN models.
  case model(ModelError)
  /// What is done to a model file, or asked of it.
  case file(FileDiagnostic)
  /// Runs, jobs, and what is kept from session to session.
  case run(RunDiagnostic)
  /// Photos in hand: adding, removing, classes, taking back.
  case data(DataDiagnostic)
  /// Evidence.
  case evidence(EvidenceDiagnostic)
  /// How a training is run.
  case loop(LoopDiagnostic)
  /// Downloads.
  case fetch(FetchDiagnostic)
  /// Drawings.
  case drawing(DrawingDiagnostic)
  /// Clusters.
  case cluster(ClusterDiagnostic)
}

/// What can be the matter with a name, or with what it stands for.
public enum NameError: Sendable {
  /// No dataset, model, or thing of either kind has the name.
  case unknownDataset(String, known: [String])
  case unknownModel(String, known: [String])
  case unknownThing(String, known: [String])
  /// A dataset where a model is wanted.
  case datasetForModel(String, known: [String])
  /// A dataset has no such split.
  case unknownSplit(String, dataset: String, known: [String])
  /// The name belongs to something of another sort.
  case nameIsTaken(String, by: String)
  /// The text cannot be a name.
  case badName(String)
  /// A command for neural networks was given something else; what does the same for that, where a statement does.
  case notUnderstoodBy(command: String, model: String, kind: String, instead: String? = nil)
  /// A model of which it is not known what to learn from, or to be evaluated on; the parts of datasets that it could be given, the
  /// likeliest first.
  case noTrainingSet(model: String, selections: [String], command: String = "train")
  case nothingToEvaluateOn(model: String, selections: [String])
  /// A split without samples.
  case emptySplit(String, folder: String)
  /// Test photos are wanted of a folder of class folders alone.
  case noTestFolder(String, folder: String)
  /// A table has no samples there: the splits that have.
  case emptyTableSplit(dataset: String, split: String, known: [String])
  /// A table where photos are wanted.
  case noPhotos(String)
  /// A model without epochs.
  case notTrainedYet(model: String, ModelState)
  /// A network has no such layer.
  case unknownLayer(String, file: String, known: [String])
  /// A layer without weights was to be looked at.
  case layerWithoutWeights(String, kind: String, known: [String])
}

/// What can be the matter with files that are read.
public enum SourceError: Sendable {
  /// A model file is in none of the places; with models that are loaded or lie there.
  case missingModel(String, places: [String], others: [String])
  case photoFolder(PhotoFolderError)
  /// A photo that cannot be read; with the line that reads its dataset without it, where there is one.
  case photo(name: String, PictureError, line: String? = nil)
  case table(String, TabularDataError)
  /// A table's samples do not fill the shape wanted.
  case tableShape(String, wanted: [Int], length: Int)
  case modelFile(String, ModelFileError)
}

/// What can be the matter with networks and k-NN models.
public enum ModelError: Sendable {
  /// A setting that a model file does not allow.
  case notAllowed(model: String, key: String, allowed: String, list: [String], given: String, source: String)
  case tooManyClasses([String], outputs: Int, model: String, source: String)
  case unknownClass(String, model: String, known: [String])
  case noImageInput(String)
  /// A network reads arrays beside its image.
  case otherInputs(String, [String])
  /// None of the layers up to this one can be computed in 8 bits.
  case nothingToQuantize(String)
  /// A k-NN model that looks at samples' own numbers is shown photos, whose sizes differ.
  case needsSize(String)
  /// A k-NN model of which it is not known yet what numbers it reads.
  case readsNothingYet(String)
  case noClassifier(String, layers: [String])
  case noRowOfNumbers(String, last: String, shape: [Int])
  /// A model that answers with numbers is shown classes, or the other way round.
  case otherAnswers(String, numbers: Bool, data: String)
  case inputShape(model: String, expected: [Int], data: String, actual: [Int])
  case badInputShape([Int])
  case layerWithoutShape(layer: String, needs: String)
  /// `learners` are the layers that could learn.
  case nothingToLearn(model: String, source: String, learners: [String])
  case manyBoundaries(String, [String])
  case network(String, NetworkError)
  case training(String, TrainingError)
  /// `hasUnevenColumns` where few columns that outweigh all others are to blame, and no learning rate.
  case diverged(model: String, Divergence, isUnchanged: Bool, hasUnevenColumns: Bool = false)
}

/// An error of a part of an experiment, which is one of the whole.
public protocol ExperimentErrorConvertible: Error {
  /// The error of the whole.
  var experimentError: ExperimentError { get }
}

extension ExperimentError: ExperimentErrorConvertible {
  /// The error of the whole.
  public var experimentError: ExperimentError { self }

  /// The error of a part.
  public init(_ error: some ExperimentErrorConvertible) { self = error.experimentError }

  /// Does a part of an experiment, and throws its error as one of the whole.
  public static func converting<Value, Part: ExperimentErrorConvertible>(
    _ body: () throws(Part) -> Value
  ) throws(ExperimentError) -> Value {
    do throws(Part) { return try body() } catch { throw error.experimentError }
  }
}

extension ExperimentError {
  /// Works with a network or with what learns, and throws what is the matter with it as an error of an experiment.
  ///
  /// - Parameters:
  ///   - model: What the model or its file is called.
  ///   - body: The work.
  /// - Returns: What it comes to.
  /// - Throws: `ModelError.training`, `ModelError.network`, and what else the work throws.
  public static func naming<Value>(_ model: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as TrainingError {
      throw ExperimentError.model(.training(model, error))
    } catch let error as NetworkError {
      throw ExperimentError.model(.network(model, error))
    }
  }
}

extension FileError: ExperimentErrorConvertible {
  /// The error of the whole.
  public var experimentError: ExperimentError { .data(.file(self)) }
}

extension PhotoFolderError: ExperimentErrorConvertible {
  /// The error of the whole.
  public var experimentError: ExperimentError { .source(.photoFolder(self)) }
}

extension PhotoNameError: ExperimentErrorConvertible {
  /// The error of the whole.
  public var experimentError: ExperimentError { .data(.photo(.name(self))) }
}

extension WorkFolderError: ExperimentErrorConvertible {
  /// The error of the whole.
  public var experimentError: ExperimentError { .data(.folder(.workFolder(self))) }
}

extension PhotoSourceError: ExperimentErrorConvertible {
  /// The error of the whole.
  public var experimentError: ExperimentError {
    switch self {
    case .folder(let error): .source(.photoFolder(error))
    case .archive(let path, let error): .data(.folder(.archive(path, error)))
    }
  }
}

extension CatalogueError: ExperimentErrorConvertible {
  /// The error of the whole.
  public var experimentError: ExperimentError {
    switch self {
    case .inTraining(let model, let job): .run(.atWork(model: model, job: job))
    case .nameIsTaken(let name, by: .model): .name(.nameIsTaken(name, by: "a model"))
    case .nameIsTaken(let name, by: .dataset): .name(.nameIsTaken(name, by: "a dataset"))
    case .unknownName(let name): .name(.unknownThing(name, known: []))
    }
  }
}
