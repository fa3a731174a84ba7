import Experiments
import Wording

/// What is said of lines in other notebooks' languages.
extension DiagnosticTexts {
  /// A sentence, and the line that means the same here, where there is one.
  static func foreign(_ syntax: ForeignSyntax) -> DiagnosticText {
    switch syntax {
    case .pythonImport:
      DiagnosticText("This is Python. Nothing is imported here: every command is there.", "All commands: help")
    case .pythonBlock(let word):
      DiagnosticText(
        "\"\(word) …:\" is Python; this language has no loops and no conditions.",
        "For example, to try several settings in one table: sweep hand on=hands.train learningRate=[1e-4, 1e-3] folds=5"
      )
    case .shell(let line):
      DiagnosticText(
        "\"\(line)\" is a shell command, which this kernel does not run. A terminal does: File, New, Terminal.",
        "Models and datasets: status")
    case .magic(let name) where name.hasPrefix("time") || name == "prun":
      DiagnosticText("%\(name) is an IPython magic. The cost of statements is recorded here.", "To see it: ledger")
    case .magic(let name) where name == "matplotlib" || name == "pylab":
      DiagnosticText("%\(name) is an IPython magic. Figures appear without it.", "For example: help plot")
    case .magic(let name):
      DiagnosticText("%\(name) is an IPython magic, which this kernel does not have.", "All commands: help")
    case .help(let word) where word.isEmpty: DiagnosticText("Help is a command here.", "All commands: help")
    case .help(let word): DiagnosticText("Help is a command here.", "help \(word)")
    case .leaving(let word):
      DiagnosticText(
        "\(word) ends no kernel: its front end does. In a console press Ctrl-D, in a notebook choose Kernel, Shut Down.",
        "What was learnt is kept. To see it: status")
    case .deletion(let names):
      DiagnosticText(
        "Models and datasets are taken out of the workspace by forget; no file is deleted.",
        names.isEmpty ? "Models and datasets: status" : "forget \(names)")
    case .listing(let word):
      DiagnosticText("\(word) is not a command.", "Models and datasets: status", "All commands: help")
    case .name(let word, let here):
      DiagnosticText("\(word) is a name; a statement begins with a command.", "To see it: \(here)")
    case .sql(let here):
      DiagnosticText(
        "This is SQL, which cells do not run.", "To see what is here: \(here)",
        "For example: dataset flowers sqlite=\"flowers.sqlite\" table=flowers target=species")
    case .arithmetic(let variable):
      DiagnosticText(
        "Cells do not calculate: write the value itself.", "For example: \(variable ?? "epochs") = 20")
    case .indexing(let text, let here):
      DiagnosticText("\(text) is Python; nothing is indexed here.", "To see what is here: \(here)")
    case .otherCommand(_, let name, let here):
      DiagnosticText("There is no command \(name).", here ?? "All commands: help")
    case .assignedCommand(let here): DiagnosticText("The name of what a command makes follows it, without =.", here)
    case .mark(.declaration(let word), let here): DiagnosticText("A variable is set without \(word).", here)
    case .mark(.comment(let mark), let here): DiagnosticText("Comments begin with #, not with \(mark).", here)
    case .mark(.tuple, let here): DiagnosticText("A list stands in brackets, not in parentheses.", here)
    case .mark(.prompt(let prompt), let here): DiagnosticText("\(prompt) is a prompt, which is not typed.", here)
    case .mark(.typography, let here):
      DiagnosticText("This line has typographic characters in place of plain ones, which look much the same.", here)
    case .pythonCall(let line, let here): DiagnosticText("\(line) is Python. Here words follow the command.", here)
    case .curlyQuotes(let here): DiagnosticText("Texts stand in straight quotes, \" or '.", here)
    case .bareList(let numbers, let here): DiagnosticText("\(numbers) is a list, which stands in brackets.", here)
    case .decimalComma(let number, let here): DiagnosticText("\(number) has a comma; decimals have a point.", here)
    }
  }
}
