/// Why frames are not a message. Such frames are dropped: nobody can be answered who cannot be trusted or understood.
public enum EnvelopeError: Error, Sendable, Equatable {
  /// One of the four JSON frames of a message, in their order.
  public enum Part: Int, Sendable, Equatable, CaseIterable {
    /// What the message says about itself.
    case header
    /// The header of the message it answers.
    case parentHeader
    /// Remarks.
    case metadata
    /// What it says.
    case content
  }

  /// No frame is `<IDS|MSG>`.
  case missingDelimiter
  /// Fewer than five frames follow the delimiter.
  case tooFewFrames(Int)
  /// The signature belongs to another message or another key.
  case wrongSignature
  /// A frame is not JSON.
  case notJSON(Part, JSONError)
  /// A frame is JSON, but no object.
  case notAnObject(Part)
  /// The header lacks a field.
  case missingField(String)

  static func object(in bytes: [UInt8], _ part: Part) throws(EnvelopeError) -> JSONObject {
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes)
    } catch {
      throw .notJSON(part, error)
    }
    guard case .object(let object) = value else { throw .notAnObject(part) }
    return object
  }
}

/// A message as it travels over ZeroMQ: addresses, delimiter, signature, four JSON frames, raw buffers
/// (messaging specification, "The Wire Protocol").
public struct Envelope: Sendable, Equatable {
  /// The frame between the addresses and the message.
  public static let delimiter = Array("<IDS|MSG>".utf8)

  /// The routing frames in front, which lead an answer back to its asker.
  public let identities: [[UInt8]]
  /// What the message says about itself.
  public let header: MessageHeader
  /// The header of the message it answers; empty if it answers none.
  public let parentHeader: JSONObject
  /// Remarks.
  public let metadata: JSONObject
  /// What it says.
  public let content: JSONObject
  /// Raw bytes behind the message.
  public let buffers: [[UInt8]]

  /// Reads a message. The signature is checked before any JSON is looked at.
  ///
  /// - Throws: The first thing that is wrong with it.
  public init(frames: [[UInt8]], signer: Signer) throws(EnvelopeError) {
    guard let delimiter = frames.firstIndex(of: Self.delimiter) else { throw .missingDelimiter }
    let following = frames.count - delimiter - 1
    guard following >= 5 else { throw .tooFewFrames(following) }
    let parts = frames[delimiter + 2..<delimiter + 6]
    guard signer.verifies(frames[delimiter + 1], of: parts) else { throw .wrongSignature }
    identities = Array(frames[..<delimiter])
    header = try MessageHeader(bytes: frames[delimiter + 2])
    parentHeader = try EnvelopeError.object(in: frames[delimiter + 3], .parentHeader)
    metadata = try EnvelopeError.object(in: frames[delimiter + 4], .metadata)
    content = try EnvelopeError.object(in: frames[delimiter + 5], .content)
    buffers = Array(frames[(delimiter + 6)...])
  }
}
