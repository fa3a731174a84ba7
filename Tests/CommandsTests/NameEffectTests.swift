import CommandLanguage
import Language
import Testing

@testable import Commands
@testable import Experiments

struct NameEffectTests {
  private func uses(_ statement: String) throws -> [String] {
    let cell = try Parser.parse(Source(statement))
    guard case .command(let call)? = cell.statements.first else { return [] }
    let command = try #require(CommandTable.command(call.name.value))
    var binder = ArgumentBinder(command.declaration, variables: [:])
    return try binder.bind(call).nameUses.map { "\($0.name) \($0.effect)" }
  }

  @Test(arguments: [
    (
      "train hand on=hands.train validate=[hands.test, other]",
      ["hand changes", "hands.train reads", "hands.test reads", "other reads"]
    ),
    ("evaluate near hand on=hands.test", ["near asks", "hand asks", "hands.test reads"]),
    (
      "knn near features=[squeezenet.pool10, sketch] k=3",
      ["near makes(\(NamedSort.self).model)", "squeezenet.pool10 reads", "sketch reads"]
    ),
    ("dataset hands sample=hands", ["hands makes(\(NamedSort.self).dataset)"]),
    ("reset hand to=turi", ["hand forgets", "turi reads"]), ("runs hand", ["hand mentions"]),
    ("relabel hands.train 3 to=✋", ["hands.train changes"]),
    ("draw hand keep=mine.train", ["hand reads", "mine.train changes"]),
    ("print hand", []), ("undo 3", []),
  ])
  func `what a statement does to the things it names`(statement: String, expected: [String]) throws {
    #expect(try uses(statement).map { $0.replacing("CommandLanguage.", with: "") } == expected)
  }

  @Test func `fit makes a model with from= and changes one without`() throws {
    #expect(try uses("fit turi from=sketch on=hands").first?.hasPrefix("turi makes") == true)
    #expect(try uses("fit turi on=hands") == ["turi changes", "hands reads"])
  }

  @Test func `delta changes a model only where it applies files`() throws {
    #expect(try uses("delta hand apply=\"a.json\"") == ["hand changes"])
    #expect(try uses("delta hand path=\"a.json\"") == ["hand reads"])
  }

  @Test(arguments: CommandTable.all.map { $0.declaration.name })
  func `every name a command takes has an effect, and nothing else has one`(name: String) throws {
    let declaration = try #require(CommandTable.command(name)?.declaration)
    for place in declaration.positionals {
      #expect((place.effect != nil) == place.kind.isName, "\(name) \(place.name)")
    }
    for argument in declaration.arguments {
      #expect((argument.effect != nil) == argument.kind.isName, "\(name) \(argument.key)=")
    }
  }

  @Test func `what changes models it does not name`() {
    let found = CommandTable.all.map { $0.declaration }.filter { $0.effectOnOthers?.isChange == true }.map(\.name)
    #expect(Set(found) == ["class", "stop", "rerun", "undo", "redo"])
  }
}
