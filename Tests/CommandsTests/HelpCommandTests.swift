import CommandLanguage
import Testing

@testable import Commands
@testable import Experiments

struct HelpCommandTests {
  @Test func `help lists every command`() throws {
    let text = try Notebook(data: nil).run("help")
    for name in CommandTable.names { #expect(text.contains("\n\(name) ")) }
  }

  @Test(arguments: CommandTable.names) func `help for a command mentions everything it takes`(name: String) throws {
    let notebook = try Notebook(data: nil)
    let declaration = try #require(CommandTable.command(name)).declaration
    let text = notebook.run("help \(name)")
    #expect(text.hasPrefix("\(name): \(declaration.summary)"))
    #expect(text.contains(declaration.discussion))
    for positional in declaration.positionals { #expect(text.contains("\n\(positional.name)")) }
    for argument in declaration.arguments { #expect(text.contains("\n\(argument.key)= ")) }
    for example in declaration.examples { #expect(text.contains(example)) }
    #expect(notebook.page.entries.map(\.kind) == [.result])
    let takesAny = !declaration.positionals.isEmpty || !declaration.arguments.isEmpty
    #expect(notebook.page.html.contains("<table") == takesAny)
  }

  @Test func `what there is no help on is told`() throws {
    try Notebook(data: nil).expect(
      Mistake(
        "help trian",
        """
        help trian
             ^^^^^ There is no help on trian. Did you mean train?
                   All commands: help
        """))
  }
}
