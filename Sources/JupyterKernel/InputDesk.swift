import JupyterWire
import Synchronization

/// Where a running cell waits for what the reader types (messaging specification, "Messages on the stdin channel").
final class InputDesk: Sendable {
  private enum State {
    case nobodyAsks
    case waiting
    case answered(String)
    case interrupted
  }

  private let state = Mutex(State.nobodyAsks)
  private let answers = Semaphore()

  /// Asks the front end a request came from, and waits for its answer.
  ///
  /// Throws: `InputError.interrupted` when the cell was interrupted meanwhile.
  func ask(_ prompt: String, password: Bool, of origin: Origin, over outbox: Outbox) throws(InputError) -> String {
    state.withLock { $0 = .waiting }
    outbox.send(
      "input_request", to: origin, over: .stdin, ["prompt": .string(prompt), "password": .bool(password)])
    while true {
      answers.wait()
      let outcome = state.withLock { state in
        if case .waiting = state { return State.waiting }
        defer { state = .nobodyAsks }
        return state
      }
      switch outcome {
      case .answered(let text): return text
      case .interrupted, .nobodyAsks: throw .interrupted
      case .waiting: continue
      }
    }
  }

  /// Hands over what was typed. Without anybody waiting for it, it is dropped.
  func answer(_ text: String) { settle(.answered(text)) }

  /// Ends the waiting without an answer.
  func interrupt() { settle(.interrupted) }

  private func settle(_ outcome: State) {
    let hasAsker = state.withLock { state in
      guard case .waiting = state else { return false }
      state = outcome
      return true
    }
    if hasAsker { answers.signal() }
  }
}
