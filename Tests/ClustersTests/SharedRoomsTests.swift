import Foundation
import TestSupport
import Testing

@testable import Clusters

/// Memory that processes share; here the ranks are threads, each with a mapping of its own.
struct SharedRoomsTests {
  /// Has so many ranks gather the same numbers as they come, several times.
  private func gather(_ ranks: Int, _ parts: [Int], length: Int, inPlace: Bool = false) throws -> [[Float]] {
    var key = [UInt32](repeating: 0, count: SharedRooms.keyCount)
    let first = try #require(SharedRooms(for: ranks, length: length, key: &key))
    let (all, opened) = (parts.reduce(0, +), key)
    nonisolated(unsafe) let rank0 = first
    return try ThreadRanks(ranks).run { rank in
      let rooms = try rank == 0 ? rank0 : #require(SharedRooms(of: opened, rank: rank, of: ranks, length: length))
      var result: [Float] = []
      let own = parts[..<rank].reduce(0, +)
      for round in 0..<5 {
        var numbers = [Float](repeating: -1, count: all)
        for place in own..<own + parts[rank] { numbers[place] = Float(round * 1000 + place) }
        if inPlace, let room = rooms.room(for: all) {
          for place in own..<own + parts[rank] { room[place] = numbers[place] }
          rooms.gather(room, parts: parts)
          numbers = Array(UnsafeBufferPointer(start: room, count: all))
        } else {
          numbers.withUnsafeMutableBufferPointer { if let start = $0.baseAddress { rooms.gather(start, parts: parts) } }
        }
        result += numbers
      }
      return result
    }
  }

  @Test(arguments: [[3, 5], [0, 4], [4, 0], [1, 2, 3, 4], [50, 1, 50]], [16, 7, 1])
  func `each rank has the numbers of all, also in more than a room`(parts: [Int], length: Int) throws {
    let all = parts.reduce(0, +)
    let expected = (0..<5).flatMap { round in (0..<all).map { Float(round * 1000 + $0) } }
    for result in try gather(parts.count, parts, length: length) { #expect(result == expected) }
  }

  @Test func `what is written in the room is not copied`() throws {
    let expected = (0..<5).flatMap { round in (0..<9).map { Float(round * 1000 + $0) } }
    for result in try gather(3, [2, 3, 4], length: 16, inPlace: true) { #expect(result == expected) }
  }

  @Test func `a key that belongs to other memory opens nothing`() throws {
    var key = [UInt32](repeating: 0, count: SharedRooms.keyCount)
    let rooms = try #require(SharedRooms(for: 2, length: 16, key: &key))
    #expect(rooms.room(for: 16) != nil && rooms.room(for: 17) == nil)
    for wrong in [[key[0], key[1], key[2] &+ 1, key[3]], [key[0], key[1] &+ 1000, key[2], key[3]], [0, 0, 0, 0]] {
      let isOpened = SharedRooms(of: wrong, rank: 1, of: 2, length: 16) != nil
      #expect(!isOpened)
    }
    let isOther = SharedRooms(of: key, rank: 1, of: 2, length: 17) != nil
    #expect(!isOther)
  }
}
