import CZeroMQ
import JupyterWire

/// Which connections of a publisher were closed: ZeroMQ says of a subscriber that goes only what it wanted, not who it was.
struct Departures: ~Copyable {
  private let socket: Socket

  /// Listens for those of a publisher.
  init(of publisher: borrowing Socket, in context: Context) throws(KernelError) {
    let endpoint = "inproc://departures-\(Identifiers.random())"
    publisher.announceDepartures(at: endpoint)
    socket = try Socket.listening(to: endpoint, in: context)
  }

  /// The descriptor of the next connection that was closed; nil where there is none.
  func next() -> Int32? {
    // Two bytes for what happened, four for the descriptor; then where.
    while case .message(let frames) = socket.receive(wait: false) {
      guard let event = frames.first, event.count == 6 else { continue }
      return event.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 2, as: Int32.self) }
    }
    return nil
  }
}
