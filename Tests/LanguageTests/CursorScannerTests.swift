import Language
import Testing

/// In cells that parse, the walk must see what the parser sees.
struct CursorScannerTests {
  static let cells = [
    """
    # photos ✊
    dataset hands path="Dataset é" labels=[✊, ✋, ✌️]
    show hands columns=10; undo
    epochs = 50
    train hand on=hands.train validate = hands.test \\
      from=start {
      epochs = $epochs
      schedule = cyclic(0.1, [1, 2], step=$step, shape="tri")
      augment = [flipHorizontal, "flip",
        f(x)]
    }
    compare near $hand 'turi' [a, b] on=hands by=leaveOneOut
    """,
    """
    network lenet input=[1, 28, 28] seed=7 {
      convolution 32 kernel=3 activation=relu
      group first { flatten; dense 500 activation = relu { units = [1] ; part p=1 } }
      innerProduct 10 ; softmax
    }

    network other { maxPool 2 }
    """,
  ]

  private func parse(_ text: String) throws -> (source: Source, statements: [Statement]) {
    let source = Source(text)
    return (source, try Parser.parse(source).statements)
  }

  private func context(_ source: Source, at offset: Int) -> CursorContext {
    CursorContext(source, at: source.codePoints(before: offset))
  }

  @Test(arguments: cells)
  func `every command, key and value is seen as the parser sees it`(text: String) throws {
    let (source, statements) = try parse(text)
    for case .command(let command) in statements { check(command, in: source, enclosing: []) }
    for case .assignment(let assignment) in statements {
      #expect(context(source, at: assignment.name.span.end).role == .command)
      #expect(context(source, at: assignment.name.span.end).isFollowedByEquals)
      check(assignment.value, role: .assignment(name: assignment.name.value), depth: 0, in: source)
    }
  }

  private func check(_ command: CommandCall, in source: Source, enclosing: [String]) {
    let name = context(source, at: command.name.span.end)
    #expect(name.role == .command)
    #expect(name.word == command.name.value)
    #expect(name.command?.keys == command.arguments.compactMap { $0.key?.value })
    #expect(name.command?.positional == command.positional.map(\.text))
    #expect(name.enclosing.map(\.name) == enclosing)
    var position = 0
    for argument in command.arguments {
      if let key = argument.key {
        checkKey(key, of: command, in: source, enclosing: enclosing)
        check(argument.value, role: .value(key: key.value), depth: 0, in: source)
      } else {
        check(argument.value, role: .argument(position: position), depth: 0, in: source)
        position += 1
      }
    }
    for part in command.block?.parts ?? [] {
      check(part, in: source, enclosing: enclosing + [command.name.value])
    }
  }

  private func checkKey(_ key: Located<String>, of command: CommandCall, in source: Source, enclosing: [String]) {
    let found = context(source, at: key.span.end)
    #expect(found.word == key.value)
    #expect(found.isFollowedByEquals)
    let isInBlock = command.block.map { $0.span.start < key.span.start } ?? false
    let owner = isInBlock ? found.enclosing.last : found.command
    #expect(owner?.name == command.name.value)
    #expect(owner?.keys == command.arguments.compactMap { $0.key?.value }.filter { $0 != key.value })
    #expect(found.enclosing.map(\.name) == enclosing + (isInBlock ? [command.name.value] : []))
  }

  /// Checks the last letter of a value, and in lists and calls of every part.
  private func check(_ value: Value, role: CursorContext.Role, depth: Int, in source: Source) {
    switch value.kind {
    case .list(let elements):
      for element in elements { check(element, role: role, depth: depth + 1, in: source) }
    case .call(let call):
      for argument in call.arguments { check(argument.value, role: role, depth: depth + 1, in: source) }
    case .word, .variable:
      let found = context(source, at: value.span.end)
      #expect(found.role == role)
      #expect(found.word == value.text)
      #expect(found.nesting.count == depth)
    case .string(let contents):
      let found = context(source, at: value.span.end - 1)
      #expect(found.role == role)
      #expect(found.word == value.text)
      #expect(found.partialContents == contents)
      #expect(found.nesting.count == depth)
    }
  }

  @Test(arguments: cells)
  func `while a cell is being typed its last letter has the role it will have`(text: String) throws {
    let whole = Source(text)
    let scalars = Array(text.unicodeScalars)
    for end in 1...scalars.count {
      let typed = Source(String(String.UnicodeScalarView(scalars[..<end])))
      let found = CursorContext(typed, at: end)
      let later = CursorContext(whole, at: end)
      #expect(found.partial == later.partial, "behind \(end) letters")
      // In front of "=" the key is given, and nothing else fits; while it is being typed, no "=" is there yet.
      if later.role == .nothing && end < scalars.count && scalars[end...].first == "=" { continue }
      #expect(found.enclosing.map(\.name) == later.enclosing.map(\.name), "behind \(end) letters")
      #expect(found.role == later.role, "behind \(end) letters")
    }
  }
}
