import CZeroMQ
import Glibc
import JupyterWire

/// The sockets of a kernel but for the heartbeat, all owned by one thread.
struct Sockets: ~Copyable {
  let shell: Socket
  let control: Socket
  let iopub: Socket
  let stdin: Socket
  let departures: Departures

  init(_ connection: ConnectionFile, in context: Context) throws(KernelError) {
    let shell = try Socket.listening(.router, .shell, of: connection, in: context)
    let control = try Socket.listening(.router, .control, of: connection, in: context)
    let iopub = try Socket.listening(.publisher, .iopub, of: connection, in: context)
    let stdin = try Socket.listening(.router, .stdin, of: connection, in: context)
    stdin.missReceivers()
    departures = try Departures(of: iopub, in: context)
    self.shell = shell
    self.control = control
    self.iopub = iopub
    self.stdin = stdin
  }

  /// The ports at which they listen.
  var ports: [ConnectionFile.Channel: Int] {
    [.shell: shell.port, .control: control.port, .iopub: iopub.port, .stdin: stdin.port]
  }

  /// Takes a message from a channel's socket, if one is there.
  func receive(_ channel: ConnectionFile.Channel) -> Socket.Received {
    switch channel {
    case .shell: shell.receive(wait: false)
    case .control: control.receive(wait: false)
    case .stdin: stdin.receive(wait: false)
    case .iopub, .heartbeat: .nothing
    }
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
  /// Sockets that were used since they were last asked whether a message is there.
  private var used = Sources.sockets
  private var descriptors: [pollfd]
  private var publisher = Publisher()

  init(
    sockets: consuming Sockets, dispatcher: Dispatcher, outbox: Outbox, doorbell: Doorbell, parentWatch: ParentWatch?
  ) {
    self.dispatcher = dispatcher
    self.outbox = outbox
    self.doorbell = doorbell
    self.parentWatch = parentWatch
    descriptors = [
      sockets.control.descriptor, sockets.shell.descriptor, sockets.stdin.descriptor, sockets.iopub.descriptor,
      doorbell.readEnd,
    ].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    self.sockets = sockets
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
  mutating func flush() -> Int? {
    while true {
      let batch = outbox.take()
      if batch.items.isEmpty { return [batch.wait, publish()].compactMap(\.self).min() }
      for item in batch.items {
        used.insert(Sources(item.channel))
        if item.channel == .stdin {
          // What was typed before the question is read, and dropped, before it goes out.
          _ = take(.stdin)
          dispatcher.inputDesk.begin()
        }
        if let notice = item.notice {
          publisher.publish(notice, over: sockets.iopub)
        } else if !sockets.send(item) {
          dispatcher.inputDesk.missReader()
        }
      }
      outbox.note(waiting: publisher.waiting)
    }
  }

  /// Sends what there is to send to whoever reads, for so many milliseconds at most.
  mutating func finish(within milliseconds: Int) {
    let end = Clock.milliseconds + milliseconds
    while flush() != nil, publisher.waiting > 0, Clock.milliseconds < end { Clock.sleep(milliseconds: 1) }
  }

  /// Sends what front ends had no room for.
  ///
  /// - Returns: In how many milliseconds to try again; nil when nothing waits.
  private mutating func publish() -> Int? {
    guard let wait = publisher.flush(over: sockets.iopub, telling: outbox.frames(telling:)) else {
      outbox.note(waiting: 0)
      return nil
    }
    used.insert(.iopub)
    outbox.note(waiting: publisher.waiting)
    return wait
  }

  /// Where something can come from.
  private struct Sources: OptionSet {
    let rawValue: UInt8

    // As the descriptors are ordered.
    static let control = Sources(rawValue: 1)
    static let shell = Sources(rawValue: 2)
    static let stdin = Sources(rawValue: 4)
    static let iopub = Sources(rawValue: 8)
    static let doorbell = Sources(rawValue: 16)
    static let sockets: Sources = [.control, .shell, .stdin, .iopub]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ channel: ConnectionFile.Channel) {
      switch channel {
      case .control: self = .control
      case .shell: self = .shell
      case .stdin: self = .stdin
      case .iopub: self = .iopub
      case .heartbeat: self = []
      }
    }
  }

  /// Waits until something can be taken in.
  ///
  /// Most of the time only one socket has to do with what happens, and asking the others would cost more than all else here.
  private mutating func poll(_ wait: Int?) -> Sources {
    var ready = askUsed()
    let longest = parentWatch == nil ? -1 : ParentWatch.interval
    let patience = ready.isEmpty ? wait ?? longest : 0
    guard Glibc.poll(&descriptors, nfds_t(descriptors.count), Int32(patience)) > 0 else { return ready }
    for (index, descriptor) in descriptors.enumerated() where descriptor.revents != 0 {
      ready.insert(Sources(rawValue: 1 << index))
    }
    return ready
  }

  /// Which of the sockets used have messages.
  private mutating func askUsed() -> Sources {
    defer { used = [] }
    var ready: Sources = []
    if used.contains(.control), sockets.control.hasMessages { ready.insert(.control) }
    if used.contains(.shell), sockets.shell.hasMessages { ready.insert(.shell) }
    if used.contains(.stdin), sockets.stdin.hasMessages { ready.insert(.stdin) }
    if used.contains(.iopub), sockets.iopub.hasMessages { ready.insert(.iopub) }
    return ready
  }

  private func heedDoorbell(_ ready: Sources) -> Kernel.Ending? {
    guard ready.contains(.doorbell) else { return nil }
    let rings = doorbell.silence()
    if rings.contains(UInt8(SIGINT)) { dispatcher.interrupt() }
    return Signals.endings.contains { rings.contains(UInt8($0)) } ? .terminated : nil
  }

  private mutating func takeRequests(_ ready: Sources) -> Kernel.Ending? {
    if ready.contains(.iopub) { welcomeSubscribers() }
    if ready.contains(.control), let ending = take(.control) { return ending }
    if ready.contains(.stdin), let ending = take(.stdin) { return ending }
    if ready.contains(.shell), let ending = take(.shell, atMost: Self.shellTurn) { return ending }
    return nil
  }

  private mutating func take(_ channel: ConnectionFile.Channel, atMost limit: Int = .max) -> Kernel.Ending? {
    for _ in 0..<limit {
      guard case .message(let frames) = sockets.receive(channel) else { return nil }
      if channel != .stdin { isStarting = false }
      if case .shutdown(let restart, let asker) = dispatcher.dispatch(frames, from: channel) {
        return .shutdown(restart: restart, asker: asker)
      }
    }
    used.insert(Sources(channel))
    return nil
  }

  /// Greets who has subscribed. The first of them hears that the kernel is starting; earlier nobody could have heard it.
  ///
  /// What is no subscription has ZeroMQ take what it is told of one front end for another until all that has come is taken. So
  /// whoever subscribes behind it is not greeted but disconnected: front ends connect anew by themselves, and what is
  /// published before their greeting they do not expect to get.
  private mutating func welcomeSubscribers() {
    var isUncertain = false
    while let subscription = sockets.iopub.receiveSubscription() {
      while let descriptor = sockets.departures.next() { publisher.forget(descriptor: descriptor) }
      switch subscription {
      case .joined(_, let descriptor) where isUncertain, .left(_, let descriptor) where isUncertain:
        sockets.iopub.disconnect(descriptor)
      case .joined(let topic, let descriptor): welcome(topic, descriptor: descriptor)
      case .left(let topic, let descriptor): publisher.leave(topic, descriptor: descriptor, over: sockets.iopub)
      case .strange(let descriptor):
        isUncertain = true
        sockets.iopub.disconnect(descriptor)
      }
    }
  }

  private mutating func welcome(_ topic: [UInt8], descriptor: Int32) {
    // The greeting has the topic as it was asked for, which nobody else gets.
    sockets.iopub.subscribe(topic)
    outbox.welcome(topic: topic)
    if isStarting { outbox.status("starting", about: nil) }
    isStarting = false
    _ = flush()
    sockets.iopub.unsubscribe(topic)
    publisher.join(topic, descriptor: descriptor, over: sockets.iopub)
    outbox.noteListener()
  }
}
