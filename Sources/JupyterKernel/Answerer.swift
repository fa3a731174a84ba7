import JupyterWire

/// Answers everything about code, history and comms on the answering thread, while cells run on another.
final class Answerer: Sendable {
  private enum Errand: Sendable {
    case answer(Request, Origin)
    case recordInput(String, line: Int)
    case recordOutput(String, line: Int)
  }

  private let errands = WorkQueue<Errand>()
  private let isDone = Semaphore()
  private let outbox: Outbox
  private let runner: any CellRunner
  private let history: any HistoryStore
  private let targets: [String: any CommTarget]

  init(outbox: Outbox, runner: any CellRunner, history: any HistoryStore, targets: [String: any CommTarget]) {
    self.outbox = outbox
    self.runner = runner
    self.history = history
    self.targets = targets
  }

  /// Takes on a request.
  func answer(_ request: Request, _ origin: Origin) { errands.push(.answer(request, origin)) }

  /// Remembers a cell. Costs the cell no time, and comes before any question about history asked later.
  func record(source: String, line: Int) { errands.push(.recordInput(source, line: line)) }

  /// Remembers the result of a cell.
  func record(output: String, line: Int) { errands.push(.recordOutput(output, line: line)) }

  /// Lets `run` return when what was taken on so far is done, and waits for that, but not for ever.
  func close(within milliseconds: Int) {
    errands.close()
    _ = isDone.wait(milliseconds: milliseconds)
  }

  /// Works until it is closed.
  func run() {
    TimeSlice.answering.take()  // And keep it, also where models are asked.
    var comms = CommTable(targets: targets, outbox: outbox)
    while let taken = errands.take() {
      for errand in taken {
        switch errand {
        case .answer(let request, let origin): answer(request, origin, &comms)
        case .recordInput(let source, let line): history.recordInput(source, line: line)
        case .recordOutput(let output, let line): history.recordOutput(output, line: line)
        }
      }
    }
    isDone.signal()
  }

  private func answer(_ request: Request, _ origin: Origin, _ comms: inout CommTable) {
    outbox.status("busy", about: origin, leaving: .withNext)
    func reply(_ messageType: String, _ content: JSONObject) { outbox.answer(messageType, to: origin, content) }
    func finish(_ work: () -> Void) {
      work()
      outbox.status("idle", about: origin)
    }
    switch request {
    case .complete(let question):
      reply("complete_reply", Replies.completion(runner.complete(question.code, cursor: question.cursor)))
    case .inspect(let question):
      let found = runner.inspect(question.code, cursor: question.cursor, detail: question.detail)
      reply("inspect_reply", Replies.inspection(found))
    case .isComplete(let code): reply("is_complete_reply", Replies.completeness(runner.isComplete(code)))
    case .history(let question):
      reply("history_reply", Replies.history(entries(question.access), withOutput: question.wantsOutput))
    case .commInfo(let target): reply("comm_info_reply", comms.info(target: target))
    case .commOpen(let id, let target, let message): finish { comms.open(id, target: target, message, origin) }
    case .commMessage(let id, let message): finish { comms.receive(id, message, origin) }
    case .commClose(let id, let message): finish { comms.close(id, message, origin) }
    case .execute, .kernelInfo, .connect, .interrupt, .shutdown, .createSubshell, .deleteSubshell, .listSubshells,
      .debug,
      .inputReply, .unknown:
      preconditionFailure("\(request) is answered elsewhere")
    }
  }

  private func entries(_ access: HistoryRequest.Access) -> [HistoryEntry] {
    switch access {
    case .tail(let count): history.tail(count)
    case .range(let session, let start, let stop): history.range(session: session, start: start, stop: stop)
    case .search(let pattern, let count, let unique): history.search(pattern: pattern, count: count, unique: unique)
    }
  }
}
