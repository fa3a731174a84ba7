/// What is open around a place in a source (blocks, lists, calls), and the commands of the outermost statement as far as it was read.
struct LevelStack {
  private let source: Source
  /// What is open, the outermost (the cell itself) first.
  private var levels = [Level(kind: .statements(of: nil))]
  /// The commands of the outermost statement so far; levels refer to them by index.
  private(set) var commands: [Sketch] = []

  init(_ source: Source) { self.source = source }

  /// The innermost thing that is open.
  private(set) var top: Level {
    get { levels[levels.count - 1] }
    set { levels[levels.count - 1] = newValue }
  }

  private func located(_ span: Span) -> Located<String> { Located(source.text(of: span), at: span) }

  // MARK: What is read

  /// A command's name; returns the command's number.
  mutating func begin(_ name: Span) -> Int {
    top.statement = .command(commands.count)
    commands.append(Sketch(name: located(name)))
    return commands.count - 1
  }

  /// A word in front of `=`: a key, or the variable of an assignment.
  mutating func takeKey(_ span: Span) {
    let name = located(span)
    switch (top.kind, top.statement) {
    case (.statements(let owner), .none):
      top.statement = .assignment(name.value)
      if let owner { commands[owner].keys.append(name) }
    case (.statements, .command(let index)):
      top.key = name.value
      commands[index].keys.append(name)
    case (.call, _):
      top.key = name.value
      top.keys.append(name.value)
    default: break
    }
  }

  /// A value ends: it is the one its key awaits, or the next in order.
  mutating func complete(_ span: Span) {
    if case .command(let index) = top.statement {
      if let key = top.key {
        commands[index].values.append((key, located(span)))
      } else {
        commands[index].positional.append(located(span))
      }
    }
    if top.isStatements && top.commandIndex == nil { top.statement = .finished }
    if top.key == nil { top.position += 1 }
    top.key = nil
    top.hasElement = true
  }

  /// A comma: the next element begins.
  mutating func takeComma() { top.hasElement = false }

  // MARK: What is opened and closed

  /// Opens a level, unless the parser would read no further anyway.
  mutating func open(_ kind: Level.Kind, at start: Int) {
    guard levels.count <= TokenCursor.nestingLimit else { return }
    levels.append(Level(kind: kind, start: start))
  }

  /// Opens the call of this name.
  mutating func openCall(_ name: Span) { open(.call(name: source.text(of: name)), at: name.start) }

  /// Opens a block, or braces where a value should be.
  mutating func openBrace(at start: Int) {
    if let command = top.commandIndex, top.key == nil {
      open(.statements(of: command), at: start)
    } else {
      open(.dictionary, at: start)
    }
  }

  /// Closes the innermost level, a value that ends here.
  mutating func close(at end: Int) {
    let start = levels.removeLast().start
    complete(Span(start, end))
  }

  /// Closes the innermost braces, and the lists in them that were left open.
  mutating func closeBrace(at end: Int) {
    guard let braces = levels.lastIndex(where: { $0.kind == .dictionary || $0.owner != nil }) else { return }
    levels.removeSubrange((braces + 1)...)
    if top.kind == .dictionary { return close(at: end) }
    levels.removeLast()
    top.statement = .finished
  }

  /// Ends the innermost statement; says whether it was the outermost.
  mutating func endStatement() -> Bool {
    top = Level(kind: top.kind, start: top.start)
    return levels.count == 1
  }

  /// Takes the lists and calls that are open as left open by mistake.
  mutating func abandonLists() {
    while !top.isStatements { levels.removeLast() }
  }

  /// Forgets the commands of a statement that has ended.
  mutating func forgetCommands() { commands.removeAll(keepingCapacity: true) }

  // MARK: Questions

  /// Whether the token with this span names the command: nothing opens in `print("x")`, whose arguments are completed like
  /// those of `print "x"`.
  func isCommandName(_ span: Span?) -> Bool {
    guard let command = top.commandIndex else { return false }
    return commands[command].name.span == span
  }

  /// Notes whether the innermost list or call is closed further on.
  mutating func note(closesLater: Bool) { top.closesLater = closesLater }

  /// The state at a cursor that is in this token, or in none.
  func finding(at token: Token?) -> Finding {
    guard let innermost = levels.lastIndex(where: \.isStatements) else { return Finding(role: .nothing) }
    let level = levels[innermost]
    let brackets = levels[(innermost + 1)...]
    let isMisplaced = brackets.last?.hasElement ?? false || brackets.contains { $0.kind == .dictionary }
    if isMisplaced { return Finding(role: .nothing, token: token) }

    var finding = Finding(role: .nothing, token: token, enclosing: levels[...innermost].compactMap(\.owner))
    finding.nesting = brackets.compactMap(\.nesting)
    switch level.statement {
    case .none where brackets.isEmpty: finding.role = .command
    case .none, .finished: break
    case .command(let index):
      finding.command = index
      finding.role = level.key.map { .value(key: $0) } ?? .argument(position: level.position)
    case .assignment(let name):
      finding.command = level.owner
      finding.role = level.owner == nil ? .assignment(name: name) : .value(key: name)
      if level.owner != nil { finding.enclosing.removeLast() }
    }
    return finding
  }
}
