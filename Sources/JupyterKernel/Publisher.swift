import Glibc

/// What tells the front ends: all at once while they all read, and each by itself while one of them does not.
///
/// ZeroMQ has a queue for each front end. Without a bound, that of one which never reads would grow for ever; with one, it
/// would lose what comes last, such as `idle`. So the queues are short, and what finds no room in one waits here, for that front
/// end alone (`Backlog`). For this each has an address beside its topics, which ZeroMQ takes for a topic like any other.
struct Publisher {
  /// How many messages ZeroMQ takes for each front end.
  static let sentAhead: Int32 = 64
  /// How many milliseconds a front end may take nothing before it counts as one that does not read.
  static let patience = 1000
  /// How many bytes wait for one that does not read.
  static let room = 24 << 20
  /// How many bytes may wait for one that reads before cells wait for it.
  static let flood = 16 << 20
  /// Whatever it does, no more waits for one front end.
  static let mostRoom = 256 << 20

  /// The topics that everybody who wants them gets at once.
  static let topics: [[UInt8]] = [
    "status", "stream.stdout", "stream.stderr", "execute_input", "execute_result", "display_data",
    "update_display_data",
    "error", "clear_output", "comm_open", "comm_msg", "comm_close", "shutdown_reply",
  ].map { Array($0.utf8) }

  private struct Subscriber {
    let number: Int
    let descriptor: Int32
    /// What it asked for.
    var wanted: [[UInt8]]
    var backlog = Backlog()
    /// When it took something last, in milliseconds.
    var lastTaken: Int

    /// The topic under which it alone gets what it wants under another; nil for what it does not want.
    func address(for topic: [UInt8]) -> [UInt8]? {
      wanted.first { topic.starts(with: $0) }.map { Publisher.address($0, number) }
    }
  }

  private var subscribers: [Subscriber] = []
  private var count = 0
  private let now: () -> Int

  /// Nobody listens yet. `now` tells the time in milliseconds.
  init(now: @escaping () -> Int = { Clock.milliseconds }) { self.now = now }

  /// How many front ends listen.
  var listeners: Int { subscribers.count }

  private static func address(_ wanted: [UInt8], _ number: Int) -> [UInt8] {
    wanted + [0] + Array("\(number)".utf8) + [0]
  }

  // MARK: Coming and going

  /// The front end whose subscription was taken last has joined.
  mutating func join(_ topic: [UInt8], descriptor: Int32, over socket: borrowing Socket) {
    var place = subscribers.firstIndex { $0.descriptor == descriptor && descriptor >= 0 }
    if place == nil {
      count += 1
      place = subscribers.count
      subscribers.append(Subscriber(number: count, descriptor: descriptor, wanted: [], lastTaken: now()))
    }
    guard let place, !subscribers[place].wanted.contains(topic) else { return }
    subscribers[place].wanted.append(topic)
    socket.subscribe(Self.address(topic, subscribers[place].number))
    for known in Self.topics where known.starts(with: topic) { socket.subscribe(known) }
  }

  /// The front end whose subscription was taken last wants a topic no longer.
  mutating func leave(_ topic: [UInt8], descriptor: Int32, over socket: borrowing Socket) {
    // Of one that is gone the descriptor is not told, and ZeroMQ has forgotten it.
    guard descriptor >= 0, let place = subscribers.firstIndex(where: { $0.descriptor == descriptor }) else { return }
    subscribers[place].wanted.removeAll { $0 == topic }
    socket.unsubscribe(Self.address(topic, subscribers[place].number))
    let others = subscribers[place].wanted
    for known in Self.topics where known.starts(with: topic) && !others.contains(where: known.starts) {
      socket.unsubscribe(known)
    }
    if others.isEmpty { subscribers.remove(at: place) }
  }

  /// The connection with a descriptor was closed.
  mutating func forget(descriptor: Int32) { subscribers.removeAll { $0.descriptor == descriptor } }

  // MARK: Telling

  /// Sends a message, or keeps it for those who have no room for it.
  mutating func publish(_ notice: Backlog.Notice, over socket: borrowing Socket) {
    let isFree = subscribers.allSatisfy(\.backlog.isEmpty) && Self.topics.contains(notice.topic)
    if isFree, socket.send([notice.topic] + notice.frames) { return }
    for place in subscribers.indices {
      guard let address = subscribers[place].address(for: notice.topic) else { continue }
      if subscribers[place].backlog.isEmpty, socket.send([address] + notice.frames) {
        subscribers[place].lastTaken = now()
        continue
      }
      if subscribers[place].backlog.isEmpty { subscribers[place].lastTaken = now() }
      subscribers[place].backlog.append(notice, superseding: !isReading(place))
      bound(place)
    }
  }

  /// Sends what waits, as far as there is room for it.
  ///
  /// - Parameters:
  ///   - socket: The publisher's.
  ///   - tell: Makes the frames that tell of messages that were left out.
  /// - Returns: In how many milliseconds to try again; nil when nothing waits.
  mutating func flush(over socket: borrowing Socket, telling tell: (Backlog.Gap) -> [[UInt8]]) -> Int? {
    var wait: Int?
    for place in subscribers.indices where !subscribers[place].backlog.isEmpty {
      while let next = subscribers[place].backlog.next {
        let isSent: Bool
        switch next {
        case .notice(let notice):
          let address = subscribers[place].address(for: notice.topic)
          isSent = address.map { socket.send([$0] + notice.frames) } ?? true
        case .gap(let gap):
          let address = subscribers[place].address(for: Self.topics[2])
          isSent = address.map { socket.send([$0] + tell(gap)) } ?? true
        }
        guard isSent else { break }
        subscribers[place].backlog.removeNext()
        subscribers[place].lastTaken = now()
      }
      guard !subscribers[place].backlog.isEmpty else { continue }
      bound(place)
      wait = min(wait ?? 20, isReading(place) ? 1 : 20)
    }
    return wait
  }

  /// The most bytes that wait for a front end that reads.
  var waiting: Int { subscribers.indices.filter(isReading).map { subscribers[$0].backlog.bytes }.max() ?? 0 }

  private func isReading(_ place: Int) -> Bool { now() - subscribers[place].lastTaken < Self.patience }

  private mutating func bound(_ place: Int) {
    subscribers[place].backlog.shorten(to: isReading(place) ? Self.mostRoom : Self.room)
  }
}
