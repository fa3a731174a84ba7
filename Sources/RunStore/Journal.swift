public import Foundation

/// Changes files so that each statement's changes are made all or none, at whatever moment the process ends, and can be
/// taken back, also by a later session.
///
/// A change is written down first, with what stood there before kept in the content store; then it is made, each file
/// at one stroke; then it is marked as done. What an ended session left half done is taken back when the next one opens
/// its journal. A session's end is seen by its mark, so that nobody takes back what another session is doing.
///
/// Sessions that share a state folder share the journal; `place` (the folder a session works in) tells their changes
/// apart. All calls may be made from any thread; two at once in one process are not needed and not provided for.
public final class Journal: Sendable {
  /// Where changes are written down.
  public let store: RunStore
  /// Where content is kept.
  public let contents: ContentStore
  /// The folder this session works in.
  public let place: String
  private let mark: SessionMark

  /// The name by which this session is known to others.
  public var session: String { mark.name }

  /// Whether a session is alive, by its name.
  public func isAlive(_ session: String) -> Bool {
    session == mark.name || SessionMark.isAlive(session, stateFolder: store.folder)
  }

  /// How many changes are remembered; older ones cannot be taken back any more.
  static let memory = 1000

  /// Opens the journal for a session, takes back what ended sessions left half done, and clears out content that nobody
  /// needs any more.
  ///
  /// - Throws: `JournalError.store` where the state folder cannot be written.
  public init(store: RunStore, place: String) throws(JournalError) {
    self.store = store
    self.place = place
    contents = ContentStore(stateFolder: store.folder)
    mark = try Self.storing { () throws(StoreError) in try SessionMark(stateFolder: store.folder) }
    try Self.storing { () throws(StoreError) in try recover() }
    // Where that fails nothing is removed, which is no reason to do without a journal.
    try? clearOut()
  }

  // MARK: Changing

  /// Changes files, all or none.
  ///
  /// - Parameters:
  ///   - edits: The changes, in order. Each is taken to be made on what the ones before it leave.
  ///   - statement: The statement they are made for, as typed.
  ///   - told: What it does, for whoever takes it back: "8FDEEF3B….jpg was removed from hands.train".
  ///   - date: The time it is.
  /// - Returns: The number under which it can be taken back.
  /// - Throws: `JournalError`; nothing is changed then.
  @discardableResult
  public func perform(
    _ edits: [FileEdit], for statement: String, told: String, at date: Date = Date()
  ) throws(JournalError) -> Int64 {
    var plan = FilePlan(contents: contents)
    var changes: [FileChange] = []
    for edit in edits { changes.append(try plan.change(edit)) }
    let id = try Self.storing { () throws(StoreError) in
      try store.fileChanges.begin(changes, statement, told: told, session: mark.name, place: place, at: date)
    }
    let maker = ChangeMaker(contents: contents, id: id)
    do throws(ContentError) {
      for (edit, change) in zip(edits, changes) { try maker.make(change, from: edit) }
    } catch {
      maker.takeBack(changes)
      try? store.fileChanges.forget(id)
      throw .content(error)
    }
    try settle(id, as: .done, from: .begun, or: changes, forgetting: true)
    return id
  }

  /// Takes a change back.
  ///
  /// - Throws: `JournalError.changedSince` where a file is not as the change left it; nothing is changed then.
  public func undo(_ change: Change) throws(JournalError) {
    try turn(change, from: .done, by: .undoing, to: .undone, change.files.reversed().map(\.reversed))
  }

  /// Makes a change again that was taken back.
  ///
  /// - Throws: as `undo`.
  public func redo(_ change: Change) throws(JournalError) {
    try turn(change, from: .undone, by: .redoing, to: .done, change.files)
  }

  private func turn(
    _ change: Change, from: Change.State, by: Change.State, to: Change.State, _ files: [FileChange]
  ) throws(JournalError) {
    try check(files)
    guard
      try Self.storing({ () throws(StoreError) in
        try store.fileChanges.set(by, of: change.id, from: from, session: mark.name)
      })
    else { throw .notInThatState(change.id) }
    let maker = ChangeMaker(contents: contents, id: change.id)
    do throws(ContentError) {
      for file in files { try maker.make(file) }
    } catch {
      maker.takeBack(files)
      _ = try? store.fileChanges.set(from, of: change.id, from: by, session: mark.name)
      throw .content(error)
    }
    try settle(change.id, as: to, from: by, or: files, forgetting: false)
  }

