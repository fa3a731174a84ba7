extension LevelStack {
  /// Something that is open: the cell, a block, a list, a call, or braces where a value should be.
  struct Level: Equatable {
    enum Kind: Equatable {
      case statements(of: Int?)
      case list
      case call(name: String)
      case dictionary
    }

    /// How far the current statement has come.
    enum Statement: Equatable {
      case none
      case command(Int)
      case assignment(String)
      /// Nothing more may follow.
      case finished
    }

    let kind: Kind
    /// Where it was opened.
    var start = 0
    var statement = Statement.none
    /// The key whose value is awaited.
    var key: String?
    /// How many values without a key are complete.
    var position = 0
    /// Whether an element is complete and no comma has come behind it.
    var hasElement = false
    /// The keys of a call.
    var keys: [String] = []
    /// Whether a list or call is closed further on, once somebody looked.
    var closesLater: Bool?

    var isStatements: Bool {
      if case .statements = kind { return true }
      return false
    }

    /// The command whose block it is.
    var owner: Int? {
      if case .statements(let owner) = kind { return owner }
      return nil
    }

    /// The command that is being typed.
    var commandIndex: Int? {
      if case .command(let index) = statement { return index }
      return nil
    }

    var closer: Token.Kind {
      switch kind {
      case .list: .closeBracket
      case .call: .closeParenthesis
      case .statements, .dictionary: .closeBrace
      }
    }

    /// How it appears in a context; nil for what is no list and no call.
    var nesting: CursorContext.Enclosure? {
      switch kind {
      case .list: .list(position: position)
      case .call(let name): .call(name: name, position: position, keys: keys, key: key)
      case .statements, .dictionary: nil
      }
    }
  }

  /// A command as far as it has been read.
  struct Sketch {
    let name: Located<String>
    var keys: [Located<String>] = []
    var positional: [Located<String>] = []
    var values: [(key: String, value: Located<String>)] = []

    /// The command without what stands at the cursor.
    func command(cursor: Int) -> CursorContext.Command {
      CursorContext.Command(
        name: name.value, keys: keys.filter { !$0.span.touches(cursor) }.map(\.value),
        positional: positional.filter { !$0.span.touches(cursor) }.map(\.value),
        values: Dictionary(
          values.filter { !$0.value.span.touches(cursor) }.map { ($0.key, $0.value.value) }, uniquingKeysWith: { $1 }))
    }
  }

  /// The state at the cursor.
  struct Finding {
    var role: CursorContext.Role
    /// The word, variable or string at the cursor.
    var token: Token?
    /// The command the role speaks of.
    var command: Int?
    /// The commands whose blocks are open.
    var enclosing: [Int] = []
    var nesting: [CursorContext.Enclosure] = []
    var isFollowedByEquals = false
  }
}
