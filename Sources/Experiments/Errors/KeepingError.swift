public import RunStore

/// Why something could not be kept, or not be had back, as facts.
public enum KeepingError: Error, Equatable {
  /// The store of names cannot be read or written.
  case store(StoreError)
  /// The content cannot be read or written, or is not what was stored.
  case content(ContentError)
  /// What was kept makes no sense.
  case damaged
  /// A later version of the program kept it.
  case newer(engine: String)
}
