import CommandLanguage
import Testing

struct AllowanceReaderTests {
  @Test(
    arguments: [
      ("8", Allowance(standard: 8)), ("[1, 2, 8]", Allowance(allowed: .set([1, 2, 8]))),
      ("choice([1, 2, 8], default=8)", Allowance(standard: 8, allowed: .set([1, 2, 8]))),
      ("range(1, 9, default=3)", Allowance(standard: 3, allowed: .range(1, 9))),
      ("1...9", Allowance(allowed: .range(1, 9))),
    ] as [(String, Allowance)])
  func `a default, what may be chosen, or both`(text: String, allowance: Allowance) throws {
    #expect(try Probe.arguments("probe hand on=hands allowance=\(text)")[Probe.allowance] == allowance)
  }

  @Test(arguments: [
    ("[]", "nothingAllowed"), ("[1, 1]", "allowedTwice"), ("range(3, 3)", "emptyRange"),
    ("choice([1], default=2)", "defaultNotAllowed"), ("choice([1], usual=1)", "unknownKey"), ("0.5", "wrongKind"),
    ("1...1e300", "wrongKind"), ("0...5", "wrongKind"), ("1.5...2", "wrongKind"), ("x...2", "wrongKind"),
  ])
  func `what allows nothing or too much is refused`(text: String, problem: String) {
    #expect(Probe.problem("probe hand on=hands allowance=\(text)") == problem)
  }
}
