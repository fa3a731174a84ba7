import JupyterWire

/// Tells the launcher of a kernel at which ports it listens, where the connection file names none (JEP 66): one request, which the
/// launcher acknowledges before the kernel serves anybody.
enum Registration {
  /// How long the launcher may take, in milliseconds.
  static let patience: Int32 = 10_000

  /// Sends `handshake_request` and waits for `handshake_reply`.
  ///
  /// - Throws: `KernelError.unregistered` where the launcher says nothing, or something else; `KernelError.zeroMQ` when the system
  ///   has no more resources.
  static func announce(
    _ connection: ConnectionFile, to launcher: String, _ signer: Signer, _ composer: Composer, in context: Context
  ) throws(KernelError) {
    let socket = try Socket.asking(launcher, within: patience, in: context)
    socket.send(
      composer.frames("handshake_request", prefix: [], parent: nil, content: Replies.ports(of: connection)))
    guard case .message(let frames) = socket.receive(wait: true),
      let reply = try? Envelope(frames: frames, signer: signer), reply.header.messageType == "handshake_reply",
      reply.content["status"]?.stringValue == "ok"
    else { throw .unregistered(endpoint: launcher) }
  }
}
