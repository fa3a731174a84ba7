public import Files
import Foundation
import Networks
public import RunStore

/// What can be taken back, statement by statement.
///
/// Models and datasets need nothing said of them: the catalogue notes what every statement changes, also one that was
/// interrupted. Two things must be said by the command that does them:
///
/// - **Files** are changed through `change(_:for:told:in:)` and no other way: it writes the change down in the state
///   folder first, makes it all or none, and lets later sessions take it back.
/// - **Anything else in the session** (a queue, a setting) is said with `record(_:)`, after it was changed.
///
/// What is said is gathered until the statement ends, and is one step then.
public final class UndoStack {
  /// The journal of files; nil where the state folder cannot be written.
  public let files: Journal?
  /// The files written for people; everything that commands write goes through it, or through `change`.
  public let written: WrittenFiles
  private var held: HeldSteps
  /// What was taken back, oldest first.
  public private(set) var undone: [UndoStep] = []
  private var pending: UndoStep?
  private var isTurning = false
  /// Changes of files that belong to steps of this workspace.
  private var own: Set<Int64> = []

  /// How many statements are kept.
  public static let stepLimit = 100

  /// A stack without steps; at most so many bytes of models are kept beside those that have names.
  public init(files: Journal?, byteLimit: Int? = nil) {
    self.files = files
    written = WrittenFiles(journal: files)
    held = HeldSteps(
      stepLimit: Self.stepLimit, byteLimit: byteLimit ?? min(200_000_000, (MemoryLimit.available ?? 1 << 30) / 8))
  }

  /// What was done, oldest first.
  public var done: [UndoStep] { held.steps }

  // MARK: For commands

  /// Changes files, all or none.
  ///
  /// - Parameters:
  ///   - edits: The changes.
  ///   - statement: The statement, as typed.
  ///   - told: What they come to: "8FDEEF3B….jpg was removed from hands.train".
  ///   - folder: How paths are shortened in messages.
  /// - Throws: `ExperimentError.data`; nothing is changed then.
  public func change(
    _ edits: [FileEdit], for statement: String, told: String, in folder: DataFolder
  ) throws(ExperimentError) {
    guard let files else { throw ExperimentError.data(.noJournal) }
    do throws(JournalError) {
      record(try files.perform(edits, for: statement, told: told), for: statement, told: told)
    } catch {
      throw ExperimentError.data(DataDiagnostic(error, in: folder))
    }
    for case .write(let path, let data) in edits { written.note(path, ContentHash(of: data)) }
  }

  /// Writes a file for a person; what it replaces can be had again.
  ///
  /// - Returns: Whether a file of other content was replaced.
  /// - Throws: as `WrittenFiles.write`.
  public func write(
    _ path: String, _ permission: WrittenFiles.Permission, for statement: String, told: String,
    fill: (AtomicFile) throws -> Void
  ) throws -> Bool {
    guard let id = try written.write(path, permission, for: statement, told: told, fill: fill) else { return false }
    record(id, for: statement, told: told)
    return true
  }

  /// Writes a folder for a person whole or not at all, under the rule of `WrittenFiles`.
  ///
  /// - Returns: Whether a folder of other content was replaced.
  /// - Throws: as `WrittenFiles.writeFolder`.
  public func writeFolder(
    _ path: String, for statement: String, told: String, replacing mayReplace: () throws -> Void,
    fill: (AtomicFolder) throws -> Void
  ) throws -> Bool {
    let made = try written.writeFolder(path, for: statement, told: told, replacing: mayReplace, fill: fill)
    guard let id = made else { return false }
    record(id, for: statement, told: told)
    return true
  }

  /// Takes a change of files that was made into the step of the running statement.
  public func record(_ id: Int64, for statement: String, told: String) {
    own.insert(id)
    var step = pending ?? UndoStep(statement: statement)
    step.changes.append(id)
    step.told.append(told)
    pending = step
  }

  /// Says that something in the session was changed that is neither a model, a dataset nor a file.
  public func record(_ other: UndoStep.Restorable) {
    pending = pending ?? UndoStep(statement: "")
    pending?.others.append(other)
  }

