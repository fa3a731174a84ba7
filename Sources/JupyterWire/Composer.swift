/// Makes the frames of the messages a kernel sends: identifier, date, signature and all.
///
/// A value that any thread may have a copy of; the identifiers of all copies are different.
public struct Composer: Sendable {
  /// The version of the messaging specification spoken here.
  public static let protocolVersion = "5.5"

  private let signer: Signer
  private let identifiers: Identifiers
  private let opening: [UInt8]
  private let middle: [UInt8]

  /// A composer for a new session.
  public init(signer: Signer, username: String) {
    self.signer = signer
    identifiers = Identifiers()
    opening = Array(#"{"msg_id":""#.utf8)
    var writer = JSONWriter()
    writer.append(JSONObject([("session", .string(identifiers.session)), ("username", .string(username))]))
    middle = Array("\",".utf8) + writer.bytes.dropFirst().dropLast() + Array(#","date":""#.utf8)
  }

  /// The session in the header of every message; a new one for each process.
  public var session: String { identifiers.session }

  /// The frames of a message.
  ///
  /// - Parameters:
  ///   - messageType: Its type, of characters that need no escape in JSON.
  ///   - prefix: What stands before the delimiter: addresses or a topic.
  ///   - parent: The header of the request that is answered, as it came, or `nil` for a message that answers none.
  ///   - metadata: Remarks.
  ///   - content: What it says.
  ///   - buffers: Raw bytes behind it.
  /// - Returns: The message, signed, ready for its socket.
  public func frames(
    _ messageType: String, prefix: [[UInt8]], parent: [UInt8]?, metadata: JSONObject = [:], content: JSONObject,
    buffers: [[UInt8]] = []
  ) -> [[UInt8]] {
    let empty = Array("{}".utf8)
    let parts = [
      header(messageType), parent ?? empty, metadata.isEmpty ? empty : JSONWriter.write(metadata),
      JSONWriter.write(content),
    ]
    return prefix + [Envelope.delimiter, signer.signature(of: parts)] + parts + buffers
  }

  /// The header of a new message. Every message of the kernel passes here, so it is put together from pieces.
  private func header(_ messageType: String) -> [UInt8] {
    var bytes = opening
    bytes.reserveCapacity(256)
    identifiers.appendNext(to: &bytes)
    bytes.append(contentsOf: middle)
    Timestamp.appendNow(to: &bytes)
    bytes.append(contentsOf: #"","msg_type":""#.utf8)
    bytes.append(contentsOf: messageType.utf8)
    bytes.append(contentsOf: #"","version":""#.utf8)
    bytes.append(contentsOf: Self.protocolVersion.utf8)
    bytes.append(contentsOf: "\"}".utf8)
    return bytes
  }
}
