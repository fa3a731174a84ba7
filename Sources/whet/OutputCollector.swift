import JupyterKernel
import JupyterWire
import Synchronization

/// Gathers what a cell shows: as nbformat outputs for a file, and as text for a terminal.
///
/// A figure that is updated in place appears once, in its last state, where it was first shown.
final class OutputCollector: Sendable {
  private enum Entry {
    case text(CellOutput.Stream, String)
    case display(MIMEBundle, id: String?)
    case result(MIMEBundle)
  }

  private let entries = Mutex<[Entry]>([])

  /// What was shown, as plain text.
  var plainText: String {
    entries.withLock { entries in
      entries.map { entry in
        switch entry {
        case .text(_, let text): text
        case .display(let bundle, _), .result(let bundle): (bundle.data["text/plain"]?.stringValue ?? "") + "\n"
        }
      }.joined()
    }
  }

  /// What was shown, as nbformat outputs.
  func outputs(count: Int) -> [JSONObject] {
    entries.withLock { entries in
      entries.map { entry in
        switch entry {
        case .text(let stream, let text):
          JSONObject([("name", .string(stream.rawValue)), ("output_type", "stream"), ("text", .string(text))])
        case .display(let bundle, _):
          JSONObject([
            ("data", .object(bundle.data)), ("metadata", .object(bundle.metadata)), ("output_type", "display_data"),
          ])
        case .result(let bundle):
          JSONObject([
            ("data", .object(bundle.data)), ("execution_count", .integer(count)),
            ("metadata", .object(bundle.metadata)), ("output_type", "execute_result"),
          ])
        }
      }
    }
  }

  /// Takes note of something a cell shows.
  func receive(_ event: CellOutput.Event) {
    entries.withLock { entries in
      switch event {
      case .stream(let stream, let text):
        if case .text(stream, var whole)? = entries.last {
          entries.removeLast()  // So that the text is not copied: a cell may write thousands of lines.
          whole += text
          entries.append(.text(stream, whole))
        } else {
          entries.append(.text(stream, text))
        }
      case .display(let bundle, let id): entries.append(.display(bundle, id: id))
      case .updateDisplay(let bundle, let id):
        for index in entries.indices {
          if case .display(_, id) = entries[index] { entries[index] = .display(bundle, id: id) }
        }
      case .result(let bundle): entries.append(.result(bundle))
      case .clear: entries.removeAll()
      }
    }
  }
}
