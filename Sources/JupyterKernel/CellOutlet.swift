import JupyterWire
import Synchronization

/// Turns what a cell shows into messages about its request. A silent cell shows nothing.
final class CellOutlet: Sendable {
  private let job: CellJob
  private let number: Int
  private let outbox: Outbox
  private let inputDesk: InputDesk
  private let cancellation: Cancellation
  private let shownResult = Mutex<String?>(nil)

  init(job: CellJob, number: Int, outbox: Outbox, inputDesk: InputDesk, cancellation: Cancellation) {
    self.job = job
    self.number = number
    self.outbox = outbox
    self.inputDesk = inputDesk
    self.cancellation = cancellation
  }

  /// The plain text of the cell's result, if it has shown one.
  var resultText: String? { shownResult.withLock { $0 } }

  /// The output to hand to the cell.
  var output: CellOutput {
    let mayAsk = job.request.allowsStdin
    return CellOutput(
      ask: { (prompt, password) throws(InputError) in
        guard mayAsk else { throw .notSupported }
        return try self.inputDesk.ask(
          prompt, password: password, of: self.job.origin, over: self.outbox, unless: self.cancellation)
      },
      deliver: { event in
        if !self.job.request.silent { self.show(event) }
      })
  }

  private func show(_ event: CellOutput.Event) {
    let origin = job.origin
    switch event {
    case .stream(let stream, let text): outbox.write(text, to: stream, about: origin)
    case .display(let bundle, let id):
      outbox.publish("display_data", about: origin, Replies.display(bundle, id: id))
    case .updateDisplay(let bundle, let id):
      outbox.publish("update_display_data", about: origin, Replies.display(bundle, id: id))
    case .result(let bundle):
      shownResult.withLock { $0 = bundle.data["text/plain"]?.stringValue }
      outbox.publish("execute_result", about: origin, Replies.result(bundle, number))
    case .clear(let wait): outbox.publish("clear_output", about: origin, ["wait": .bool(wait)])
    }
  }
}
