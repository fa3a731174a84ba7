/// What a message says about itself (messaging specification, "Message Header").
///
/// Only what a kernel needs of a request is kept apart; `bytes` is the header as it came, to be sent back unchanged as the
/// `parent_header` of every answer.
public struct MessageHeader: Sendable, Equatable {
  /// The identifier of the message, chosen by its sender.
  public let messageID: String
  /// The type, such as `execute_request`.
  public let messageType: String
  /// The sender's session.
  public let session: String
  /// The shell beside the main one that a request is meant for (JEP 91); nil for the main one.
  public let subshellID: String?
  /// The frame it was read from.
  public let bytes: [UInt8]

  /// Reads a header.
  ///
  /// - Throws: `EnvelopeError` when the frame is no JSON object or lacks its identifier or type.
  public init(bytes: [UInt8]) throws(EnvelopeError) {
    let members = try EnvelopeError.object(in: bytes, .header)
    guard let messageID = members["msg_id"]?.stringValue else { throw .missingField("msg_id") }
    guard let messageType = members["msg_type"]?.stringValue else { throw .missingField("msg_type") }
    self.messageID = messageID
    self.messageType = messageType
    session = members["session"]?.stringValue ?? ""
    subshellID = members["subshell_id"]?.stringValue
    self.bytes = bytes
  }
}
