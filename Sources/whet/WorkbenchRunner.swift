import CommandLanguage
import Commands
import Experiments
import Figures
import Foundation
import JupyterKernel
import JupyterWire
import Language
import Synchronization

/// Runs cells on a workbench: where the kernel, which knows no language, and the language, which knows no kernel, meet.
final class WorkbenchRunner: CellRunner {
  private let workbench: Workbench

  private let session: String

  /// A runner for a workbench.
  ///
  /// - Parameters:
  ///   - workbench: The workbench.
  ///   - session: What tells the session from others, for figures of unfinished work.
  init(_ workbench: Workbench, session: String = "") {
    self.workbench = workbench
    self.session = session
  }

  let languageInfo = LanguageInfo(
    implementation: "whet", implementationVersion: Program.version, name: "whet", version: Program.version,
    mimetype: "text/x-whet", fileExtension: ".whet", codemirrorMode: "shell",
    pygmentsLexer: ProcessInfo.processInfo.environment["WHET_PYGMENTS_LEXER"] ?? "bash",
    banner: "Whet \(Program.version): k-nearest neighbours or a neural network, on your own photos. Try: help")

  func run(_ cell: CellRequest, output: CellOutput, cancellation: Cancellation) -> CellResult {
    let display = OutputDisplay(output: output, cancellation: cancellation, session: session)
    defer { display.close() }
    switch workbench.run(cell.code, on: display, isBeside: cell.isOfSubshell) {
    case .finished: return .ok
    case .failed(let problem):
      return .error(
        CellFailure(name: problem.name, value: problem.message.controlsShown, traceback: Self.emphasised(problem)))
    }
  }

  func settle() { workbench.settle() }

  /// Waits for the trainings in the background, which a program without a notebook has no other way to see the end of.
  func finish(_ cancellation: Cancellation) { workbench.waitForJobs { cancellation.isCancelled } }

  func evaluate(_ expression: String) -> ExpressionResult {
    guard let value = workbench.vocabulary.variables[expression] else {
      let text = "There is no variable \(expression)."
      return .error(CellFailure(name: "Mistake", value: text, traceback: [text]))
    }
    return .ok(MIMEBundle(plainText: value.controlsShown))
  }

  func complete(_ code: String, cursor: Int) -> CompletionReply {
    let completion = workbench.complete(code, cursor: cursor)
    return CompletionReply(
      matches: completion.matches.map { .init($0.text, type: $0.kind, signature: $0.remark) },
      replacing: completion.replaced)
  }

  func inspect(_ code: String, cursor: Int, detail: Int) -> Inspection? {
    workbench.inspect(code, cursor: cursor).map { Inspection(MIMEBundle($0)) }
  }

  func isComplete(_ code: String) -> CompletenessReply {
    switch workbench.isComplete(code) {
    case .complete: .complete
    case .incomplete(let indent): .incomplete(indent: indent)
    case .invalid: .invalid
    }
  }

  func willStopCells() { workbench.jobs.close() }

  /// A training that was asked to stop keeps what it learnt and writes it down, in the background, too; the process should
  /// not end before that.
  func willShutDown(restart: Bool) { workbench.shutDown() }

  /// The lines as a notebook shows them: the carets in bold. JupyterLab's red on its pink is too pale to be seen.
  private static func emphasised(_ problem: CellProblem) -> [String] {
    let lines = problem.lines.map(\.controlsShown)
    guard problem.name == "Mistake" else { return lines }
    return lines.enumerated().map { index, line in index == 0 ? line : caretsInBold(line) }
  }

  private static func caretsInBold(_ line: String) -> String {
    guard let carets = line.firstMatch(of: #/^ *(\^+)/#)?.output.1 else { return line }
    return "\(line[..<carets.startIndex])\u{1B}[1m\(carets)\u{1B}[22m\(line[carets.endIndex...])"
  }
}

extension MIMEBundle {
  /// A figure in all its forms; one of unfinished work names it, and the session that does it.
  init(_ rendering: Rendering, of session: String = "") {
    self.init(plainText: rendering.plainText.controlsShown, html: rendering.html, svg: rendering.svg)
    if let work = rendering.unfinished {
      var description: JSONObject = ["session": .string(session)]
      if let run = work.run {
        description.append("run", .integer(run))
        description.append("epochsBefore", .integer(work.epochsBefore))
      }
      metadata["whet"] = ["unfinished": .object(description)]
    }
    guard let live = rendering.live, let content = try? JSONReader.read(Array(live.json.utf8)) else { return }
    data[live.mimeType] = content
  }
}

/// Shows what commands have to show in the cell that asked for it.
private final class OutputDisplay: CellDisplay {
  private let output: CellOutput
  private let cancellation: Cancellation
  private let session: String
  /// Figures of work that ends with the cell and did not say so, by their identities.
  private let unfinished = Mutex<[String: Rendering]>([:])

  init(output: CellOutput, cancellation: Cancellation, session: String) {
    self.output = output
    self.cancellation = cancellation
    self.session = session
  }

  /// The cell has ended, and with it all work but trainings, of which their runs tell.
  func close() {
    let left = unfinished.withLock { unfinished in
      defer { unfinished = [:] }
      return unfinished
    }
    for (identity, var rendering) in left {
      rendering.unfinished = nil
      replace(identity, with: rendering)
    }
  }

  private func note(_ identity: String, _ rendering: Rendering) {
    let isOfCell = rendering.unfinished.map { $0.run == nil } ?? false && !BackgroundFigure.hasIdentity(identity)
    unfinished.withLock { $0[identity] = isOfCell ? rendering : nil }
  }

  var isInterrupted: Bool { cancellation.isCancelled }

  func print(_ text: String) { output.stdout(text.controlsShown) }
  func show(_ rendering: Rendering) { output.display(MIMEBundle(rendering)) }
  func show(_ rendering: Rendering, as identity: String) {
    note(identity, rendering)
    output.display(MIMEBundle(rendering, of: session), id: identity)
  }
  func replace(_ identity: String, with rendering: Rendering) {
    note(identity, rendering)
    output.updateDisplay(id: identity, MIMEBundle(rendering, of: session))
  }
  func result(_ rendering: Rendering) { output.result(MIMEBundle(rendering)) }
}
