import JupyterWire
import Synchronization

/// Runs the cells of a shell, one after another, on its execution thread.
struct Executor: Sendable {
  let queue: ExecutionQueue
  let outbox: Outbox
  let outputs: SessionOutputs
  let answerer: Answerer
  let inputDesk: StdinBroker
  let runner: any CellRunner

  /// Takes cells until the queue is closed.
  func run() {
    TimeSlice.usual.take()
    while let (job, cancellation) = queue.take() {
      run(job, cancellation)
      TimeSlice.rest()
    }
  }

  private func run(_ job: CellJob, _ cancellation: Cancellation) {
    let abandoned = finish(job, cancellation)
    for job in abandoned { Self.abort(job, executionCount: queue.executionCount, over: outbox) }
  }

  /// Runs a cell, from `busy` to `idle`.
  ///
  /// - Returns: The cells that must not run because this one failed.
  private func finish(_ job: CellJob, _ cancellation: Cancellation) -> [CellJob] {
    outbox.waitForListener(unless: cancellation)
    outbox.status("busy", about: job.origin, leaving: .withNext, cells: 1)
    defer {
      outputs.end(job.run)
      outbox.status("idle", about: job.origin, cells: -1)
    }
    let request = job.request
    let number = request.storeHistory ? queue.count() : queue.executionCount
    announce(job, number)
    let outlet = CellPublisher(
      job: job, number: number, outbox: outbox, outputs: outputs, inputDesk: inputDesk, cancellation: cancellation)
    let cell = CellRequest(
      code: request.code, executionCount: number, silent: request.silent, storeHistory: request.storeHistory,
      allowsInput: request.allowsStdin, isOfSubshell: job.origin.subshell != nil)
    let result = runner.run(cell, output: outlet.output, cancellation: cancellation)
    // What a stopped cell still draws comes when it settles.
    if !cancellation.isCancelled { outlet.showFinished() }
    if request.storeHistory, let text = outlet.resultText { answerer.record(output: text, line: number) }
    let abandoned = conclude(job, number, result, wasCancelled: cancellation.isCancelled)
    runner.settle()
    outlet.showFinished()
    return abandoned
  }

  private func announce(_ job: CellJob, _ number: Int) {
    guard !job.request.silent else { return }
    outputs.begin(job.run, source: job.request.code, number: number)
    // First the history: whoever sees the cell begin may ask for it at once.
    if job.request.storeHistory { answerer.record(source: job.request.code, line: number) }
    outbox.publish(
      "execute_input", about: job.origin,
      ["code": .string(job.request.code), "execution_count": .integer(number)], leaving: .withNext)
  }

  private func conclude(_ job: CellJob, _ number: Int, _ result: CellResult, wasCancelled: Bool) -> [CellJob] {
    switch result {
    case .ok:
      // Whoever stops a cell means those behind it too, even when it came to its end in time.
      let abandoned = wasCancelled ? queue.abandon() : []
      let reply = Replies.executed(number, userExpressions: evaluate(job.request))
      outbox.send("execute_reply", to: job.origin, reply, leaving: .withNext)
      return abandoned
    case .error(let failure):
      if !job.request.silent {
        outputs.take(failure, of: job.run)
        outbox.publish("error", about: job.origin, Replies.failure(failure))
      }
      let stops = job.request.stopsOnError && !job.request.silent || wasCancelled
      let abandoned = stops ? queue.abandon() : []
      outbox.send("execute_reply", to: job.origin, Replies.failed(number, failure), leaving: .withNext)
      return abandoned
    }
  }

  private func evaluate(_ request: ExecuteRequest) -> JSONObject {
    JSONObject(
      request.userExpressions.map { name, expression in
        switch runner.evaluate(expression) {
        case .ok(let bundle): (name, .object(Replies.value(bundle)))
        case .error(let failure): (name, .object(Replies.error(failure)))
        }
      })
  }

  /// Answers a cell that is not run.
  static func abort(_ job: CellJob, executionCount: Int, over outbox: Outbox) {
    outbox.status("busy", about: job.origin, leaving: .withNext)
    outbox.answer("execute_reply", to: job.origin, Replies.aborted(executionCount))
  }
}
