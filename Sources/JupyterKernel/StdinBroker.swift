import JupyterWire
import Synchronization

/// Where running cells wait for what the reader types (messaging specification, "Messages on the stdin channel").
///
/// Front ends show one question at a time, so cells of several shells ask one after the other.
final class StdinBroker: Sendable {
  private enum State {
    case nobodyAsks
    /// The question is on its way: what is typed meanwhile cannot be its answer.
    case asking
    case waiting
    case answered(String)
    case interrupted
    case nobodyThere
  }

  /// How often a reader who is not there is looked for, and how long to wait between, in milliseconds: a front end
  /// connects its channels one after another.
  private static let attempts = 10
  private static let pause = 100

  private let state = Mutex(State.nobodyAsks)
  private let answers = Semaphore()
  private let turn = Semaphore()

  /// A broker where nobody asks.
  init() { turn.signal() }

  /// Asks the front end a request came from, and waits for its answer.
  ///
  /// - Throws: `InputError.interrupted` when the cell was interrupted meanwhile, `InputError.notSupported` when the front
  ///   end is gone.
  func ask(
    _ prompt: String, password: Bool, of origin: Origin, over outbox: Outbox, unless cancellation: Cancellation
  ) throws(InputError) -> String {
    while !turn.wait(milliseconds: Self.pause) {
      if cancellation.isCancelled { throw .interrupted }
    }
    defer { turn.signal() }
    for _ in 0..<Self.attempts {
      state.withLock { $0 = .asking }
      outbox.send(
        "input_request", to: origin, over: .stdin, ["prompt": .string(prompt), "password": .bool(password)])
      // Whatever stops the cell: an interrupt before anybody waited, or the end of its shell.
      repeat {
        if cancellation.isCancelled { interrupt() }
      } while !answers.wait(milliseconds: Self.pause)
      let outcome = state.withLock { state in
        defer { state = .nobodyAsks }
        return state
      }
      switch outcome {
      case .answered(let text): return text
      case .nobodyThere: Clock.sleep(milliseconds: Self.pause)
      case .interrupted, .nobodyAsks, .asking, .waiting: throw .interrupted
      }
    }
    throw .notSupported
  }

  /// Tells that the question goes out now: from now on there can be an answer.
  func begin() {
    state.withLock { state in
      if case .asking = state { state = .waiting }
    }
  }

  /// Hands over what was typed. Without anybody waiting for it, it is dropped.
  func answer(_ text: String) { settle(.answered(text), isAnswer: true) }

  /// Tells that the front end could not be reached.
  func missReader() { settle(.nobodyThere) }

  /// Ends the waiting without an answer.
  func interrupt() { settle(.interrupted) }

  private func settle(_ outcome: State, isAnswer: Bool = false) {
    let hasAsker = state.withLock { state in
      switch state {
      case .waiting: break
      case .asking where !isAnswer: break
      case .nobodyAsks, .asking, .answered, .interrupted, .nobodyThere: return false
      }
      state = outcome
      return true
    }
    if hasAsker { answers.signal() }
  }
}
