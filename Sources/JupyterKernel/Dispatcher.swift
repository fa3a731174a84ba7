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
  let executions: ExecutionQueue
  let answerer: Answerer
  let inputDesk: InputDesk

  /// Reads a message and answers it or passes it on. What is no message of a trusted sender is dropped.
  func dispatch(_ frames: [[UInt8]], from channel: ConnectionFile.Channel) -> Consequence {
    guard let envelope = try? Envelope(frames: frames, signer: signer) else { return .none }
    let origin = Origin(envelope, channel: channel)
    do {
      let request = try Request(envelope)
      return channel == .stdin ? takeInput(request) : take(request, origin)
    } catch {
      if channel != .stdin { refuse(envelope.header.messageType, origin, error) }
      return .none
    }
  }

  /// Stops the running cell, also when it waits for input.
  func interrupt() {
    executions.interrupt()
    inputDesk.interrupt()
  }

  private func takeInput(_ request: Request) -> Consequence {
    if case .inputReply(let value) = request { inputDesk.answer(value) }
    return .none
  }

  private func take(_ request: Request, _ origin: Origin) -> Consequence {
    switch request {
    case .execute(let request): executions.push(CellJob(origin: origin, request: request))
    case .complete, .inspect, .isComplete, .history, .commInfo, .commOpen, .commMessage, .commClose:
      answerer.answer(request, origin)
    case .kernelInfo: answer(origin, "kernel_info_reply", Replies.kernelInfo(languageInfo))
    case .connect: answer(origin, "connect_reply", Replies.connection(connection))
    case .interrupt:
      interrupt()
      answer(origin, "interrupt_reply", ["status": "ok"])
    case .debug(let command, let sequence):
      answer(origin, "debug_reply", Replies.noDebugger(command, sequence, languageInfo))
    case .shutdown(let restart): return .shutdown(restart: restart, asker: origin)
    case .inputReply, .unknown: ignore(origin)
    }
    return .none
  }

  private func answer(_ origin: Origin, _ messageType: String, _ content: JSONObject) {
    outbox.status("busy", about: origin)
    defer { outbox.status("idle", about: origin) }
    outbox.reply(messageType, to: origin, content)
  }

  private func ignore(_ origin: Origin) {
    outbox.status("busy", about: origin)
    outbox.status("idle", about: origin)
  }

  /// Answers a request whose content cannot be read, so that nobody waits for ever.
  private func refuse(_ messageType: String, _ origin: Origin, _ error: RequestError) {
    guard messageType.hasSuffix("_request") else { return ignore(origin) }
    var content = Replies.refusal(error)
    if messageType == "execute_request" { content.append("execution_count", .integer(executions.executionCount)) }
    answer(origin, messageType.dropLast("request".count) + "reply", content)
  }
}
