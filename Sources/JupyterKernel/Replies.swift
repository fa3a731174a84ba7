import JupyterWire

/// The contents of the messages a kernel sends, field by field as the messaging specification names them.
enum Replies {
  // MARK: Cells

  static func executed(_ number: Int, userExpressions: JSONObject) -> JSONObject {
    [
      "status": "ok", "execution_count": .integer(number), "payload": [],
      "user_expressions": .object(userExpressions),
    ]
  }

  static func failed(_ number: Int, _ failure: CellFailure) -> JSONObject {
    var content = error(failure)
    content.append("execution_count", .integer(number))
    return content
  }

  static func aborted(_ number: Int) -> JSONObject {
    ["status": "aborted", "execution_count": .integer(number)]
  }

  static func error(_ failure: CellFailure) -> JSONObject {
    JSONObject([("status", "error")] + self.failure(failure).members.map { ($0.name, $0.value) })
  }

  static func failure(_ failure: CellFailure) -> JSONObject {
    [
      "ename": .string(failure.name), "evalue": .string(failure.value),
      "traceback": .array(failure.traceback.map(JSONValue.string)),
    ]
  }

  // MARK: Outputs

  static func display(_ bundle: MIMEBundle, id: String?) -> JSONObject {
    let transient: JSONObject = id.map { ["display_id": .string($0)] } ?? [:]
    return [
      "data": .object(bundle.data), "metadata": .object(bundle.metadata), "transient": .object(transient),
    ]
  }

  static func result(_ bundle: MIMEBundle, _ number: Int) -> JSONObject {
    [
      "execution_count": .integer(number), "data": .object(bundle.data), "metadata": .object(bundle.metadata),
      "transient": [:],
    ]
  }

  static func value(_ bundle: MIMEBundle) -> JSONObject {
    ["status": "ok", "data": .object(bundle.data), "metadata": .object(bundle.metadata)]
  }

  // MARK: Answers about code

  static func completion(_ reply: CompletionReply) -> JSONObject {
    let types = reply.matches.compactMap { match -> JSONValue? in
      guard match.type != nil || match.signature != nil else { return nil }
      return [
        "start": .integer(reply.replaced.lowerBound), "end": .integer(reply.replaced.upperBound),
        "text": .string(match.text), "type": .string(match.type ?? ""), "signature": .string(match.signature ?? ""),
      ]
    }
    let metadata: JSONObject = types.isEmpty ? [:] : ["_jupyter_types_experimental": .array(types)]
    return [
      "status": "ok", "matches": .array(reply.matches.map { .string($0.text) }),
      "cursor_start": .integer(reply.replaced.lowerBound), "cursor_end": .integer(reply.replaced.upperBound),
      "metadata": .object(metadata),
    ]
  }

  static func inspection(_ inspection: Inspection?) -> JSONObject {
    [
      "status": "ok", "found": .bool(inspection != nil), "data": .object(inspection?.bundle.data ?? [:]),
      "metadata": .object(inspection?.bundle.metadata ?? [:]),
    ]
  }

  static func completeness(_ reply: CompletenessReply) -> JSONObject {
    switch reply {
    case .complete: ["status": "complete"]
    case .incomplete(let indent): ["status": "incomplete", "indent": .string(indent)]
    case .invalid: ["status": "invalid"]
    case .unknown: ["status": "unknown"]
    }
  }

  static func history(_ entries: [HistoryEntry], withOutput: Bool) -> JSONObject {
    let rows = entries.map { entry -> JSONValue in
      let source = JSONValue.string(entry.source)
      let output = entry.output.map(JSONValue.string) ?? .null
      return [.integer(entry.session), .integer(entry.line), withOutput ? [source, output] : source]
    }
    return ["status": "ok", "history": .array(rows)]
  }

  // MARK: The kernel itself

  static func kernelInfo(_ info: LanguageInfo) -> JSONObject {
    [
      "status": "ok", "protocol_version": .string(Composer.protocolVersion),
      "implementation": .string(info.implementation),
      "implementation_version": .string(info.implementationVersion),
      "language_info": [
        "name": .string(info.name), "version": .string(info.version), "mimetype": .string(info.mimetype),
        "file_extension": .string(info.fileExtension), "codemirror_mode": .string(info.codemirrorMode),
        "pygments_lexer": .string(info.pygmentsLexer), "nbconvert_exporter": "script",
      ],
      "banner": .string(info.banner), "debugger": false, "supported_features": ["kernel subshells"],
      "help_links": .array(info.helpLinks.map { ["text": .string($0.text), "url": .string($0.url)] }),
    ]
  }

  static func connection(_ connection: ConnectionFile) -> JSONObject {
    JSONObject([("status", "ok")] + ports(connection))
  }

  /// The ports of all channels, by the names they have in a connection file.
  static func ports(of connection: ConnectionFile) -> JSONObject { JSONObject(ports(connection)) }

  private static func ports(_ connection: ConnectionFile) -> [(String, JSONValue)] {
    ConnectionFile.Channel.allCases.map { ("\($0.rawValue)_port", .integer(connection.ports[$0] ?? 0)) }
  }

  // MARK: Subshells

  static func subshell(_ id: String) -> JSONObject { ["status": "ok", "subshell_id": .string(id)] }

  static func subshells(_ ids: [String]) -> JSONObject {
    ["status": "ok", "subshell_id": .array(ids.map(JSONValue.string))]
  }

  /// The answer to a request for a shell that was never opened, or is closed.
  static func noSuchSubshell(_ id: String) -> JSONObject {
    error(CellFailure(name: "UnknownSubshell", value: "there is no subshell \(shortened(id))", traceback: []))
  }

  static var noMoreThreads: JSONObject {
    error(CellFailure(name: "NoMoreThreads", value: "the system has no more threads", traceback: []))
  }

  // MARK: The end

  static func shutdown(restart: Bool) -> JSONObject { ["status": "ok", "restart": .bool(restart)] }

  /// A refusal in the form of the Debug Adapter Protocol.
  static func noDebugger(_ command: String, _ sequence: Int, _ info: LanguageInfo) -> JSONObject {
    [
      "type": "response", "seq": 0, "request_seq": .integer(sequence), "success": false,
      "command": .string(command), "message": "\(info.implementation) has no debugger", "body": [:],
    ]
  }

  /// The answer to a request whose content cannot be read.
  static func refusal(_ error: RequestError) -> JSONObject {
    self.error(CellFailure(name: "InvalidRequest", value: sentence(error), traceback: []))
  }

  private static func sentence(_ error: RequestError) -> String {
    switch error {
    case .missing(let field): "the field \(field) is missing"
    case .wrongType(let field, let expected): "the field \(field) is no \(expected)"
    case .unknownValue(let field, let value): "the field \(field) cannot be \(shortened(value))"
    }
  }

  private static func shortened(_ text: String) -> String { text.count > 80 ? text.prefix(79) + "…" : text }
}
