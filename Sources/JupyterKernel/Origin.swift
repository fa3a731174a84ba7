import JupyterWire

/// Where a request came from: all that is needed to answer it, or to say something about it.
struct Origin: Sendable {
  /// The socket it came by.
  let channel: ConnectionFile.Channel
  /// The address of its sender.
  let identities: [[UInt8]]
  /// Its header as it came, the `parent_header` of every answer.
  let header: [UInt8]
  /// The identifier of the message.
  let messageID: String
  /// The session of its sender.
  let session: String
  /// The shell beside the main one it is meant for.
  let subshell: String?
  /// The notebook's identifier of the cell it is about.
  let cell: String?

  init(_ envelope: Envelope, channel: ConnectionFile.Channel) {
    self.channel = channel
    identities = envelope.identities
    header = envelope.header.bytes
    messageID = envelope.header.messageID
    session = envelope.header.session
    // Other channels have nothing to do with shells.
    subshell = channel == .shell ? envelope.header.subshellID : nil
    cell = envelope.metadata["cellId"]?.stringValue
  }
}
