import Glibc
public import JupyterKernel
import JupyterWire
import Synchronization

/// A language made for testing the kernel: each line of a cell is one of the verbs of `ScriptedCell`.
public final class ScriptedRunner: CellRunner {
  private struct State {
    var running = 0
    var saves: [Bool] = []
    var afterwards: [@Sendable () -> Void] = []
    var isAnswerSeen = false
  }

  private let state = Mutex(State())
  private let saveFile: String?

  /// A runner that, when the kernel shuts down, writes a line to a file if it was given one.
  public init(saveFile: String? = nil) { self.saveFile = saveFile }

  /// For each `willShutDown`, whether it was for a restart.
  public var saves: [Bool] { state.withLock { $0.saves } }

  /// Whether a cell is running.
  public var isRunning: Bool { state.withLock { $0.running > 0 } }

  /// How many cells are running, in several shells.
  public var runningCount: Int { state.withLock { $0.running } }

  /// A language called `scripted`.
  public var languageInfo: LanguageInfo {
    LanguageInfo(
      implementation: "scripted-kernel", implementationVersion: "1.0", name: "scripted", version: "1.0",
      mimetype: "text/x-scripted", fileExtension: ".scripted", codemirrorMode: "shell", pygmentsLexer: "bash",
      banner: "A language for tests", helpLinks: [.init(text: "Help", url: "https://example.org")])
  }

  /// Does what the lines say, until one fails.
  public func run(_ cell: CellRequest, output: CellOutput, cancellation: Cancellation) -> CellResult {
    state.withLock { $0.running += 1 }
    defer { state.withLock { $0.running -= 1 } }
    let scripted = ScriptedCell(cell: cell, output: output, cancellation: cancellation)
    do throws(CellFailure) {
      for line in cell.code.split(separator: "\n") {
        if line.hasPrefix("afterwards ") {
          postpone { output.stdout("\(line.dropFirst(11))\n") }
        } else {
          try scripted.perform(line)
        }
      }
      return .ok
    } catch {
      return .error(error)
    }
  }

  private func postpone(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.afterwards.append(work) } }

  /// The front end has seen the answer that `settle` waits for.
  public func noteAnswer() { state.withLock { $0.isAnswerSeen = true } }

  /// Prints the text of `afterwards TEXT`, once the front end has seen the answer, or after ten seconds.
  public func settle() {
    let works = state.withLock { state in
      defer { state.afterwards = [] }
      return state.afterwards
    }
    guard !works.isEmpty else { return }
    for _ in 0..<5000 where !state.withLock({ $0.isAnswerSeen }) { usleep(2000) }
    for work in works { work() }
  }

  /// `upper TEXT` is the text in capitals; everything else is a mistake.
  public func evaluate(_ expression: String) -> ExpressionResult {
    guard expression.hasPrefix("upper ") else {
      return .error(CellFailure(name: "BadExpression", value: expression, traceback: ["no: \(expression)"]))
    }
    return .ok(MIMEBundle(plainText: expression.dropFirst(6).uppercased()))
  }

  /// The verbs that begin like the word before the cursor.
  public func complete(_ code: String, cursor: Int) -> CompletionReply {
    let before = Array(code.unicodeScalars.prefix(cursor))
    let start = before.lastIndex { $0 == " " || $0 == "\n" }.map { $0 + 1 } ?? 0
    let word = String(String.UnicodeScalarView(before[start...]))
    let matches = ScriptedCell.verbs.filter { $0.hasPrefix(word) }
    return CompletionReply(matches: matches.map { .init($0, type: "verb") }, replacing: start..<cursor)
  }

  /// Knows the verbs.
  public func inspect(_ code: String, cursor: Int, detail: Int) -> Inspection? {
    guard let verb = code.split(separator: " ").first, ScriptedCell.verbs.contains(String(verb)) else { return nil }
    return Inspection(MIMEBundle(plainText: "\(verb) at \(cursor), detail \(detail)"))
  }

  /// A trailing backslash asks for more, a bracket is never right.
  public func isComplete(_ code: String) -> CompletenessReply {
    if code.contains("]") { return .invalid }
    if code.hasSuffix("\\") { return .incomplete(indent: "  ") }
    return code.isEmpty ? .unknown : .complete
  }

  /// Notes that it was told.
  public func willShutDown(restart: Bool) {
    state.withLock { $0.saves.append(restart) }
    guard let saveFile else { return }
    let file = open(saveFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let text = "restart=\(restart)\n"
    _ = write(file, text, text.utf8.count)
    close(file)
  }
}
