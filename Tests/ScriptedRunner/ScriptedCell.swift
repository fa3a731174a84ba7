import Glibc
import JupyterKernel
import JupyterWire

/// One running cell of the language for tests.
struct ScriptedCell {
  /// All verbs, for completion and inspection.
  static let verbs = [
    "ask", "busy", "clear", "count", "deaf", "display", "fail", "late", "lines", "print", "result", "secret", "sleep",
    "update", "warn", "write",
  ]

  let cell: CellRequest
  let output: CellOutput
  let cancellation: Cancellation

  /// Does what one line says. The words behind the verb are its arguments.
  func perform(_ line: Substring) throws(CellFailure) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : ""
    switch words.first {
    case "print": output.stdout(rest + "\n")
    case "write": output.stdout(rest)
    case "warn": output.stderr(rest + "\n")
    case "lines": for number in 0..<(Int(rest) ?? 0) { output.stdout("\(number)\n") }
    case "count": output.stdout("\(cell.executionCount)\n")
    case "clear": output.clear(wait: rest == "wait")
    case "result": output.result(MIMEBundle(plainText: rest))
    case "display", "update": display(words[0], rest)
    case "ask", "secret": try ask(rest, password: words[0] == "secret")
    default: try performAtLength(words.first ?? "", rest)
    }
  }

  /// The verbs that take time or go wrong.
  private func performAtLength(_ verb: String, _ rest: String) throws(CellFailure) {
    let milliseconds = Int(rest) ?? 0
    switch verb {
    case "sleep": try wait(milliseconds) { pause(1) }
    case "busy": try wait(milliseconds) {}
    case "deaf": pause(milliseconds)
    case "late": try late(rest)
    case "fail":
      throw CellFailure(name: "Failure", value: rest, traceback: ["first line", "Failure: \(rest)"])
    default: throw CellFailure(name: "UnknownVerb", value: verb, traceback: ["\(verb) is no verb"])
    }
  }

  /// `display TEXT`, `display #ID TEXT`, `update #ID TEXT`.
  private func display(_ verb: String, _ rest: String) {
    let parts = rest.split(separator: " ", maxSplits: 1).map(String.init)
    guard rest.hasPrefix("#"), parts.count == 2 else { return output.display(MIMEBundle(plainText: rest)) }
    let bundle = MIMEBundle(plainText: parts[1], html: "<b>\(parts[1])</b>")
    let id = String(parts[0].dropFirst())
    if verb == "update" { output.updateDisplay(id: id, bundle) } else { output.display(bundle, id: id) }
  }

  private func ask(_ prompt: String, password: Bool) throws(CellFailure) {
    do throws(InputError) {
      output.stdout("got \(try output.input(prompt: prompt, password: password))\n")
    } catch {
      switch error {
      case .notSupported:
        throw CellFailure(name: "InputNotSupported", value: prompt, traceback: ["nobody can be asked"])
      case .interrupted: throw interrupted
      }
    }
  }

  /// `late MILLISECONDS TEXT` prints from another thread, perhaps when the cell has ended.
  private func late(_ arguments: String) throws(CellFailure) {
    let parts = arguments.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2, let milliseconds = Int(parts[0]) else {
      throw CellFailure(name: "UnknownVerb", value: "late", traceback: ["late MILLISECONDS TEXT"])
    }
    let output = output
    Later.run {
      usleep(UInt32(milliseconds) * 1000)
      output.stdout(parts[1] + "\n")
    }
  }

  private var interrupted: CellFailure {
    CellFailure(name: "Interrupted", value: "stopped", traceback: ["Interrupted: stopped"])
  }

  /// Repeats something for a time, or until the cell is cancelled.
  private func wait(_ milliseconds: Int, _ body: () -> Void) throws(CellFailure) {
    let end = now + milliseconds
    while now < end {
      if cancellation.isCancelled { throw interrupted }
      body()
    }
  }

  private func pause(_ milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }

  private var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
