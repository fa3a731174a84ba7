import CommandLanguage
import Testing

struct PositionalArgumentTests {
  private static let name = PositionalArgument("name", .newName, "A name.", effect: .makes(.model))
  private static let steps = PositionalArgument("steps", .integer(1...9), "How many.", default: 1)
  private static let topic = PositionalArgument(optional: "topic", .topic, "What about.")
  private static let declaration = CommandDeclaration("make", "", positionals: [name, steps, topic])

  @Test(arguments: [("make a", 1, nil), ("make a 3", 3, nil), ("make a 3 b", 3, "b")] as [(String, Int, String?)])
  func `words by place are read in order, and may be left out`(statement: String, steps: Int, topic: String?) throws {
    let arguments = try Probe.arguments(statement, of: Self.declaration)
    #expect(arguments[Self.name].word == "a")
    #expect(arguments[Self.steps] == steps)
    #expect(arguments[Self.topic]?.word == topic)
  }

  @Test func `the last place takes as many as come`() throws {
    let arguments = try Probe.arguments("probe near hand other on=hands")
    #expect(arguments[Probe.models].map(\.word) == ["near", "hand", "other"])
    #expect(arguments.nameUses.map(\.name) == ["near", "hand", "other", "hands"])
    #expect(arguments.nameUses.map(\.effect) == [.asks, .asks, .asks, .reads])
  }
}
