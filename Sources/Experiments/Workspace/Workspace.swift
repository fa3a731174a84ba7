import Foundation
public import RunStore

/// What a notebook has made so far, a single owner for each thing: names, features, model files, the undo stack, what is
/// kept, trainings in the background.
///
/// Used by one thread at a time, whichever its lock has let in.
public final class Workspace {
  /// Where files are looked for.
  public let files: DataFolder
  /// Where runs are written down; nil where that is not possible.
  public let store: RunStore?
  /// The models and datasets by name: whoever changes one goes through it.
  public let catalogue = Catalogue()
  /// What is kept for later sessions; nil where that is not possible.
  public let memory: ExperimentStore?
  /// The trainings in the background.
  public let jobs: JobBoard
  /// What can be taken back.
  public let undo: UndoStack
  /// Features worked out so far.
  public let featureCache = FeatureCache()
  /// Model files read so far, so that each is read once.
  public let library: ModelLibrary
  /// Photos whose answers were corrected, and what was asked last.
  public let corrections: CorrectionQueue
  /// The clusters by name.
  public let clusters: ClusterBook
  /// What is still to be written down, once whoever stopped a statement has the answer.
  public let agenda = Agenda()
  /// How many samples were learnt from so far, each as often as it was.
  public var samplesLearnt = 0
  /// Who lets statements in, one at a time; nil where nobody else would come.
  public weak var lock: (any SteppingOut)?
  /// The folder of what lasts as long as the workspace; nil where a state folder holds it.
  public let sessionFolder: SessionFolder?

  /// A workspace that knows nothing yet, in a folder or for one notebook in it.
  ///
  /// - Parameters:
  ///   - files: Where files are looked for.
  ///   - store: Where runs are written down and models kept; nil where that is not possible.
  ///   - notebook: The notebook, so that several in one folder have models of their own; nil where it is not known.
  ///   - jobs: The trainings in the background.
  ///   - describe: Says in a few words what a model is, for lists of models that are kept and not read.
  public init(
    files: DataFolder, store: RunStore?, notebook: String? = nil, jobs: JobBoard = JobBoard(),
    describe: @escaping @Sendable (Model) -> String = { $0.name }
  ) {
    // Without a state folder what is drawn lasts as long as the workspace.
    let own = FileManager.default.temporaryDirectory.appending(path: "whet-\(UUID().uuidString)")
    sessionFolder = store == nil ? SessionFolder(own) : nil
    var files = files
    files.samples = (store?.folder ?? own).appending(path: "samples", directoryHint: .isDirectory)
    files.tables = (store?.folder ?? own).appending(path: "tables", directoryHint: .isDirectory)
    self.files = files
    self.store = store
    self.jobs = jobs
    let place = files.workingFolder.standardizedFileURL.path(percentEncoded: false)
    memory = store.map {
      ExperimentStore(store: $0, place: notebook.map { "\(place)\($0)" } ?? place, describe: describe)
    }
    // Without a journal photos cannot be changed, which is said when somebody tries; all else works.
    let undo = UndoStack(files: store.flatMap { try? Journal(store: $0, place: place) })
    self.undo = undo
    let precisions = PrecisionBook(
      KeptValues(store, scope: "precisions \(notebook.map { "\(place)\($0)" } ?? place)"), record: { undo.record($0) })
    library = ModelLibrary(files: files, catalogue: catalogue, precisions: precisions)
    let memory = memory
    corrections = CorrectionQueue(
      folder: files.workingFolder,
      persistence: CorrectionQueue.Persistence(
        recall: { memory?.corrections ?? [] }, keep: { memory?.keep($0) },
        record: { queue, before, after in
          undo.record(
            UndoStep.Restorable(
              name: "the queue of corrections", undo: { queue.put(before) }, redo: { queue.put(after) }))
        }))
    clusters = ClusterBook(KeptValues(store, scope: "clusters \(place)"), record: { undo.record($0) })
  }

  /// The models by name.
  public var models: NamedThings<Model> { catalogue.models }

  /// The datasets by name.
  public var datasets: NamedThings<Dataset> { catalogue.datasets }

  /// A seed for something that was given none: small enough to be read and typed.
  public static func chooseSeed() -> UInt64 { UInt64.random(in: 1...999_999) }

  /// Takes what trainings that go on have learnt since the last statement. One in the background that has ended is a step
  /// that can be taken back.
  public func collectFromTrainings() {
    catalogue.collect()
    for training in catalogue.takeEnded() { undo.add(training, of: catalogue) }
  }

  /// Does what needs nothing of the workspace while statements of other shells come in, and comes back.
  ///
  /// What is one statement's own is put aside meanwhile: what it has changed and has to take back.
  public func stepOut(_ body: () throws -> Void) rethrows {
    guard let lock else { return try body() }
    let (log, step) = (catalogue.log, undo.putAside())
    defer {
      catalogue.resumeStatement(log)
      undo.takeUp(step)
    }
    try lock.stepOut(body)
  }
}
