/// Why files were not changed, or not changed back, as facts. They stand as they stood before.
public enum JournalError: Error, Sendable, Equatable {
  /// The store of changes cannot be written.
  case store(StoreError)
  /// A file or stored content cannot be read or written.
  case content(ContentError)
  /// There is something already where something was to be put.
  case inTheWay(path: String)
  /// What was to be changed is not there.
  case notThere(path: String)
  /// A file was changed by somebody else since, so the change cannot be taken back or made again.
  case changedSince(path: String)
  /// Somebody else is taking the change back, or has done so.
  case notInThatState(Int64)
}
