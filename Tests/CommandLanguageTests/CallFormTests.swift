import CommandLanguage
import Testing

struct CallFormTests {
  @Test(
    arguments: [
      ("rest", .rest), ("rest()", .rest), ("turn(15)", .turn(15, times: 1)), ("turn(1/2, 3)", .turn(0.5, times: 3)),
      ("turn(times=2, 90)", .turn(90, times: 2)), ("after", .after(.rest)),
      ("after(after(turn(degrees=1)))", .after(.after(.turn(1, times: 1)))),
      ("along(road, of=hands)", .along("road", of: "hands at 42..<47")),
      ("hands.train.along(road)", .along("road", of: "hands.train at 27..<38")),
    ] as [(String, Probe.Motion)])
  func `calls are read, one in the other`(text: String, motion: Probe.Motion) throws {
    #expect(try Probe.arguments("probe hand on=hands motion=\(text)")[Probe.motion] == motion)
  }

  @Test(arguments: [
    ("jump", "unknownChoice"), ("turn", "missingKey"), ("turn(1, 2, 3)", "partTooMany"), ("rest(1)", "partTooMany"),
    ("turn(1, degrees=2)", "partTooMany"), ("turn(speed=1)", "unknownKey"), ("turn(200)", "wrongKind"),
    ("hands.along(road, of=hands)", "keyGivenTwice"), ("hands.turn(1)", "unknownChoice"), ("along(road)", "missingKey"),
    ("after([rest])", "wrongKind"), ("[rest]", "wrongKind"),
  ])
  func `what does not fit is told`(text: String, problem: String) {
    #expect(Probe.problem("probe hand on=hands motion=\(text)") == problem)
  }

  @Test func `the forms are listed`() {
    #expect(Probe.motion.declaration.kind.calls?.examples == ["rest", "turn(15)", "after", "along"])
  }
}
