import CommandLanguage
import Experiments
import Foundation
import Language
import ModelFile
import RunStore

/// What a notebook has made so far: datasets, models, variables, and the features worked out for them.
///
/// Used by one thread at a time, whichever its door has let in.
final class Session {
  /// Where files are looked for.
  private(set) var files: DataFolder
  /// Where runs are written down; nil where that is not possible.
  let store: RunStore?
  /// The models and datasets by name: whoever changes one goes through it.
  let catalogue = Catalogue()
  /// What is kept for the next session; nil where that is not possible.
  let memory: SessionMemory?
  /// The trainings in the background.
  let jobs: JobBoard
  /// The name whose model of an earlier session the statement that runs replaces.
  var replaced: String?
  /// How many samples were learnt from so far, each as often as it was.
  var samplesLearnt = 0
  /// What can be taken back.
  let journal: SessionJournal
  /// The variables by name.
  var variables: [String: Value] = [:]
  /// Features worked out so far.
  let shelf = FeatureShelf()
  /// Model files read so far, so that each is read once.
  let library: ModelLibrary
  /// Photos whose answers were corrected, waiting to be learnt from.
  var corrections: [Correction] = []
  /// What was last asked, so that it can be corrected.
  var lastPrediction: LastPrediction?
  /// The models that were drawn for, which can be asked about drawings also while a cell is running.
  var drawnFor: Set<String> = []
  /// How many models `check` has found refused.
  var refusals = 0
  /// Aliases that were explained already.
  var explainedAliases: Set<String> = []
  /// What is still to be written down, once whoever stopped a statement has the answer.
  private var postponed: [() -> Void] = []
  /// Who lets statements in, one at a time; nil where nobody else would come.
  weak var door: SessionDoor?
  /// The folder of what lasts as long as the session; nil where a state folder holds it. It need not be there.
  private let passing: URL?
  /// Draws the seeds that were not given.
  private var seeds = SystemRandomNumberGenerator()

  /// A session that knows nothing yet, in a folder or for one notebook in it.
  init(files: DataFolder, store: RunStore?, notebook: String? = nil, jobs: JobBoard = JobBoard()) {
    // Without a state folder what is drawn lasts as long as the session.
    let own = FileManager.default.temporaryDirectory.appending(path: "whet-\(UUID().uuidString)")
    passing = store == nil ? own : nil
    self.files = files
    self.files.samples = (store?.folder ?? own).appending(path: "samples", directoryHint: .isDirectory)
    self.files.tables = (store?.folder ?? own).appending(path: "tables", directoryHint: .isDirectory)
    self.store = store
    self.jobs = jobs
    library = ModelLibrary(files: files)
    let place = files.workingFolder.standardizedFileURL.path(percentEncoded: false)
    memory = store.map { SessionMemory(store: $0, place: notebook.map { "\(place)\($0)" } ?? place) }
    // Without a journal photos cannot be changed, which is said when somebody tries; all else works.
    journal = SessionJournal(files: store.flatMap { try? Journal(store: $0, place: place) })
  }

  deinit { removePassing() }

  /// Removes what lasts as long as the session; to be called once no statement follows.
  func removePassing() {
    if let passing { try? FileManager.default.removeItem(at: passing) }
  }

  /// The models by name.
  var models: NamedThings<Model> { catalogue.models }

  /// The datasets by name.
  var datasets: NamedThings<Dataset> { catalogue.datasets }

  /// A seed for something that was given none: small enough to be read and typed.
  func chooseSeed() -> UInt64 { UInt64.random(in: 1...999_999, using: &seeds) }

  /// Puts off what nobody has to wait for until `settle`: before the next statement at the latest.
  func postpone(_ work: @escaping () -> Void) {
    postponed.append(work)
    door?.hasPostponed = true
  }

  /// Does what was put off, in the order it was put off.
  func settle() {
    while !postponed.isEmpty { postponed.removeFirst()() }
    door?.hasPostponed = false
  }

