import CZeroMQ
import Glibc
import JupyterWire

/// The sockets of a kernel but for the heartbeat, all owned by one thread.
struct Sockets: ~Copyable {
  let shell: Socket
  let control: Socket
  let iopub: Socket
  let stdin: Socket

  init(_ connection: ConnectionFile, in context: Context) throws(KernelError) {
    let shell = try Socket.listening(.router, .shell, of: connection, in: context)
    let control = try Socket.listening(.router, .control, of: connection, in: context)
    let iopub = try Socket.listening(.publisher, .iopub, of: connection, in: context)
    let stdin = try Socket.listening(.router, .stdin, of: connection, in: context)
    stdin.missReceivers()
    self.shell = shell
    self.control = control
    self.iopub = iopub
    self.stdin = stdin
  }

  /// Hands a message to its socket.
  ///
  /// - Returns: `false` for a question to a reader who is not there.
  func send(_ item: Outbox.Item) -> Bool {
    switch item.channel {
    case .shell: shell.send(item.frames)
    case .control: control.send(item.frames)
    case .iopub: iopub.send(item.frames)
    case .stdin: return stdin.send(item.frames)
    case .heartbeat: break
    }
    return true
  }
}

/// The life of the socket thread: wait, take requests in, send what there is to send.
struct SocketLoop: ~Copyable {
  /// How many shell messages are taken in before control is looked at again.
  private static let shellTurn = 32

  let sockets: Sockets
  let dispatcher: Dispatcher
  let outbox: Outbox
  let doorbell: Doorbell
  var parentWatch: ParentWatch?
  /// Whether nobody has asked anything yet, nor heard that the kernel is starting.
  private var isStarting = true

  init(
    sockets: consuming Sockets, dispatcher: Dispatcher, outbox: Outbox, doorbell: Doorbell, parentWatch: ParentWatch?
  ) {
    self.sockets = sockets
    self.dispatcher = dispatcher
    self.outbox = outbox
    self.doorbell = doorbell
    self.parentWatch = parentWatch
  }

  /// Works until the process should end.
  mutating func run() -> Kernel.Ending {
    while true {
      let wait = flush()
      let ready = poll(wait)
      if let ending = heedDoorbell(ready) ?? takeRequests(ready) { return ending }
      if parentWatch?.parentHasGone() == true { return .orphaned }
    }
  }

  /// Sends everything there is to send.
  ///
  /// - Returns: How many milliseconds may pass until there is more; `nil` for any number.
  func flush() -> Int? {
    while true {
      let batch = outbox.take()
      if batch.items.isEmpty { return batch.wait }
      for item in batch.items where !sockets.send(item) { dispatcher.inputDesk.missReader() }
    }
  }

  /// Which sockets have something to be taken in.
  private struct Ready {
    var control = false
    var shell = false
    var stdin = false
    var iopub = false
    var doorbell = false
  }

  private func poll(_ wait: Int?) -> Ready {
    let events = Int16(ZMQ_POLLIN)
    var items = [
      zmq_pollitem_t(socket: sockets.control.pointer, fd: 0, events: events, revents: 0),
      zmq_pollitem_t(socket: sockets.shell.pointer, fd: 0, events: events, revents: 0),
      zmq_pollitem_t(socket: sockets.stdin.pointer, fd: 0, events: events, revents: 0),
      zmq_pollitem_t(socket: sockets.iopub.pointer, fd: 0, events: events, revents: 0),
      zmq_pollitem_t(socket: nil, fd: doorbell.readEnd, events: events, revents: 0),
    ]
    let longest = parentWatch == nil ? -1 : ParentWatch.interval
    _ = zmq_poll(&items, Int32(items.count), wait ?? longest)
    let isReady = items.map { $0.revents & events != 0 }
    return Ready(
      control: isReady[0], shell: isReady[1], stdin: isReady[2], iopub: isReady[3], doorbell: isReady[4])
  }

  private func heedDoorbell(_ ready: Ready) -> Kernel.Ending? {
    guard ready.doorbell else { return nil }
    let rings = doorbell.silence()
    if rings.contains(UInt8(SIGINT)) { dispatcher.interrupt() }
    return rings.contains(UInt8(SIGTERM)) ? .terminated : nil
  }

  private mutating func takeRequests(_ ready: Ready) -> Kernel.Ending? {
    if ready.iopub { welcomeSubscribers() }
    if ready.control || ready.shell { isStarting = false }
    if ready.control, let ending = take(.control, from: sockets.control, atMost: .max) { return ending }
    if ready.stdin, let ending = take(.stdin, from: sockets.stdin, atMost: .max) { return ending }
    if ready.shell, let ending = take(.shell, from: sockets.shell, atMost: Self.shellTurn) { return ending }
    return nil
  }

  private func take(
    _ channel: ConnectionFile.Channel, from socket: borrowing Socket, atMost limit: Int
  )
    -> Kernel.Ending?
  {
    for _ in 0..<limit {
      guard case .message(let frames) = socket.receive(wait: false) else { return nil }
      if case .shutdown(let restart, let asker) = dispatcher.dispatch(frames, from: channel) {
        return .shutdown(restart: restart, asker: asker)
      }
    }
    return nil
  }

  /// Greets who has subscribed. The first of them hears that the kernel is starting; earlier nobody could have heard it.
  private mutating func welcomeSubscribers() {
    while case .message(let frames) = sockets.iopub.receive(wait: false) {
      guard let frame = frames.first, frame.first == 1 else { continue }
      outbox.welcome(topic: Array(frame.dropFirst()))
      if isStarting { outbox.status("starting", about: nil) }
      isStarting = false
    }
  }
}