  // MARK: For the runner of statements

  /// Puts aside what the running statement has said so far, for another statement comes in between.
  public func putAside() -> UndoStep? {
    defer { pending = nil }
    return pending
  }

  /// Goes on with what was put aside.
  public func takeUp(_ step: UndoStep?) { pending = step }

  /// Makes a step of what a statement has changed.
  public func close(_ statement: @autoclosure () -> String, _ log: ChangeLog, of catalogue: Catalogue) {
    defer {
      pending = nil
      isTurning = false
    }
    guard !isTurning, pending != nil || !log.isEmpty else { return }
    let gathered = pending
    let swaps = catalogue.swaps(of: log)
    add(
      UndoStep(
        statement: statement(), changes: gathered?.changes ?? [], told: gathered?.told ?? [], models: swaps.models,
        datasets: swaps.datasets, others: gathered?.others ?? []))
  }

  /// Makes a step of what a training in the background has come to.
  public func add(_ training: Catalogue.EndedTraining, of catalogue: Catalogue) {
    own.formUnion(training.changes.map(\.id))
    add(
      UndoStep(
        statement: training.statement, changes: training.changes.map(\.id), told: training.changes.map(\.told),
        models: catalogue.swaps(of: training.log).models))
  }

  private func add(_ step: UndoStep) {
    guard !step.isEmpty else { return }
    undone = []
    held.append(step)
  }

  // MARK: Taking back

  /// Takes back the last step: of this session, else what an ended session did to files in the same folder.
  ///
  /// - Returns: The step; nil where there is none.
  /// - Throws: `ExperimentError.data`; nothing is changed then.
  public func undo(of catalogue: Catalogue, in folder: DataFolder) throws(ExperimentError) -> UndoStep? {
    isTurning = true
    let last = if let own = done.last { own } else { try earlier(in: folder) }
    guard let step = last else { return nil }
    let changes = step.namesBefore
    try ExperimentError.converting { () throws(CatalogueError) in try catalogue.check(changes) }
    try turn(step.changes.reversed(), in: folder) { (files, change) throws(JournalError) in try files.undo(change) }
    try ExperimentError.converting { () throws(CatalogueError) in try catalogue.apply(changes) }
    for other in step.others.reversed() { other.undo() }
    held.removeLast()
    undone.append(step)
    return step
  }

  /// Does again what was taken back last.
  ///
  /// - Returns: The step; nil where there is none.
  /// - Throws: `ExperimentError.data`; nothing is changed then.
  public func redo(of catalogue: Catalogue, in folder: DataFolder) throws(ExperimentError) -> UndoStep? {
    isTurning = true
    guard let step = undone.last else { return nil }
    let changes = step.namesAfter
    try ExperimentError.converting { () throws(CatalogueError) in try catalogue.check(changes) }
    try turn(step.changes, in: folder) { (files, change) throws(JournalError) in try files.redo(change) }
    try ExperimentError.converting { () throws(CatalogueError) in try catalogue.apply(changes) }
    for other in step.others { other.redo() }
    undone.removeLast()
    held.append(step)
    return step
  }

  /// The last change of files that is no step of this session, as a step.
  private func earlier(in folder: DataFolder) throws(ExperimentError) -> UndoStep? {
    guard let files else { return nil }
    do throws(JournalError) {
      guard let change = try files.done().first(where: { !own.contains($0.id) }) else { return nil }
      return UndoStep(statement: change.statement, changes: [change.id], told: [change.told])
    } catch {
      throw ExperimentError.data(DataDiagnostic(error, in: folder))
    }
  }

  private func turn(
    _ changes: [Int64], in folder: DataFolder, _ body: (Journal, Change) throws(JournalError) -> Void
  ) throws(ExperimentError) {
    guard !changes.isEmpty else { return }
    guard let files else { throw ExperimentError.data(.noJournal) }
    do throws(JournalError) {
      for id in changes {
        guard let change = try files.change(id) else { throw .notInThatState(id) }
        try body(files, change)
        own.insert(id)
      }
    } catch {
      throw ExperimentError.data(DataDiagnostic(error, in: folder))
    }
  }
}