  /// The model of a name.
  ///
  /// - Throws: `Fact.unknownModel`, `Fact.datasetForModel`.
  func model(_ value: CheckedValue) throws(Fault) -> Model {
    guard let model = models[value.word] else {
      let dataset = String(value.word.prefix { $0 != "." })
      guard datasets[value.word] == nil, datasets[dataset] == nil else {
        throw Fault(.datasetForModel(value.word, known: models.keys.sorted()), at: value.span)
      }
      throw Fault(.unknownModel(value.word, known: models.keys.sorted()), at: value.span)
    }
    return model
  }

  /// The photos that `hands.train`, or `hands` for all of them, stands for.
  ///
  /// - Throws: as `selection(_:)`, and `Fact.noPhotos` for the samples of a table.
  func photos(_ value: CheckedValue) throws(Fault) -> PhotoSelection {
    guard case .photos(let selection) = try selection(value) else {
      throw Fault(.noPhotos(value.word), at: value.span)
    }
    return selection
  }

  /// The samples that `hands.train`, or `hands` for all of them, stands for.
  ///
  /// - Throws: `Fact.unknownDataset`, `Fact.unknownSplit` or `Fact.emptySplit`.
  func selection(_ value: CheckedValue) throws(Fault) -> Selection {
    try selection(named: value.word).placing(at: value.span)
  }

  /// The samples of a name that was remembered, for example the split a model learnt from.
  func selection(named text: String) -> Result<Selection, Fault> {
    if text == Self.correctionsName, datasets[text] == nil {
      do throws(Fault) { return .success(.photos(try correctedPhotos())) } catch { return .failure(error) }
    }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let dataset = datasets[text] ?? datasets[parts[0]] else {
      return .failure(Fault(.unknownDataset(parts[0], known: datasets.keys.sorted())))
    }
    let isWhole = dataset.name == text
    guard isWhole || (parts.count == 2 && dataset.splits.contains { $0.name == parts[1] }) else {
      let known = dataset.splits.map(\.name)
      return .failure(Fault(.unknownSplit(parts.dropFirst().joined(), dataset: dataset.name, known: known)))
    }
    let selection = select(isWhole ? nil : parts[1], of: dataset, named: text)
    guard selection.count > 0 else {
      return .failure(Fault(.emptySplit(text, folder: folder(of: dataset, parts.last ?? ""))))
    }
    return .success(selection)
  }

  private func select(_ split: String?, of dataset: Dataset, named text: String) -> Selection {
    switch dataset {
    case .photos(let dataset):
      let splits = dataset.splits.filter { split == nil || $0.name == split }
      return .photos(PhotoSelection(text: text, dataset: dataset, photos: splits.flatMap(\.photos)))
    case .table(let dataset):
      let splits = dataset.splits.filter { split == nil || $0.name == split }
      return .table(TableSelection(text: text, dataset: dataset, splits: splits))
    }
  }

  private func folder(of dataset: Dataset, _ split: String) -> String {
    switch dataset {
    case .photos(let dataset): files.short(dataset.folder.appending(path: split))
    case .table(let dataset): dataset.source
    }
  }

  /// Sees to it that a name can be given to a new thing.
  ///
  /// - Throws: `Fact.badName`, or `Fact.nameIsTaken` by something of another sort.
  func checkName(_ value: CheckedValue, for sort: CatalogueSort) throws(Fault) {
    let name = value.word
    guard Int(name) == nil, !name.contains("."), !name.contains("/"), Name.isGood(name) else {
      throw Fault(.badName(name), at: value.span)
    }
    if sort == .model, datasets[name] != nil { throw Fault(.nameIsTaken(name, by: "a dataset"), at: value.span) }
    if sort == .dataset, models[name] != nil { throw Fault(.nameIsTaken(name, by: "a model"), at: value.span) }
  }
}

/// Photos somebody named.
struct PhotoSelection {
  /// How they were named: `hands.train`.
  let text: String
  /// The dataset they are from.
  let dataset: PhotoDataset
  /// The photos.
  let photos: [Photo]

  /// The class of each photo.
  var truths: [String] { photos.map(\.label) }
}

extension Result where Failure == Fault {
  /// The value, or the fault with a place.
  func placing(at span: Span) throws(Fault) -> Success {
    switch self {
    case .success(let value): return value
    case .failure(let fault): throw fault.placed(at: span)
    }
  }
}
