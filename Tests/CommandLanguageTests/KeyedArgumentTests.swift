import CommandLanguage
import Language
import Testing

struct KeyedArgumentTests {
  @Test func `what is left out has its default, or none`() throws {
    let arguments = try Probe.arguments("probe hand on=hands.train")
    #expect(arguments[Probe.epochs] == 10)
    #expect(arguments[Probe.rate] == 1e-4)
    #expect(arguments[Probe.side] == .left)
    #expect(arguments[Probe.format] == "table")
    #expect(arguments[Probe.sizes] == [1, 2])
    #expect(!arguments[Probe.silent])
    #expect(arguments[Probe.last] == nil)
    #expect(arguments[Probe.seed] == nil)
    #expect(arguments[Probe.places] == nil)
    #expect(arguments[Probe.on].word == "hands.train")
    #expect(arguments.span(of: Probe.epochs) == nil)
    #expect(!arguments.isGiven(Probe.last))
  }

  @Test func `what is given is read as its type, with its place`() throws {
    let arguments = try Probe.arguments(
      "probe hand on=hands n=3 rate=50% last=7 side=right format=json sizes=4 places=[5, 6] from=[a, b] seed=9 silent=true"
    )
    #expect(arguments[Probe.epochs] == 3)
    #expect(arguments[Probe.rate] == 0.5)
    #expect(arguments[Probe.last] == 7)
    #expect(arguments[Probe.side] == .right)
    #expect(arguments[Probe.format] == "json")
    #expect(arguments[Probe.sizes] == [4])
    #expect(arguments[Probe.places]?.map(\.value) == [5, 6])
    #expect(arguments[Probe.places]?.map(\.text) == ["5", "6"])
    #expect(arguments[Probe.from]?.word == "a")
    #expect(arguments[Probe.seed] == 9)
    #expect(arguments[Probe.silent])
    #expect(arguments.text(of: Probe.rate) == "50%")
    #expect(arguments.span(of: Probe.on)?.start == "probe hand on=".utf8.count)
    #expect(arguments.hasOnly(Probe.on) == false)
  }

  @Test func `help prints the default that holds`() {
    let texts = Probe.declaration.arguments.map { $0.defaultText }
    #expect(texts.prefix(2) == ["10", "1e-4"])
    #expect(Probe.side.declaration.defaultText == "left")
    #expect(Probe.sizes.declaration.defaultText == "[1, 2]")
    #expect(Probe.silent.declaration.defaultText == "false")
    #expect(Probe.last.declaration.defaultText == nil)
    #expect(Probe.on.declaration.isRequired)
  }

  @Test func `arguments that mean nothing are refused at the first that is given`() throws {
    let arguments = try Probe.arguments("probe hand on=hands seed=9 last=2")
    let error = try #require(
      arguments.refusal(of: [Probe.rate, Probe.last, Probe.seed], belongingTo: "others") { "\($0) \($1)" })
    guard case .keyOfOther("last", "2", "others", "last 2") = error.problem else {
      Issue.record("\(error.problem)")
      return
    }
    #expect(error.span == arguments.span(of: Probe.last))
    #expect(arguments.refusal(of: [Probe.rate], belongingTo: "others") { _, _ in "" } == nil)
  }
}
