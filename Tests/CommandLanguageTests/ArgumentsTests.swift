import CommandLanguage
import Testing

struct ArgumentsTests {
  private static let layers = KeyedArgument("layers", .list(.firstOf(.text)), "Layers.")
  private static let several = CommandDeclaration("probe", "Takes some.", arguments: [Probe.from, layers])

  @Test func `of several the chosen one is taken, also within a list`() throws {
    let given = try Probe.arguments("probe from=[a, b] layers=[[c, d], e]", of: Self.several)
    #expect(given[Probe.from]?.word == "a")
    let chosen = given.choosing { $0[$0.count - 1] }
    #expect(chosen[Probe.from]?.word == "b")
    #expect(chosen[Self.layers]?.map(\.word) == ["d", "e"])
    #expect(chosen.statement == given.statement)
  }

  @Test func `help says which of several is taken`() {
    #expect(Self.several.discussion == "Of several names in brackets, the first available one is used.")
    #expect(CommandDeclaration("probe", "Takes one.", arguments: [Probe.last]).discussion == "")
  }
}
