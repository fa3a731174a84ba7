import TestSupport
import Testing

@testable import Language

/// Texts that almost are cells. `WHET_FUZZ` sets how many are tried; the seed of a failure is in its message.
struct FuzzTests {
  private func forEachText(_ body: (Source, UInt64, inout Dice) throws -> Void) rethrows {
    for seed in 0..<UInt64(Rounds.fuzz(else: 2_000)) {
      var mutator = CellMutator(seed: seed)
      let source = Source(mutator.text())
      try body(source, seed, &mutator.dice)
    }
  }

  private func isSound(_ span: Span, in source: Source) -> Bool {
    span.end <= source.bytes.count && source.fitted(span) == span
  }

  @Test func `tokens cover the source in order, at whole characters`() {
    forEachText { source, seed, _ in
      var lexer = Lexer(source)
      var end = 0
      while true {
        let token = lexer.next()
        let isOrdered = token.span.start >= end && (token.kind == .end || !token.span.isEmpty)
        if !isOrdered || !isSound(token.span, in: source) { Issue.record("seed \(seed): \(token) after \(end)") }
        end = token.span.end
        if token.kind == .end { break }
      }
    }
  }

  @Test func `a text is read, or refused with a place and a sentence`() {
    forEachText { source, seed, _ in
      do throws(SyntaxError) {
        let cell = try Parser.parse(source)
        for statement in cell.statements where !isSound(statement, in: source) {
          Issue.record("seed \(seed): \(statement) is out of place")
        }
      } catch {
        #expect(isSound(error.span, in: source), "seed \(seed)")
        #expect(!error.message.isEmpty, "seed \(seed)")
        #expect(error.rendered(in: source).contains("^ " + error.message), "seed \(seed)")
      }
    }
  }

  @Test func `what is printed reads the same again`() throws {
    try forEachText { source, seed, _ in
      guard let cell = try? Parser.parse(source) else { return }
      let again = try Parser.parse(Source(cell.description))
      #expect(again.description == cell.description, "seed \(seed)")
      #expect(again.statements.count == cell.statements.count, "seed \(seed)")
    }
  }

  @Test func `completeness agrees with the parser`() {
    forEachText { source, seed, _ in
      let faulty = fault(of: source)
      switch Completeness(source) {
      case .complete: #expect(faulty == nil, "seed \(seed)")
      case .invalid: #expect(faulty != nil, "seed \(seed)")
      case .incomplete(let indent): #expect(!indent.isEmpty, "seed \(seed)")
      }
    }
  }

  @Test func `a cursor has a context everywhere`() {
    forEachText { source, seed, dice in
      let scalars = Array(source.text.unicodeScalars)
      let cursor = dice.below(scalars.count + 1)
      let context = CursorContext(source, at: cursor)
      let isInside = context.replacement.lowerBound >= 0 && context.wordRange.upperBound <= scalars.count
      guard isInside, context.replacement.upperBound == cursor else {
        Issue.record("seed \(seed): \(context) at \(cursor)")
        return
      }
      #expect(Array(context.partial.unicodeScalars) == Array(scalars[context.replacement]), "seed \(seed)")
      #expect(Array(context.word.unicodeScalars) == Array(scalars[context.wordRange]), "seed \(seed)")
    }
  }

  /// Whether everything in a statement lies in it, and everything in a command in the command.
  private func isSound(_ statement: Statement, in source: Source) -> Bool {
    switch statement {
    case .command(let command): isSound(command, in: source)
    case .assignment(let assignment):
      isSound(assignment.name.span, in: source) && isSound(assignment.value, within: assignment.span, in: source)
    }
  }

  private func isSound(_ command: CommandCall, in source: Source) -> Bool {
    isSound(command.span, in: source) && source.text(of: command.name.span) == command.name.value
      && command.arguments.allSatisfy { isSound($0, within: command.span, in: source) }
      && (command.block?.parts ?? []).allSatisfy { command.span.start < $0.span.start && isSound($0, in: source) }
  }

  private func isSound(_ argument: Argument, within outer: Span, in source: Source) -> Bool {
    let isKeySound = argument.key.map { source.text(of: $0.span) == $0.value } ?? true
    return isKeySound && isSound(argument.value, within: outer, in: source)
  }

  private func isSound(_ value: Value, within outer: Span, in source: Source) -> Bool {
    guard isSound(value.span, in: source), outer.start <= value.span.start, value.span.end <= outer.end,
      value.text == source.text(of: value.span)
    else { return false }
    let elements = value.list?.allSatisfy { isSound($0, within: value.span, in: source) } ?? true
    let arguments = value.call?.arguments.allSatisfy { isSound($0, within: value.span, in: source) } ?? true
    return elements && arguments
  }
}
