internal import Databases

/// Texts that are kept together with the stored content they speak of, for example a description of a model and its
/// weights.
extension RunStore {
  /// Remembers a text in place of an earlier one, and holds the content it needs; what only the earlier one needed is let
  /// go. All or nothing is done.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: Its name, to be read by `remembered`.
  ///   - scope: What its name belongs to.
  ///   - hashes: The content it needs, stored within the last hour or held by somebody.
  /// - Throws: `StoreError`; the earlier text and its content are untouched then.
  public func keep(
    _ text: String, as name: String, in scope: String, needing hashes: Set<ContentHash>
  ) throws(StoreError) {
    try withConnection { connection throws(StoreError) in
      try connection.transaction { () throws(StoreError) in
        try connection.execute(
          "INSERT OR REPLACE INTO remembered (scope, name, value) VALUES (?, ?, ?)", .text(scope), .text(name),
          .text(text))
        try connection.hold(hashes, by: Self.holder(name, scope))
      }
    }
  }

  /// Forgets a text that was kept, and lets go of the content it needed.
  public func forget(_ name: String, in scope: String) throws(StoreError) {
    try withConnection { connection throws(StoreError) in
      try connection.transaction { () throws(StoreError) in
        try connection.execute(
          "DELETE FROM remembered WHERE scope = ? AND name = ?", .text(scope), .text(name))
        try connection.hold([], by: Self.holder(name, scope))
      }
    }
  }

  private static func holder(_ name: String, _ scope: String) -> String { "\(scope): \(name)" }
}

extension Connection {
  /// Says which content somebody needs, and no other.
  fileprivate func hold(_ hashes: Set<ContentHash>, by holder: String) throws(StoreError) {
    try execute("DELETE FROM holdings WHERE holder = ?", .text(holder))
    for hash in hashes.map(\.description).sorted() {
      try execute("INSERT INTO holdings (holder, hash) VALUES (?, ?)", .text(holder), .text(hash))
    }
  }
}
