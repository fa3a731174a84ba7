import CZeroMQ
import Glibc
import JupyterWire

/// A ZeroMQ context: the threads that move bytes, shared by all sockets of a kernel.
///
/// ZeroMQ's contexts may be used from any thread, which the compiler cannot know of a raw pointer.
final class Context: @unchecked Sendable {
  fileprivate let pointer: UnsafeMutableRawPointer

  /// - Throws: `KernelError.zeroMQ` when the system has no more resources.
  init() throws(KernelError) {
    guard let pointer = zmq_ctx_new() else { throw .zeroMQ(code: zmq_errno()) }
    self.pointer = pointer
  }

  /// Ends the waiting of all sockets and returns when they are closed and what they still had to send has been sent or
  /// was given up.
  func terminate() {
    while zmq_ctx_term(pointer) != 0, zmq_errno() == EINTR {}
  }
}

/// A ZeroMQ socket with one owner. It may move to another thread, but never be used by two at once.
struct Socket: ~Copyable {
  /// The kinds of sockets a kernel needs.
  enum Kind {
    /// Answers each asker at its address.
    case router
    /// Tells subscribers, whom it knows one by one (`Publisher`), and learns of their coming.
    case publisher

    fileprivate var code: Int32 {
      switch self {
      case .router: ZMQ_ROUTER
      case .publisher: ZMQ_XPUB
      }
    }
  }

  /// The greatest frame that is taken in; whoever sends a greater one is disconnected before memory is given to it.
  private static let greatestFrame: Int64 = 1 << 29
  /// How many frames of one message are kept.
  private static let greatestFrameCount = 4096
  /// How long a closed socket goes on sending what it still has, in milliseconds.
  private static let linger: Int32 = 500

  private let pointer: UnsafeMutableRawPointer
  /// What becomes readable when ZeroMQ has news of this socket (`ZMQ_FD`): perhaps that a message has come. Whoever uses the
  /// socket may hear the news unawares, so after a use, `hasMessages` is to be asked once before this is waited for.
  let descriptor: Int32

  /// Makes a socket that listens where the connection file says.
  ///
  /// - Throws: `KernelError.bind` naming the channel, `KernelError.zeroMQ` when the system has no more resources.
  static func listening(
    _ kind: Kind, _ channel: ConnectionFile.Channel, of connection: ConnectionFile, in context: Context
  ) throws(KernelError) -> Socket {
    guard let pointer = zmq_socket(context.pointer, kind.code) else { throw .zeroMQ(code: zmq_errno()) }
    let socket = Socket(pointer: pointer, kind, connection)
    if let curve = connection.curve, zmq_setsockopt(pointer, ZMQ_CURVE_SECRETKEY, curve.secretKey, 41) != 0 {
      throw .zeroMQ(code: zmq_errno())
    }
    let endpoint = connection.endpoint(channel)
    guard zmq_bind(pointer, endpoint) == 0 else {
      throw .bind(channel: channel, endpoint: endpoint, code: zmq_errno())
    }
    return socket
  }

  private init(pointer: UnsafeMutableRawPointer, _ kind: Kind, _ connection: ConnectionFile) {
    self.pointer = pointer
    descriptor = Self.option(ZMQ_FD, of: pointer)
    set(ZMQ_LINGER, Self.linger)
    // With a limit, a burst of output would silently lose its last messages; a publisher is told.
    set(ZMQ_SNDHWM, kind == .publisher ? Publisher.sentAhead : Int32(0))
    set(ZMQ_MAXMSGSIZE, Self.greatestFrame)
    if connection.ip.utf8.contains(UInt8(ascii: ":")) { set(ZMQ_IPV6, Int32(1)) }
    switch kind {
    case .router: set(ZMQ_ROUTER_HANDOVER, Int32(1))  // A front end that comes back takes its address with it.
    case .publisher:
      set(ZMQ_XPUB_VERBOSE, Int32(1))  // Every subscriber is welcomed, not only the first.
      set(ZMQ_XPUB_MANUAL, Int32(1))  // Each gets an address of its own.
      set(ZMQ_XPUB_NODROP, Int32(1))  // Nothing is lost where one is slow.
    }
    if connection.curve != nil { set(ZMQ_CURVE_SERVER, Int32(1)) }
  }

