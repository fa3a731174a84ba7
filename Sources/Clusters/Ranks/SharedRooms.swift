internal import CRanks

/// Memory that the processes of one machine share, in which each writes its numbers and reads those of the others: nothing is sent.
///
/// There are two rooms, used in turn. Whoever meets the others in one has read what was in the other, so that it may be written again.
final class SharedRooms {
  private let rooms: OpaquePointer
  private let rank: Int
  private let length: Int
  private var next: Int32 = 0

  /// How many numbers a room has: 64 MiB, of which the system gives only what is used.
  static let roomCount = 1 << 24
  /// How many words a key has.
  static let keyCount = 4

  /// Makes it, as rank 0 of so many; nil where the system has none.
  ///
  /// - Parameters:
  ///   - ranks: How many processes share it.
  ///   - length: How many numbers a room has.
  ///   - key: On return what the others need to open it.
  init?(for ranks: Int, length: Int = roomCount, key: inout [UInt32]) {
    let secret = [UInt32.random(in: .min ... .max), UInt32.random(in: .min ... .max)]
    guard key.count == Self.keyCount, let rooms = whet_rooms_make(length, Int32(ranks), secret, &key) else {
      return nil
    }
    (self.rooms, self.length, rank) = (rooms, length, 0)
  }

  /// Opens it in another process; nil where it is on another machine, or may not be opened.
  init?(of key: [UInt32], rank: Int, of ranks: Int, length: Int = roomCount) {
    guard key.count == Self.keyCount, let rooms = whet_rooms_open(length, Int32(ranks), key) else { return nil }
    (self.rooms, self.length, self.rank) = (rooms, length, rank)
  }

  deinit { whet_rooms_close(rooms) }

  /// The room that is next, for the numbers of a `gather`, which then copies nothing; nil where there are too many.
  func room(for count: Int) -> UnsafeMutablePointer<Float>? { count <= length ? whet_room(rooms, next) : nil }

  private func meet() {
    whet_rooms_meet(rooms, Int32(rank))
    next = 1 - next
  }

  /// Fills in what the others have, as many numbers at a time as have room.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of all ranks, rank by rank; where they lie in the room that is next nothing is copied.
  ///   - parts: How many numbers each rank has.
  func gather(_ numbers: UnsafeMutablePointer<Float>, parts: [Int]) {
    if numbers == whet_room(rooms, next) { return meet() }
    let total = parts.reduce(0, +)
    let start = parts[..<rank].reduce(0, +)
    let own = start..<start + parts[rank]
    for first in stride(from: 0, to: total, by: length) {
      guard let room = whet_room(rooms, next) else { return }
      let some = first..<min(first + length, total)
      let mine = own.clamped(to: some)
      (room + (mine.lowerBound - first)).update(from: numbers + mine.lowerBound, count: mine.count)
      meet()
      for others in [some.lowerBound..<mine.lowerBound, mine.upperBound..<some.upperBound] {
        (numbers + others.lowerBound).update(from: room + (others.lowerBound - first), count: others.count)
      }
    }
  }
}