  /// Sees to it that files stand as they must for a change to be made, and that all content it needs is there. What will
  /// be written over is stored, so that it can be had again.
  private func check(_ files: [FileChange]) throws(JournalError) {
    var seen: Set<String> = []
    for file in files {
      // Of several changes to one path the first sees the file as it is now.
      let isFirst = seen.isDisjoint(with: file.paths)
      seen.formUnion(file.paths)
      let isReady: Bool
      do throws(ContentError) {
        if isFirst { isReady = try file.reversed.isMade() } else { isReady = true }
        if isReady, case .replace(let path, let before, let after) = file {
          if isFirst, case .file = before { try contents.put(contentsOf: URL(filePath: path)) }
          if isFirst, before.isTree { try contents.put(folder: path) }
          if let hash = after.content, isFirst || contents.contains(hash) { _ = try contents.get(hash) }
        }
      } catch {
        throw .content(error)
      }
      guard isReady else { throw .changedSince(path: file.paths.last ?? "") }
    }
  }

  /// Marks a change; where that fails, its files are brought back.
  private func settle(
    _ id: Int64, as state: Change.State, from earlier: Change.State, or files: [FileChange], forgetting: Bool
  ) throws(JournalError) {
    do throws(StoreError) {
      _ = try store.fileChanges.set(state, of: id, from: earlier, session: mark.name)
    } catch {
      ChangeMaker(contents: contents, id: id).takeBack(files)
      if forgetting { try? store.fileChanges.forget(id) }
      throw .store(error)
    }
  }

  // MARK: Looking

  /// The changes that can be taken back by this session, newest first: its own, and those of ended sessions in the same
  /// place. What another living session did is its own to take back.
  public func done(atMost count: Int = .max) throws(JournalError) -> [Change] { try mine([.done], count) }

  /// The changes that were taken back and can be made again, newest first.
  public func undone(atMost count: Int = .max) throws(JournalError) -> [Change] { try mine([.undone], count) }

  private func mine(_ states: [Change.State], _ count: Int) throws(JournalError) -> [Change] {
    let all = try Self.storing { () throws(StoreError) in try store.fileChanges.changes(states, place: place) }
    var isAlive: [String: Bool] = [:]
    var found: [Change] = []
    for change in all where found.count < count {
      let session = change.session
      let foreign =
        session != mark.name && isAlive[session, default: SessionMark.isAlive(session, stateFolder: store.folder)]
      isAlive[session] = foreign
      if !foreign { found.append(change) }
    }
    return found
  }

  /// The change of a number; nil where there is none.
  ///
  /// - Throws: `JournalError.store`.
  public func change(_ id: Int64) throws(JournalError) -> Change? {
    try Self.storing { () throws(StoreError) in try store.fileChanges.change(id) }
  }

  // MARK: After an end in the midst

  /// Takes back what ended sessions left half done.
  private func recover() throws(StoreError) {
    for change in try store.fileChanges.changes([.begun, .undoing, .redoing])
    where !SessionMark.isAlive(change.session, stateFolder: store.folder) {
      // Only one session does it: the one that the change now belongs to.
      guard try store.fileChanges.claim(change, by: mark.name) else { continue }
      let maker = ChangeMaker(contents: contents, id: change.id)
      // First what was half-written: a folder that was made for it is only removed empty.
      maker.clearTemporaries(change.files)
      maker.takeBack(change.files)
      if change.state == .begun {
        try store.fileChanges.forget(change.id)
      } else {
        _ = try store.fileChanges.set(.undone, of: change.id, from: change.state, session: mark.name)
      }
    }
  }

  /// Forgets the oldest changes, and once a day removes the content that nobody holds.
  private func clearOut() throws(StoreError) {
    let ended = try store.fileChanges.changes([.done, .undone])
    for change in ended.dropFirst(Self.memory) { try store.fileChanges.forget(change.id) }
    let day = String(Int(Date().timeIntervalSince1970 / 86_400))
    guard try store.remembered("lastCollection", in: "contents") != day else { return }
    // What a damaged database does not say is held, may be held.
    try store.check()
    try contents.collect(storedSince: store.earlierContentsEnd) { () throws(StoreError) in try store.held() }
    try store.remember(day, as: "lastCollection", in: "contents")
  }

  private static func storing<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(JournalError) -> Result {
    do throws(StoreError) { return try body() } catch { throw .store(error) }
  }
}
