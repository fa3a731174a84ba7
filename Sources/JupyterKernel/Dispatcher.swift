import JupyterWire

/// Sends each request to where it is answered. Lives on the socket thread and never waits.
struct Dispatcher {
  /// What a request may mean for the socket thread itself.
  enum Consequence {
    /// Go on.
    case none
    /// End the process, and tell so whoever asked.
    case shutdown(restart: Bool, asker: Origin)
  }

  let connection: ConnectionFile
  let languageInfo: LanguageInfo
  let signer: Signer
  let outbox: Outbox
  let shells: Shells
  let answerer: Answerer
  let inputDesk: StdinBroker

  /// Reads a message and answers it or passes it on. What is no message of a trusted sender is dropped.
  func dispatch(_ frames: [[UInt8]], from channel: ConnectionFile.Channel) -> Consequence {
    guard let envelope = try? Envelope(frames: frames, signer: signer) else { return .none }
    let origin = Origin(envelope, channel: channel)
    do {
      let request = try Request(envelope)
      if channel == .stdin { return takeInput(request) }
      guard let queue = shells.queue(origin.subshell) else {
        refuse(envelope.header.messageType, origin, Replies.noSuchSubshell(origin.subshell ?? ""))
        return .none
      }
      return take(request, origin, queue)
    } catch {
      if channel != .stdin { refuse(envelope.header.messageType, origin, Replies.refusal(error)) }
      return .none
    }
  }

  /// Stops the running cells, also one that waits for input.
  func interrupt() {
    shells.interrupt()
    inputDesk.interrupt()
  }

  private func takeInput(_ request: Request) -> Consequence {
    if case .inputReply(let value) = request { inputDesk.answer(value) }
    return .none
  }

  private func take(_ request: Request, _ origin: Origin, _ queue: ExecutionQueue) -> Consequence {
    switch request {
    case .execute(let request):
      queue.push(CellJob(origin: origin, request: request))
      outbox.expectAnswer()
    case .complete, .inspect, .isComplete, .history, .commInfo, .commOpen, .commMessage, .commClose:
      answerer.answer(request, origin)
      outbox.expectAnswer()
    case .kernelInfo: answer(origin, "kernel_info_reply", Replies.kernelInfo(languageInfo))
    case .connect: answer(origin, "connect_reply", Replies.connection(connection))
    case .interrupt:
      interrupt()
      answer(origin, "interrupt_reply", ["status": "ok"])
    case .createSubshell: answer(origin, "create_subshell_reply", openShell())
    case .deleteSubshell(let id): closeShell(id, origin)
    case .listSubshells: answer(origin, "list_subshell_reply", Replies.subshells(shells.identifiers))
    case .debug(let command, let sequence):
      answer(origin, "debug_reply", Replies.noDebugger(command, sequence, languageInfo))
    case .shutdown(let restart): return .shutdown(restart: restart, asker: origin)
    case .inputReply, .unknown: ignore(origin)
    }
    return .none
  }

  private func openShell() -> JSONObject {
    do { return Replies.subshell(try shells.open()) } catch { return Replies.noMoreThreads }
  }

  /// Closes a shell. The cells that waited in it are answered; the one that runs answers by itself when it has stopped.
  private func closeShell(_ id: String, _ origin: Origin) {
    let waiting = shells.close(id)
    answer(origin, "delete_subshell_reply", waiting == nil ? Replies.noSuchSubshell(id) : ["status": "ok"])
    for job in waiting ?? [] { Executor.abort(job, executionCount: shells.executionCount, over: outbox) }
  }

  private func answer(_ origin: Origin, _ messageType: String, _ content: JSONObject) {
    outbox.status("busy", about: origin)
    outbox.answer(messageType, to: origin, content)
  }

  private func ignore(_ origin: Origin) {
    outbox.status("busy", about: origin)
    outbox.status("idle", about: origin)
  }

  /// Answers a request that cannot be read or has nowhere to go, so that nobody waits for ever.
  private func refuse(_ messageType: String, _ origin: Origin, _ refusal: JSONObject) {
    guard messageType.hasSuffix("_request") else { return ignore(origin) }
    var content = refusal
    if messageType == "execute_request" { content.append("execution_count", .integer(shells.executionCount)) }
    answer(origin, messageType.dropLast("request".count) + "reply", content)
  }
}
