/// What front ends ask of a kernel, by message type, with the content read and checked.
public enum Request: Sendable, Equatable {
  /// Run a cell.
  case execute(ExecuteRequest)
  /// What could stand at the cursor?
  case complete(CompleteRequest)
  /// What is known about the word at the cursor?
  case inspect(InspectRequest)
  /// Could this be run as it stands?
  case isComplete(code: String)
  /// What was run before?
  case history(HistoryRequest)
  /// Who are you?
  case kernelInfo
  /// Where do you listen? (deprecated)
  case connect
  /// Which comms are open, of all targets or of one?
  case commInfo(target: String?)
  /// Open a comm.
  case commOpen(id: String, target: String, CommData)
  /// Something said on a comm.
  case commMessage(id: String, CommData)
  /// A comm was closed at the other end.
  case commClose(id: String, CommData)
  /// Stop what is running.
  case interrupt
  /// End the process.
  case shutdown(restart: Bool)
  /// Open a shell beside the main one (JEP 91).
  case createSubshell
  /// Close such a shell.
  case deleteSubshell(id: String)
  /// Which of them are open?
  case listSubshells
  /// Something for a debugger.
  case debug(command: String, sequence: Int)
  /// The answer to a question to the reader.
  case inputReply(value: String)
  /// A type nobody here knows.
  case unknown

  /// Reads the content of a message.
  ///
  /// - Throws: `RequestError` naming the field that is missing or of the wrong kind.
  public init(_ envelope: Envelope) throws(RequestError) {
    let fields = Fields(envelope.content)
    switch envelope.header.messageType {
    case "execute_request": self = .execute(try ExecuteRequest(fields))
    case "complete_request": self = .complete(try CompleteRequest(fields))
    case "inspect_request": self = .inspect(try InspectRequest(fields))
    case "is_complete_request": self = .isComplete(code: try fields.string("code"))
    case "history_request": self = .history(try HistoryRequest(fields))
    case "kernel_info_request": self = .kernelInfo
    case "connect_request": self = .connect
    case "interrupt_request": self = .interrupt
    case "shutdown_request": self = .shutdown(restart: try fields.bool("restart", default: false))
    case "create_subshell_request": self = .createSubshell
    case "delete_subshell_request": self = .deleteSubshell(id: try fields.string("subshell_id"))
    case "list_subshell_request": self = .listSubshells
    case "debug_request":
      self = .debug(
        command: try fields.string("command", default: ""), sequence: try fields.integer("seq", default: 0))
    case "input_reply": self = .inputReply(value: try fields.string("value"))
    default: self = try Self.comm(envelope, fields) ?? .unknown
    }
  }

  private static func comm(_ envelope: Envelope, _ fields: Fields) throws(RequestError) -> Request? {
    switch envelope.header.messageType {
    case "comm_info_request": .commInfo(target: try fields.optionalString("target_name"))
    case "comm_open":
      .commOpen(
        id: try fields.string("comm_id"), target: try fields.string("target_name"), CommData(envelope, fields))
    case "comm_msg": .commMessage(id: try fields.string("comm_id"), CommData(envelope, fields))
    case "comm_close": .commClose(id: try fields.string("comm_id"), CommData(envelope, fields))
    default: nil
    }
  }
}

/// Why the content of a message is no proper request.
public enum RequestError: Error, Sendable, Equatable {
  /// A field that must be there is not.
  case missing(field: String)
  /// A field holds something else than it should.
  case wrongType(field: String, expected: String)
  /// A field holds a word that means nothing there.
  case unknownValue(field: String, value: String)
}

/// What travels on a comm beside its identifier.
public struct CommData: Sendable, Equatable {
  /// The data, whose meaning the comm's target defines.
  public var data: JSONObject
  /// The metadata of the message.
  public var metadata: JSONObject
  /// Raw bytes, such as the pixels of a drawing.
  public var buffers: [[UInt8]]

  /// Data for a comm.
  public init(data: JSONObject, metadata: JSONObject = [:], buffers: [[UInt8]] = []) {
    self.data = data
    self.metadata = metadata
    self.buffers = buffers
  }

  fileprivate init(_ envelope: Envelope, _ fields: Fields) {
    self.init(
      data: fields.object["data"]?.objectValue ?? [:], metadata: envelope.metadata, buffers: envelope.buffers)
  }
}
