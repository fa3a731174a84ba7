import Experiments
import Foundation
import Networks
import RunStore

/// What a session can take back, statement by statement.
///
/// Models and datasets need nothing said of them: the catalogue notes what every statement changes, also one that was
/// interrupted. Two things must be said by the command that does them:
///
/// - **Files** are changed through `change(_:for:told:in:)` and no other way: it writes the change down in the state
///   folder first, makes it all or none, and lets later sessions take it back.
/// - **Anything else in the session** (a queue, a setting) is said with `record(_:)`, after it was changed.
///
/// What is said is gathered until the statement ends, and is one step then.
final class SessionJournal {
  /// The journal of files; nil where the state folder cannot be written.
  let files: Journal?
  /// What was done, oldest first, and what was taken back, oldest first.
  private(set) var done: [UndoStep] = []
  private(set) var undone: [UndoStep] = []
  /// What the steps that were done hold in memory, and how much that is together.
  private var held: [[SharedBytes.Piece]] = []
  private(set) var bytes = SharedBytes()
  private var pending: UndoStep?
  private var isTurning = false
  /// Changes of files that belong to steps of this session.
  private var own: Set<Int64> = []

  /// How many statements are kept.
  static let stepLimit = 100
  /// How many bytes of models are kept beside those that have names.
  private let byteLimit: Int

  init(files: Journal?, byteLimit: Int? = nil) {
    self.files = files
    self.byteLimit = byteLimit ?? min(200_000_000, (MemoryLimit.available ?? 1 << 30) / 8)
  }

  // MARK: For commands

  /// Changes files, all or none.
  ///
  /// - Parameters:
  ///   - edits: The changes.
  ///   - statement: The statement, as typed.
  ///   - told: What they come to: "8FDEEF3B….jpg was removed from hands.train".
  ///   - folder: How paths are shortened in messages.
  /// - Throws: `Fact.data`; nothing is changed then.
  func change(_ edits: [FileEdit], for statement: String, told: String, in folder: DataFolder) throws(Fault) {
    guard let files else { throw Fault(.data(.noJournal)) }
    do throws(JournalError) {
      let id = try files.perform(edits, for: statement, told: told)
      own.insert(id)
      var step = pending ?? UndoStep(statement: statement)
      step.changes.append(id)
      step.told.append(told)
      pending = step
    } catch {
      throw Fault(.data(DataFact(error, in: folder)))
    }
  }

  /// Says that something in the session was changed that is neither a model, a dataset nor a file.
  func record(_ other: UndoStep.Restorable) {
    pending = pending ?? UndoStep(statement: "")
    pending?.others.append(other)
  }

  // MARK: For the runner of statements

  /// Puts aside what the running statement has said so far, for another statement comes in between.
  func putAside() -> UndoStep? {
    defer { pending = nil }
    return pending
  }

  /// Goes on with what was put aside.
  func takeUp(_ step: UndoStep?) { pending = step }

  /// Makes a step of what a statement has changed.
  func close(_ statement: @autoclosure () -> String, _ log: ChangeLog, of catalogue: Catalogue) {
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
  func add(_ training: Catalogue.EndedTraining, of catalogue: Catalogue) {
    add(UndoStep(statement: training.statement, models: catalogue.swaps(of: training.log).models))
  }

  private func add(_ step: UndoStep) {
    guard !step.isEmpty else { return }
    undone = []
    append(step)
  }

  private func append(_ step: UndoStep) {
    let pieces = step.pieces
    done.append(step)
    held.append(pieces)
    bytes.add(pieces)
    while done.count > 1, done.count > Self.stepLimit || bytes.total > byteLimit {
      done.removeFirst()
      bytes.remove(held.removeFirst())
    }
  }

  // MARK: Taking back

  /// Takes back the last step: of this session, else what an ended session did to files in the same folder.
  ///
  /// - Returns: The step; nil where there is none.
  /// - Throws: `Fact.data`; nothing is changed then.
  func undo(in session: Session) throws(Fault) -> UndoStep? {
    isTurning = true
    let last = if let own = done.last { own } else { try earlier(in: session) }
    guard let step = last else { return nil }
    let changes = step.namesBefore
    try check(changes, in: session)
    try turn(step.changes.reversed(), in: session) { (files, change) throws(JournalError) in try files.undo(change) }
    try apply(changes, in: session)
    for other in step.others.reversed() { other.undo(session) }
    if !done.isEmpty {
      done.removeLast()
      bytes.remove(held.removeLast())
    }
    undone.append(step)
    return step
  }

  /// Does again what was taken back last.
  ///
  /// - Returns: The step; nil where there is none.
  /// - Throws: `Fact.data`; nothing is changed then.
  func redo(in session: Session) throws(Fault) -> UndoStep? {
    isTurning = true
    guard let step = undone.last else { return nil }
    let changes = step.namesAfter
    try check(changes, in: session)
    try turn(step.changes, in: session) { (files, change) throws(JournalError) in try files.redo(change) }
    try apply(changes, in: session)
    for other in step.others { other.redo(session) }
    undone.removeLast()
    append(step)
    return step
  }

  private func check(_ changes: [CatalogueChange], in session: Session) throws(Fault) {
    do throws(CatalogueError) { try session.catalogue.check(changes) } catch { throw Fault(error) }
  }

  private func apply(_ changes: [CatalogueChange], in session: Session) throws(Fault) {
    do throws(CatalogueError) { try session.catalogue.apply(changes) } catch { throw Fault(error) }
  }

  /// The last change of files that is no step of this session, as a step.
  private func earlier(in session: Session) throws(Fault) -> UndoStep? {
    guard let files else { return nil }
    do throws(JournalError) {
      guard let change = try files.done().first(where: { !own.contains($0.id) }) else { return nil }
      return UndoStep(statement: change.statement, changes: [change.id], told: [change.told])
    } catch {
      throw Fault(.data(DataFact(error, in: session.files)))
    }
  }

  private func turn(
    _ changes: [Int64], in session: Session, _ body: (Journal, Change) throws(JournalError) -> Void
  ) throws(Fault) {
    guard !changes.isEmpty else { return }
    guard let files else { throw Fault(.data(.noJournal)) }
    do throws(JournalError) {
      for id in changes {
        guard let change = try files.change(id) else { throw .notInThatState(id) }
        try body(files, change)
        own.insert(id)
      }
    } catch {
      throw Fault(.data(DataFact(error, in: session.files)))
    }
  }
}
