import Commands
import Glibc
import JupyterKernel
import JupyterWire
import Synchronization

/// Prints what a cell shows on a terminal, as it comes.
///
/// A figure that is updated in place is printed in its last state, when something else follows or the cell ends; until then
/// its first line stands on standard error, where that is a terminal. The figure of a training in the background, which goes
/// on while others follow, is printed when the cell ends; what else was printed and is updated all the same, once more then.
final class TerminalOutput: Sendable {
  private struct State {
    /// The figure shown last, as long as nothing has followed.
    var open: (id: String, text: String)?
    /// Figures that are in the background, or were printed and have another state by now, the first shown first.
    var late: [(id: String, text: String?)] = []
    var hasProgress = false
  }

  private let state = Mutex(State())
  private let write: @Sendable (String) -> Void
  private let tell: (@Sendable (String) -> Void)?

  /// Prints by `write`; `tell` puts a line in place of the one it put before, an empty one to take it away, and is nil where
  /// nobody looks on.
  init(
    write: @escaping @Sendable (String) -> Void = { Terminal.write($0, to: STDOUT_FILENO) },
    tell: (@Sendable (String) -> Void)? = Terminal.progress
  ) {
    self.write = write
    self.tell = tell
  }

  /// Takes note of something the cell shows.
  func receive(_ event: CellOutput.Event) {
    state.withLock { state in
      switch event {
      case .stream(_, let text): print(text, &state)
      case .display(let bundle, nil), .result(let bundle): print(Self.text(bundle) + "\n", &state)
      case .display(let bundle, let id?) where BackgroundFigure.hasIdentity(id):
        state.late.append((id, Self.text(bundle)))
        tellProgress(&state)
      case .display(let bundle, let id?):
        close(&state)
        state.open = (id, Self.text(bundle))
        tellProgress(&state)
      case .updateDisplay(let bundle, let id):
        if state.open?.id == id {
          state.open?.text = Self.text(bundle)
          tellProgress(&state)
        } else if let index = state.late.firstIndex(where: { $0.id == id }) {
          state.late[index].text = Self.text(bundle)
          tellProgress(&state)
        }
      case .clear: state.open = nil
      }
    }
  }

  /// The cell has ended: prints what is left.
  func finish() {
    state.withLock { state in
      close(&state)
      if state.hasProgress { tell?("") }
      state.hasProgress = false
      for figure in state.late { if let text = figure.text { write(text + "\n") } }
      state.late = []
    }
  }

  private static func text(_ bundle: MIMEBundle) -> String { bundle.data["text/plain"]?.stringValue ?? "" }

  private func print(_ text: String, _ state: inout State) {
    close(&state)
    write(text)
  }

  private func close(_ state: inout State) {
    if state.hasProgress { tell?("") }
    state.hasProgress = false
    guard let open = state.open else { return }
    state.open = nil
    write(open.text + "\n")
    state.late.append((open.id, nil))
  }

  private func tellProgress(_ state: inout State) {
    let figure = state.open?.text ?? state.late.last?.text
    guard let tell, let line = figure?.split(separator: "\n").first else { return }
    tell(String(line))
    state.hasProgress = true
  }
}

/// What a terminal is told.
enum Terminal {
  /// Writes all of a text to a file descriptor; what nobody reads is lost.
  static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var place = 0
      while place < bytes.count {
        let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + place }, bytes.count - place)
        if count < 0, errno != EINTR { return }
        place += max(count, 0)
      }
    }
  }

  /// Puts a line in place of the one before on standard error; nil where that is no terminal.
  static let progress: (@Sendable (String) -> Void)? = isatty(STDERR_FILENO) == 1 ? put : nil

  @Sendable private static func put(_ line: String) {
    write("\r\u{1B}[K" + String(line.prefix(width - 1)), to: STDERR_FILENO)
  }

  private static var width: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1 ? Int(size.ws_col) : 80
  }
}
