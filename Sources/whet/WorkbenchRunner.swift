import JupyterKernel
import JupyterWire

/// Stands where the workbench of commands will stand: it knows `print` and nothing else.
final class WorkbenchRunner: CellRunner {
  var languageInfo: LanguageInfo {
    LanguageInfo(
      implementation: "whet", implementationVersion: Program.version, name: "whet", version: Program.version,
      mimetype: "text/x-whet", fileExtension: ".whet", codemirrorMode: "shell", pygmentsLexer: "bash",
      banner: "Whet \(Program.version)")
  }

  func run(_ cell: CellRequest, output: CellOutput, cancellation: Cancellation) -> CellResult {
    for line in cell.code.split(separator: "\n") {
      guard line.hasPrefix("print ") else {
        return .error(CellFailure(name: "UnknownCommand", value: String(line), traceback: ["\(line) is no command."]))
      }
      output.stdout(line.dropFirst(6).filter { $0 != "\"" } + "\n")
    }
    return .ok
  }

  func complete(_ code: String, cursor: Int) -> CompletionReply {
    let isPrefix = !code.isEmpty && "print".hasPrefix(code)
    return CompletionReply(matches: isPrefix ? [.init("print", type: "command")] : [], replacing: 0..<cursor)
  }

  func inspect(_ code: String, cursor: Int, detail: Int) -> Inspection? {
    code.hasPrefix("print") ? Inspection(MIMEBundle(plainText: "print writes its values to stdout.")) : nil
  }

  func isComplete(_ code: String) -> CompletenessReply { .unknown }
}
