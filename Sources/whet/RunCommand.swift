import Commands
import Files
import Foundation
import JupyterKernel
import JupyterWire

/// `whet run FILE.whet|FILE.ipynb [-p name=value]… [-o OUT]`: runs a script or a notebook without Jupyter.
struct RunCommand {
  private var file = ""
  private var parameters: [(name: String, value: String)] = []
  private var destination: String?
  private var replaces = false

  static let subcommand = Subcommand(
    name: "run", usage: "FILE.whet|FILE.ipynb [-p name=value]… [-o OUT] [--replace]",
    summary: "Runs a script or a notebook without Jupyter.",
    details: """
      What the cells show is printed as text, as it comes. -p sets a variable, in a notebook after the cell tagged parameters. -o \
      writes what a script printed, or the notebook with its outputs; a file that whet did not write is replaced only with \
      --replace, and undo in that folder brings it back. The exit code is 1 when a statement failed, or \
      check found a model that Core ML would refuse. Relative \
      paths in a notebook start from its folder, in a script from the working folder.
      """,
    run: { try RunCommand($0).run() })

  /// Reads the words after `run`.
  ///
  /// - Throws: `UsageError`.
  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "-p", "--parameter": parameters.append(try Self.parameter(rest.popFirst(), option: word))
      case "-o", "--output":
        guard let path = rest.popFirst() else { throw .missingValue(option: word) }
        destination = path
      case "--replace": replaces = true
      case let option where option.hasPrefix("-"): throw .unknownOption(option)
      default:
        guard file.isEmpty else { throw .unexpected(word) }
        file = word
      }
    }
    guard !file.isEmpty else { throw .missingFile }
  }

  /// Runs the file.
  ///
  /// - Returns: The exit code: 0, or 1 where a statement failed or a checked model is refused, 2 where the file cannot be read or written.
  func run() -> Int32 {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
      return fail("\(file) is a folder. Name a script or a notebook in it.")
    }
    do {
      if file.hasSuffix(".ipynb") { return runNotebook(try RegularFile(path: file).bytes(copies: 6)) }
      return runScript(String(decoding: try script(), as: UTF8.self))
    } catch let error as FileReadError {
      return fail(ProgramMessages.sentence(error))
    } catch {
      return fail("\(file) cannot be read: \(error.localizedDescription)")
    }
  }

  /// The longest script that is read, in bytes.
  private static let longestScript = 64 << 20

  /// A script's bytes. Unlike other files it may come through a pipe; a device that never ends is not read to its end.
  private func script() throws -> Data {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileReadError.unreadable(path: file, code: errno) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let bytes = try handle.read(upToCount: Self.longestScript + 1) ?? Data()
    guard bytes.count <= Self.longestScript else {
      throw FileReadError.tooLarge(path: file, bytes: bytes.count, limit: Self.longestScript)
    }
    return bytes
  }

  private func runScript(_ text: String) -> Int32 {
    let assignments = parameters.map { "\($0.name) = \($0.value)\n" }.joined()
    let workbench = Workplace().workbench
    let runner = WorkbenchRunner(workbench)
    guard mayWrite(destination, workbench) else { return 2 }
    if !assignments.isEmpty, let failure = cell(assignments, 0, runner).failure { return report(failure) }
    let outcome = cell(text, 1, runner)
    if let destination, !write(Data(outcome.collector.plainText.utf8), to: destination, workbench) { return 2 }
    return outcome.failure.map(report) ?? (workbench.refusals > 0 ? 1 : 0)
  }

  private func runNotebook(_ bytes: [UInt8]) -> Int32 {
    guard var notebook = try? NotebookDocument(bytes: bytes) else {
      return fail("\(file) is not a notebook of format 4.")
    }
    notebook.inject(parameters: parameters)
    let target = destination.map { URL(filePath: $0).absoluteURL.path(percentEncoded: false) }
    let folder = URL(filePath: file).deletingLastPathComponent()
    guard FileManager.default.changeCurrentDirectoryPath(folder.path(percentEncoded: false)) else {
      return fail("The folder of \(file) cannot be entered.")
    }
    let workbench = Workplace().workbench
    let runner = WorkbenchRunner(workbench)
    guard mayWrite(target, workbench) else { return 2 }
    var failure: CellFailure?
    for (number, index) in notebook.codeCells.enumerated() where failure == nil {
      let outcome = cell(notebook.source(index), number + 1, runner)
      failure = outcome.failure
      var outputs = outcome.collector.outputs(count: number + 1)
      if let failure { outputs.append(Self.error(failure)) }
      notebook.setOutputs(outputs, count: number + 1, of: index)
    }
    if let target {
      guard let data = try? notebook.write(), write(data, to: target, workbench) else { return 2 }
    }
    return failure.map(report) ?? (workbench.refusals > 0 ? 1 : 0)
  }

  /// Runs one cell and prints what it shows as it comes.
  private func cell(
    _ code: String, _ count: Int, _ runner: WorkbenchRunner
  ) -> (collector: OutputCollector, failure: CellFailure?) {
    let collector = OutputCollector()
    let echo = TerminalOutput()
    let output = CellOutput { event in
      collector.receive(event)
      echo.receive(event)
    }
    let request = CellRequest(code: code, executionCount: count)
    let result = runner.run(request, output: output, cancellation: Interrupts.shared)
    // What goes on in the background is to be seen whole: a script has no page on which it could go on.
    runner.settle()
    runner.finish(Interrupts.shared)
    echo.finish()
    guard case .error(let failure) = result else { return (collector, nil) }
    return (collector, failure)
  }

  private func report(_ failure: CellFailure) -> Int32 {
    let colours = isatty(2) == 1
    let lines = failure.traceback.map { colours ? $0 : Self.plain($0) }
    FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    return 1
  }

  private func fail(_ message: String) -> Int32 {
    FileHandle.standardError.write(Data("whet: \(message.controlsShown)\n".utf8))
    return 2
  }

  /// Sees to it that there is a place for what the cells show, before they run.
  private func mayWrite(_ path: String?, _ workbench: Workbench) -> Bool {
    guard let path else { return true }
    do { try workbench.checkMayWrite(path, replacingOthers: replaces) } catch {
      _ = fail(ProgramMessages.sentence(error))
      return false
    }
    return true
  }

  private func write(_ data: Data, to path: String, _ workbench: Workbench) -> Bool {
    do {
      try workbench.write(data, to: path, replacingOthers: replaces, for: "whet run \(file) -o \(path)")
      return true
    } catch {
      _ = fail(ProgramMessages.sentence(error))
      return false
    }
  }

  private static func error(_ failure: CellFailure) -> JSONObject {
    JSONObject([
      ("ename", .string(failure.name)), ("evalue", .string(failure.value)), ("output_type", "error"),
      ("traceback", .array(failure.traceback.map { .string($0) })),
    ])
  }

  private static func plain(_ line: String) -> String {
    line.replacing("\u{1B}[1m", with: "").replacing("\u{1B}[22m", with: "")
  }

  /// A parameter as typed in a shell: numbers, words and lists of the language as they are, anything else in quotes.
  private static func parameter(_ word: String?, option: String) throws(UsageError) -> (name: String, value: String) {
    guard let word, let equals = word.firstIndex(of: "=") else { throw .missingValue(option: option) }
    let value = String(word[word.index(after: equals)...])
    let quoted = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return (String(word[..<equals]), Workbench.isOneValue(value) ? value : "\"\(quoted)\"")
  }
}

/// Word of Ctrl-C.
enum Interrupts {
  /// Cancelled when the user presses Ctrl-C.
  static let shared: Cancellation = {
    signal(SIGINT) { _ in Interrupts.shared.cancel() }
    return Cancellation()
  }()
}
