import JupyterWire
import Synchronization
import Testing

@testable import JupyterKernel

/// What comes of a question.
private final class Outcome: Sendable {
  let text = Mutex("")
  let isThere = Semaphore()
}

struct StdinBrokerTests {
  private let broker = StdinBroker()

  /// Asks in a thread of its own, and gives what comes of it once the question is there and `answer` was called.
  private func asked(_ answer: () -> Void) throws -> String {
    let signer = Signer(key: [])
    let outbox = Outbox(composer: Composer(signer: signer, username: ""), doorbell: try Doorbell())
    let header = Array(#"{"msg_id":"1","msg_type":"execute_request"}"#.utf8)
    let frames = [Envelope.delimiter, []] + [header] + Array(repeating: Array("{}".utf8), count: 3)
    let origin = Origin(try Envelope(frames: frames, signer: signer), channel: .shell)
    let outcome = Outcome()
    let broker = broker
    try Threads.start("asker", stack: Threads.roomyStack) {
      let told: String
      do throws(InputError) {
        told = try broker.ask("?", password: false, of: origin, over: outbox, unless: Cancellation())
      } catch { told = "\(error)" }
      outcome.text.withLock { $0 = told }
      outcome.isThere.signal()
    }
    while outbox.take().items.isEmpty { Clock.sleep(milliseconds: 1) }
    answer()
    #expect(outcome.isThere.wait(milliseconds: 30_000))
    return outcome.text.withLock { $0 }
  }

  @Test func `what is typed before the question goes out is no answer`() throws {
    let told = try asked {
      broker.answer("too early")
      broker.begin()
      broker.answer("in time")
      broker.answer("too late")
    }
    #expect(told == "in time")
  }

  @Test func `an interrupt ends a question that is on its way, and one that is out`() throws {
    #expect(try asked { broker.interrupt() } == "interrupted")
    let told = try asked {
      broker.begin()
      broker.interrupt()
    }
    #expect(told == "interrupted")
  }
}
