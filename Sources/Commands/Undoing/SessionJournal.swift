import Foundation
import RunStore

/// What a session can take back, statement by statement.
///
/// Models and datasets need nothing said of them: `StatementRunner` compares the names before and after every statement,
/// also one that was interrupted. Two things must be said by the command that does them:
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
  private var pending: UndoStep?
  private var isTurning = false
  /// Changes of files that belong to steps of this session.
  private var own: Set<Int64> = []

  /// How many statements are kept, and how many bytes of models.
  static let stepLimit = 100
  static let byteLimit = 200_000_000

  init(files: Journal?) { self.files = files }

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

  /// What a session's names stand for, to be compared later.
  struct Names {
    fileprivate let models: NamedThings<Model>
    fileprivate let datasets: NamedThings<Dataset>

    init(_ session: Session) {
      models = session.models
      datasets = session.datasets
    }

    /// Whether a name was given or taken away since.
    func differ(from session: Session) -> Bool {
      models.lastMark != session.models.lastMark || datasets.lastMark != session.datasets.lastMark
    }
  }

  /// Puts aside what the running statement has said so far, for another statement comes in between.
  func putAside() -> UndoStep? {
    defer { pending = nil }
    return pending
  }

  /// Goes on with what was put aside.
  func takeUp(_ step: UndoStep?) { pending = step }

  /// Makes a step of what a statement has changed.
  func close(_ statement: @autoclosure () -> String, since earlier: Names, in session: Session) {
    defer {
      pending = nil
      isTurning = false
    }
    guard !isTurning, pending != nil || earlier.differ(from: session) else { return }
    let gathered = pending
    var step = UndoStep(
      statement: statement(), changes: gathered?.changes ?? [], told: gathered?.told ?? [],
      others: gathered?.others ?? []
    )
    let others = session.changesOfOthers
    step.models = session.models.changes(since: earlier.models).filter { !others.models.contains($0) }.map {
      UndoStep.Swap(name: $0, before: earlier.models[$0], after: session.models[$0])
    }
    step.datasets = session.datasets.changes(since: earlier.datasets).filter { !others.datasets.contains($0) }.map {
      UndoStep.Swap(name: $0, before: earlier.datasets[$0], after: session.datasets[$0])
    }
    guard !step.isEmpty else { return }
    done.append(step)
    undone = []
    let bytes = done.reduce(0) { $0 + $1.bytes }
    var excess = bytes - Self.byteLimit
    while done.count > 1, done.count > Self.stepLimit || excess > 0 { excess -= done.removeFirst().bytes }
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
    try turn(step.changes.reversed(), in: session) { (files, change) throws(JournalError) in try files.undo(change) }
    for swap in step.models { session.models[swap.name] = swap.before }
    for swap in step.datasets { session.datasets[swap.name] = swap.before }
    for other in step.others.reversed() { other.undo(session) }
    if !done.isEmpty { done.removeLast() }
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
    try turn(step.changes, in: session) { (files, change) throws(JournalError) in try files.redo(change) }
    for swap in step.models { session.models[swap.name] = swap.after }
    for swap in step.datasets { session.datasets[swap.name] = swap.after }
    for other in step.others { other.redo(session) }
    undone.removeLast()
    done.append(step)
    return step
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