  deinit { zmq_close(pointer) }

  private func set<Value: BitwiseCopyable>(_ option: Int32, _ value: Value) {
    withUnsafePointer(to: value) { _ = zmq_setsockopt(pointer, option, $0, MemoryLayout<Value>.size) }
  }

  private static func option(_ option: Int32, of pointer: UnsafeMutableRawPointer) -> Int32 {
    var value: Int32 = 0
    var size = MemoryLayout<Int32>.size
    zmq_getsockopt(pointer, option, &value, &size)
    return value
  }

  /// Whether a message can be received.
  var hasMessages: Bool { Self.option(ZMQ_EVENTS, of: pointer) & ZMQ_POLLIN != 0 }

  /// What came of an attempt to receive.
  enum Received {
    /// A whole message.
    case message([[UInt8]])
    /// Nothing is there.
    case nothing
    /// The context was terminated: the socket is to be closed.
    case terminated
  }

  /// Takes a message from the socket, waiting for one if asked to. A message of too many frames comes
  /// without any.
  func receive(wait: Bool) -> Received {
    var frames: [[UInt8]] = []
    var message = zmq_msg_t()
    zmq_msg_init(&message)
    defer { zmq_msg_close(&message) }
    var isComplete = true
    repeat {
      while zmq_msg_recv(&message, pointer, wait || !frames.isEmpty ? 0 : ZMQ_DONTWAIT) < 0 {
        switch zmq_errno() {
        case EINTR: continue
        case EAGAIN: return .nothing
        default: return .terminated
        }
      }
      if frames.count < Self.greatestFrameCount {
        let bytes = UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message))
        frames.append(Array(bytes))
      } else {
        isComplete = false
      }
    } while zmq_msg_more(&message) != 0
    return .message(isComplete ? frames : [])
  }

  /// What comes from front ends over a publisher.
  enum Subscription {
    /// Somebody behind this descriptor wants what begins with the topic; or no longer does.
    case joined([UInt8], descriptor: Int32), left([UInt8], descriptor: Int32)
    /// Nothing that a front end should say.
    case strange(descriptor: Int32)
  }

  /// Takes what a front end says of its subscriptions. Until the next one is taken, `subscribe` and `unsubscribe` are about
  /// the same front end.
  func receiveSubscription() -> Subscription? {
    var message = zmq_msg_t()
    zmq_msg_init(&message)
    defer { zmq_msg_close(&message) }
    while zmq_msg_recv(&message, pointer, ZMQ_DONTWAIT) < 0 {
      guard zmq_errno() == EINTR else { return nil }
    }
    let frame = Array(UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message)))
    let descriptor = zmq_msg_get(&message, ZMQ_SRCFD)
    var isAlone = true
    while zmq_msg_more(&message) != 0, zmq_msg_recv(&message, pointer, ZMQ_DONTWAIT) >= 0 { isAlone = false }
    switch frame.first {
    case 1 where isAlone: return .joined(Array(frame.dropFirst()), descriptor: descriptor)
    case 0 where isAlone: return .left(Array(frame.dropFirst()), descriptor: descriptor)
    default: return .strange(descriptor: descriptor)
    }
  }

  /// Has the front end whose subscription was taken last get what begins with a topic.
  func subscribe(_ topic: [UInt8]) { _ = zmq_setsockopt(pointer, ZMQ_SUBSCRIBE, topic, topic.count) }

  /// Has it get this no longer.
  func unsubscribe(_ topic: [UInt8]) { _ = zmq_setsockopt(pointer, ZMQ_UNSUBSCRIBE, topic, topic.count) }

  /// Ends a connection of this socket.
  ///
  /// The number of a connection that has ended may be another's by now, one of another socket or a file: those are left alone.
  func disconnect(_ descriptor: Int32) {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutableBytes(of: &address) {
      $0.withMemoryRebound(to: sockaddr.self) { getsockname(descriptor, $0.baseAddress, &size) }
    }
    guard descriptor >= 0, status == 0 else { return }
    let bytes = withUnsafeBytes(of: address) { Array($0) }
    let isOurs =
      switch Int32(address.ss_family) {
      // The port stands at the same place in both kinds of addresses, its greater byte first.
      case AF_INET, AF_INET6: Int(bytes[2]) << 8 | Int(bytes[3]) == port
      case AF_UNIX: endpoint == "ipc://" + String(decoding: bytes[2...].prefix { $0 != 0 }, as: UTF8.self)
      default: false
      }
    if isOurs { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  /// From now on tells which descriptors were closed, to a socket that `Departures` listens on.
  func announceDepartures(at endpoint: String) { _ = zmq_socket_monitor(pointer, endpoint, ZMQ_EVENT_DISCONNECTED) }

  /// Hands a message to ZeroMQ, which sends it in the background. What cannot be sent, for its receiver has gone, is
  /// dropped.
  ///
  /// - Returns: Whether there was a receiver, as far as the socket was asked to `missReceivers`; of a publisher, whether every
  ///   receiver had room for it, and if not, none got it.
  @discardableResult
  func send(_ frames: [[UInt8]]) -> Bool {
    for (index, frame) in frames.enumerated() {
      let flags = ZMQ_DONTWAIT | (index < frames.count - 1 ? ZMQ_SNDMORE : 0)
      while zmq_send(pointer, frame, frame.count, flags) < 0 {
        guard zmq_errno() == EINTR else { return false }
      }
    }
    return true
  }

  /// The port at which it listens, which the system has chosen where the connection file names none; 0 in the file system.
  var port: Int { endpoint.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

  /// Where it listens; empty where it does not.
  private var endpoint: String {
    var endpoint = [CChar](repeating: 0, count: 256)
    var size = endpoint.count
    guard zmq_getsockopt(pointer, ZMQ_LAST_ENDPOINT, &endpoint, &size) == 0 else { return "" }
    return String(decoding: endpoint.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Makes a socket that asks one question at an address and waits so many milliseconds for the answer.
  static func asking(_ endpoint: String, within milliseconds: Int32, in context: Context) throws(KernelError) -> Socket
  {
    guard let pointer = zmq_socket(context.pointer, ZMQ_REQ) else { throw .zeroMQ(code: zmq_errno()) }
    let socket = Socket(pointer: pointer)
    socket.set(ZMQ_RCVTIMEO, milliseconds)
    socket.set(ZMQ_MAXMSGSIZE, greatestFrame)
    if endpoint.contains("[") { socket.set(ZMQ_IPV6, Int32(1)) }
    guard zmq_connect(pointer, endpoint) == 0 else { throw .zeroMQ(code: zmq_errno()) }
    return socket
  }

  /// Listens to what another socket of this process announces.
  static func listening(to endpoint: String, in context: Context) throws(KernelError) -> Socket {
    guard let pointer = zmq_socket(context.pointer, ZMQ_PAIR) else { throw .zeroMQ(code: zmq_errno()) }
    let socket = Socket(pointer: pointer)
    guard zmq_connect(pointer, endpoint) == 0 else { throw .zeroMQ(code: zmq_errno()) }
    return socket
  }

  private init(pointer: UnsafeMutableRawPointer) {
    self.pointer = pointer
    descriptor = Self.option(ZMQ_FD, of: pointer)
    set(ZMQ_LINGER, Int32(0))
    set(ZMQ_RCVHWM, Int32(0))
  }

  /// From now on tells when a message has no receiver.
  func missReceivers() { set(ZMQ_ROUTER_MANDATORY, Int32(1)) }
}
