import CommandLanguage
import Language
import Testing
import Training
import Wording

@testable import Commands
@testable import Experiments

struct ArgumentBinderTests {
  private static let declaration = CommandDeclaration(
    "probe", "Tries every kind of argument.",
    positionals: [
      PositionalDeclaration("first", .newName, "A name."),
      PositionalDeclaration("others", .any, "Anything.", isOptional: true, repeats: true),
    ],
    arguments: [
      ArgumentDeclaration("whole", .integer(1...10), "A whole number."),
      ArgumentDeclaration("number", .decimal(-1...1), "A number.", aliases: ["n", "num"]),
      ArgumentDeclaration("truth", .bool, "A truth value."),
      ArgumentDeclaration("word", .choice(["left", "right"]), "One of two words."),
      ArgumentDeclaration("path", .path, "A path."), ArgumentDeclaration("label", .label, "A class."),
      ArgumentDeclaration("list", .list(.integer(0...99)), "Numbers."),
      ArgumentDeclaration("anything", .any, "Anything."),
      ArgumentDeclaration("schedule", ValueType<Schedule>.schedule.kind, "A schedule."),
    ])

  /// What a statement's argument is read as.
  private func read(_ key: String, _ value: String, variables: String = "") throws -> CheckedContent? {
    let session = try Parser.parse(Source(variables))
    var known: [String: Value] = [:]
    for case .assignment(let assignment) in session.statements { known[assignment.name.value] = assignment.value }
    let cell = try Parser.parse(Source("probe x \(key)=\(value)"))
    guard case .command(let call)? = cell.statements.first else { return nil }
    var binder = ArgumentBinder(Self.declaration, variables: known)
    return try binder.bind(call).named[Self.declaration.argument(key)?.key ?? key]?.content
  }

  private func integers(_ values: [CheckedValue]) -> [Int] {
    values.compactMap { if case .integer(let number) = $0.content { number } else { nil } }
  }

  @Test(arguments: [("5", 5), ("1e1", 10), ("10.0", 10), ("+1", 1)])
  func `whole numbers`(text: String, number: Int) throws {
    guard case .integer(let found)? = try read("whole", text) else {
      Issue.record("\(text) is no whole number")
      return
    }
    #expect(found == number)
  }

  @Test(arguments: [("0.5", 0.5), ("1e-4", 1e-4), ("1/4", 0.25), ("80%", 0.8), ("-1", -1), ("-0", 0)])
  func `numbers, fractions and percentages`(text: String, number: Double) throws {
    guard case .decimal(let found)? = try read("number", text) else {
      Issue.record("\(text) is no number")
      return
    }
    #expect(found == number)
  }

  @Test(arguments: [
    ("true", true), ("false", false), ("True", true), ("False", false), ("\"true\"", true), ("'False'", false),
  ])
  func `truth values, also as papermill passes them`(text: String, truth: Bool) throws {
    guard case .bool(let found)? = try read("truth", text) else {
      Issue.record("\(text) is no truth value")
      return
    }
    #expect(found == truth)
  }

  @Test(arguments: [
    ("path", "\"a b\"", "a b"), ("path", "plain.jpg", "plain.jpg"), ("label", "✌\u{FE0F}", "✌\u{FE0F}"),
    ("label", "7", "7"), ("word", "left", "left"), ("word", "\"right\"", "right"), ("anything", "[1, a]", "[1, a]"),
    ("path", "\"\\u270a\"", "✊"),
  ])
  func `words, quoted or not`(key: String, text: String, word: String) throws {
    guard case .word(let found)? = try read(key, text) else {
      Issue.record("\(text) is no word")
      return
    }
    #expect(found == word)
  }

  @Test func `one value alone is a list of one`() throws {
    for (text, numbers) in [("[1, 2, 3]", [1, 2, 3]), ("7", [7]), ("[]", [])] {
      guard case .list(let found)? = try read("list", text) else {
        Issue.record("\(text) is no list")
        continue
      }
      #expect(integers(found) == numbers)
    }
  }

  @Test func `variables stand for their values, whole or within a list`() throws {
    guard case .list(let found)? = try read("list", "[$a, 2]", variables: "a = 1") else { return }
    #expect(integers(found) == [1, 2])
    guard case .list(let whole)? = try read("list", "$all", variables: "all = [4, 5]") else { return }
    #expect(integers(whole) == [4, 5])
    guard case .bool(let truth)? = try read("truth", "$yes", variables: "yes = \"true\"") else { return }
    #expect(truth)
  }

  @Test func `an alias is the key it stands for, and is remembered`() throws {
    let cell = try Parser.parse(Source("probe x n=0.5"))
    guard case .command(let call)? = cell.statements.first else { return }
    var binder = ArgumentBinder(Self.declaration, variables: [:])
    guard case .decimal(0.5)? = try binder.bind(call).named["number"]?.content else {
      Issue.record("n is not number")
      return
    }
    #expect(binder.aliases.map(\.alias) == ["n"])
    #expect(binder.aliases.map(\.key) == ["number"])
  }

  @Test(arguments: [
    ("probe x whole=11", "whole takes a whole number from 1 to 10, not 11."),
    ("probe x whole=\"5\"", "whole takes a whole number from 1 to 10, not \"5\"."),
    ("probe x number=1.0001", "number takes a number from -1 to 1, not 1.0001."),
    ("probe x number=1/0", "number takes a number from -1 to 1, not 1/0."),
    ("probe x truth=1", "truth takes true or false, not 1."),
    ("probe x truth=none", "truth takes true or false, not none."),
    ("probe x word=up", "word cannot be up. It can be left or right."),
    ("probe x word=[left]", "word cannot be [left]. Did you mean left?"),
    ("probe x path=exponential(2)", "path takes a path in quotes, not exponential(2)."),
    ("probe x list=[1, [2]]", "list takes a whole number from 0 to 99, not [2]."),
    ("probe x list=[1, x]", "list takes a whole number from 0 to 99, not x."),
    ("probe x whole=$w", "$w has no value yet."), ("probe \"\"", "first takes a name, not \"\"."),
    ("probe [x]", "first takes a name, not [x]."), ("probe", "probe needs a first: a name."),
    (
      "probe x colour=red",
      "probe has no \"colour\". It can be whole, number, truth, word, path, label, list, anything or schedule."
    ),
    ("probe x number=1 num=1", "num is another word for number, and number is given already."),
  ])
  func `what does not fit is told`(statement: String, message: String) throws {
    let cell = try Parser.parse(Source(statement))
    guard case .command(let call)? = cell.statements.first else { return }
    var binder = ArgumentBinder(Self.declaration, variables: [:])
    #expect {
      _ = try binder.bind(call)
    } throws: { error in
      (error as? UsageError).map { DiagnosticTexts.usage($0.problem).message } == message
    }
  }

  @Test func `a repeating place takes as many as come`() throws {
    let cell = try Parser.parse(Source("probe x 1 two \"three\""))
    guard case .command(let call)? = cell.statements.first else { return }
    var binder = ArgumentBinder(Self.declaration, variables: [:])
    #expect(try binder.bind(call).positionals.map(\.word) == ["x", "1", "two", "three"])
  }
}
