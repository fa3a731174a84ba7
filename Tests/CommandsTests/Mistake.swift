import Testing

@testable import Commands
@testable import Experiments

/// A cell that cannot be run, and what its reader sees: the line, the caret, the sentence, and what would help.
struct Mistake: Sendable, CustomTestStringConvertible {
  let cell: String
  let seen: String

  init(_ cell: String, _ seen: String) {
    self.cell = cell
    self.seen = seen
  }

  var testDescription: String { cell }
}

extension Notebook {
  /// Runs a cell that must fail with exactly these lines, change nothing, and leave the next cell working.
  func expect(_ mistake: Mistake, at location: SourceLocation = #_sourceLocation) {
    let before = Snapshot(self)
    #expect(fail(mistake.cell, at: location) == mistake.seen, sourceLocation: location)
    #expect(Snapshot(self) == before, "something was changed", sourceLocation: location)
    #expect(run("print \"still here\"", at: location) == "still here\n", sourceLocation: location)
  }
}
