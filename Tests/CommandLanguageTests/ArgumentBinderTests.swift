import CommandLanguage
import Testing

struct ArgumentBinderTests {
  @Test(arguments: [
    ("probe on=hands", "missingWord"), ("probe hand", "missingKey"), ("probe hand on=hands colour=red", "unknownKey"),
    ("probe hand on=hands epochs=1 n=2", "keyGivenTwice"), ("probe hand on=hands epochs=0", "wrongKind"),
    ("probe hand on=hands side=up", "unknownChoice"), ("probe hand on=hands epochs=$x", "unknownVariable"),
    ("probe hand on=hands { flatten }", "blockHasCommand"), ("probe hand on=hands from=[]", "wrongKind"),
    ("probe hand on=hands sizes=3x4", "listWanted"), ("probe hand on=hands sizes=\"3, 4\"", "listWanted"),
    ("probe hand on=hands sizes=axb", "wrongKind"),
  ])
  func `what does not fit is told`(statement: String, problem: String) {
    #expect(Probe.problem(statement) == problem)
  }

  @Test func `variables stand for their values`() throws {
    #expect(try Probe.arguments("k = 4; probe hand on=hands epochs=$k")[Probe.epochs] == 4)
    #expect(try Probe.arguments("k = 4; probe hand on=hands sizes=[1, $k]")[Probe.sizes] == [1, 4])
  }

  @Test func `parts of a block are checked, under other words, too`() throws {
    let size = PositionalArgument("size", .integer(1...9), "Size.")
    let dense = CommandDeclaration("dense", "", positionals: [size])
    let net = CommandDeclaration("net", "", parts: [dense], partAliases: ["linear": "dense"])
    let arguments = try Probe.arguments("net { dense 3; linear 4 }", of: net)
    #expect(arguments.parts.map { $0[size] } == [3, 4])
    #expect(throws: UsageError.self) { try Probe.arguments("net { dense 10 }", of: net) }
    #expect(throws: UsageError.self) { try Probe.arguments("net { conv 3 }", of: net) }
  }
}
