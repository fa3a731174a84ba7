/// What one front end has not taken yet of all that is published.
///
/// A front end that reads gets all of it. Of one that does not, text of cells is given up first, then tables and results, then
/// states of figures, and last whether the kernel is busy; the newest status stays in any case. What stands in for text that was
/// given up tells how much it was.
struct Backlog {
  /// What a message is worth to somebody who comes back to it late.
  enum Worth: Int, CaseIterable, Sendable {
    case text, result, figure, status
  }

  /// A message for all front ends.
  struct Notice: Sendable {
    /// Its topic.
    let topic: [UInt8]
    /// What follows the topic.
    let frames: [[UInt8]]
    /// What it is worth.
    let worth: Worth
    /// The figure it shows a newer state of; nil for all else.
    var display: String?
    /// The header of the request it is about.
    var parent: [UInt8]?

    /// Its bytes, with what a queue needs for it.
    var size: Int { frames.reduce(topic.count + 256) { $0 + $1.count } }
  }

  /// Messages that were left out, one after the other.
  struct Gap: Sendable {
    /// How many they were, and their bytes.
    var count: Int, bytes: Int
    /// The request the first was about.
    let parent: [UInt8]?
  }

  /// What is to be sent next.
  enum Entry: Sendable {
    case notice(Notice)
    case gap(Gap)

    fileprivate var size: Int { if case .notice(let notice) = self { notice.size } else { 128 } }
  }

  private var entries: [Entry?] = []
  private var first = 0
  /// How many bytes are kept.
  private(set) var bytes = 0
  /// Where the newest state of each figure stands.
  private var displays: [String: Int] = [:]
  /// How many places of older states are empty.
  private var holes = 0

  /// Whether everything was taken.
  var isEmpty: Bool { next == nil }

  /// What is to be sent next.
  var next: Entry? { entries[first...].first { $0 != nil } ?? nil }

  /// Takes the next one out.
  mutating func removeNext() {
    while first < entries.count {
      defer { first += 1 }
      guard let entry = entries[first] else { continue }
      bytes -= entry.size
      if case .notice(let notice) = entry, let display = notice.display, displays[display] == first {
        displays[display] = nil
      }
      break
    }
    if first == entries.count {
      entries = []
      first = 0
    } else if first > 1024, first > entries.count / 2 {
      compact()
    }
  }

  /// Adds a message.
  ///
  /// - Parameters:
  ///   - notice: The message.
  ///   - isSuperseding: Whether an older state of the same figure is left out for it.
  mutating func append(_ notice: Notice, superseding isSuperseding: Bool) {
    if let display = notice.display {
      if isSuperseding, let older = displays[display], let entry = entries[older] {
        bytes -= entry.size
        entries[older] = nil
        holes += 1
      }
      displays[display] = entries.count
    }
    entries.append(.notice(notice))
    bytes += notice.size
    if holes > 1024, holes > entries.count / 2 { compact() }
  }

  /// Gives up older states of figures, then messages, the least worth and the oldest of them first, until a quarter of the room is free. The newest message
  /// stays, and so does the newest status.
  ///
  /// - Parameter limit: The room, in bytes; where it is not used up, nothing is given up.
  mutating func shorten(to limit: Int) {
    guard bytes > limit else { return }
    compact()
    for (index, entry) in entries.enumerated() {
      guard case .notice(let notice)? = entry, let display = notice.display, displays[display] != index else {
        continue
      }
      bytes -= notice.size
      entries[index] = nil
    }
    let room = limit * 3 / 4
    let newest = entries.lastIndex { if case .notice(let notice)? = $0 { notice.worth == .status } else { false } }
    for worth in Worth.allCases where bytes > room {
      for index in entries.indices.dropLast() where bytes > room && index != newest {
        guard case .notice(let notice)? = entries[index], notice.worth == worth else { continue }
        entries[index] = .gap(Gap(count: 1, bytes: notice.size - 256, parent: notice.parent))
        bytes += 128 - notice.size
      }
      joinGaps()
    }
    compact()
  }

  private mutating func joinGaps() {
    var last: Int?
    for index in entries.indices {
      guard case .gap(let gap)? = entries[index] else {
        if entries[index] != nil { last = nil }
        continue
      }
      if let before = last, case .gap(var earlier)? = entries[before] {
        earlier.count += gap.count
        earlier.bytes += gap.bytes
        entries[before] = .gap(earlier)
        entries[index] = nil
        bytes -= 128
      } else {
        last = index
      }
    }
  }

  /// Removes what is no longer there.
  private mutating func compact() {
    entries = entries[first...].filter { $0 != nil }
    first = 0
    holes = 0
    displays = [:]
    for (index, entry) in entries.enumerated() {
      if case .notice(let notice)? = entry, let display = notice.display { displays[display] = index }
    }
  }
}
