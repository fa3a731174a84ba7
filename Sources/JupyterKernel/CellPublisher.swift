import JupyterWire
import Synchronization

/// Turns what a cell shows into messages about its request. A silent cell shows nothing.
final class CellPublisher: Sendable {
  private let job: CellJob
  private let number: Int
  private let outbox: Outbox
  private let inputDesk: StdinBroker
  private let cancellation: Cancellation
  private let outputs: SessionOutputs
  private let shownResult = Mutex<String?>(nil)
  /// Figures that are not shown before they are finished, by their display ids, in order.
  private let unfinished = Mutex<[(id: String, bundle: MIMEBundle)]>([])

  init(
    job: CellJob, number: Int, outbox: Outbox, outputs: SessionOutputs, inputDesk: StdinBroker,
    cancellation: Cancellation
  ) {
    self.job = job
    self.number = number
    self.outbox = outbox
    self.outputs = outputs
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
        guard !self.job.request.silent else { return }
        self.show(event)
        self.outbox.waitForReaders(unless: self.cancellation)
      })
  }

  /// Shows the figures that waited for their end. What is shown of them afterwards nobody would see.
  func showFinished() {
    let figures = unfinished.withLock { figures in
      defer { figures = [] }
      return figures
    }
    for (id, bundle) in figures { outbox.publish("display_data", about: job.origin, Replies.display(bundle, id: id)) }
  }

  /// Keeps a state of a figure, for a front end that would not replace it by the next one.
  ///
  /// - Returns: Whether it is kept; otherwise it is to be shown at once.
  private func keep(_ event: CellOutput.Event) -> Bool {
    guard !job.updatesDisplays, !job.request.silent else { return false }
    switch event {
    case .display(let bundle, let id?):
      unfinished.withLock { $0.append((id, bundle)) }
      return true
    case .updateDisplay(let bundle, let id):
      unfinished.withLock { figures in
        for index in figures.indices where figures[index].id == id { figures[index].bundle = bundle }
      }
      return true
    case .display(_, nil), .result:
      showFinished()
      return false
    case .stream, .clear: return false
    }
  }

  private func show(_ event: CellOutput.Event) {
    // First here: a page that asks in between gets the output twice rather than never.
    outputs.take(event, of: job.run)
    guard !keep(event) else { return }
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
