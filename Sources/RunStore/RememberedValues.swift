internal import Databases

/// Named values that outlive the process, for example a model's last learning rate: a text for each name within a scope.
extension RunStore {
  /// Remembers a value in place of an earlier one; nil forgets it.
  public func remember(_ value: String?, as name: String, in scope: String) throws(StoreError) {
    try withConnection { connection throws(StoreError) in
      if let value {
        try connection.execute(
          "INSERT OR REPLACE INTO remembered (scope, name, value) VALUES (?, ?, ?)", .text(scope), .text(name),
          .text(value))
      } else {
        try connection.execute("DELETE FROM remembered WHERE scope = ? AND name = ?", .text(scope), .text(name))
      }
    }
  }

  /// The value remembered under a name; nil where there is none.
  public func remembered(_ name: String, in scope: String) throws(StoreError) -> String? {
    try withConnection { connection throws(StoreError) in
      try connection.rows(
        "SELECT value FROM remembered WHERE scope = ? AND name = ?", [.text(scope), .text(name)], atMost: 1
      ) { $0.text(0) }.first
    }
  }

  /// Everything remembered in a scope.
  public func remembered(in scope: String) throws(StoreError) -> [String: String] {
    let pairs = try withConnection { connection throws(StoreError) in
      try connection.rows("SELECT name, value FROM remembered WHERE scope = ?", [.text(scope)], atMost: .max) {
        row -> (String, String)? in
        guard let name = row.text(0), let value = row.text(1) else { return nil }
        return (name, value)
      }
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}
