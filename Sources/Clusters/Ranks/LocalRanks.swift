import Foundation

/// The ranks that the shell of this machine has started (`launcher=local`). They find each other by the job folder, and exchange
/// numbers by memory that they share: no library is needed.
public final class LocalRanks: ProcessGroup {
  /// The number of this process, from 0.
  public let rank: Int
  /// How many processes there are.
  public let count: Int
  private let rooms: SharedRooms

  /// Which of the ranks a process is.
  public struct Place: Sendable, Equatable {
    let number: Int, count: Int
    /// The number of the shell that started them all: another submission has another one.
    let group: Int

    /// That of this process, by its environment; nil where it has none.
    public init?(by environment: [String: String]) {
      guard let group = environment["WHET_LOCAL_GROUP"].flatMap({ Int($0) }),
        let share = WorkerShare(rankOf: environment.filter { $0.key.hasPrefix("WHET_LOCAL_") })
      else { return nil }
      (number, count, self.group) = (share.number, share.count, group)
    }
  }

  /// How long ranks wait for the first one, in seconds.
  private static let patience = 60.0

  /// Finds the others: rank 0 leaves what they need to open its memory.
  ///
  /// - Throws: `ClusterError.ranks` where it does not come; `folder` where the folder cannot be written.
  public init(_ place: Place, in folder: JobFolder) throws(ClusterError) {
    (rank, count) = (place.number, place.count)
    let name = "rooms-\(place.group)"
    var key = [UInt32](repeating: 0, count: SharedRooms.keyCount)
    if place.number == 0 {
      guard let made = SharedRooms(for: place.count, key: &key) else { throw .ranks(said: "no memory can be shared") }
      rooms = made
      try folder.write(key.withUnsafeBytes { Data($0) }, as: name)
      return
    }
    let end = ContinuousClock.now + .seconds(Self.patience)
    while ContinuousClock.now < end {
      if let data = try? folder.read(name), data.count == key.count * 4 {
        key.withUnsafeMutableBytes { _ = data.copyBytes(to: $0) }
        if let opened = SharedRooms(of: key, rank: place.number, of: place.count) {
          rooms = opened
          return
        }
      }
      usleep(2_000)
    }
    throw .ranks(said: "rank 0 did not come within \(Int(Self.patience)) seconds")
  }

  /// All are on this machine.
  public var sharesMemory: Bool { true }

  /// Memory for the numbers of a `gather`, which then copies nothing.
  public func room(for count: Int) -> UnsafeMutablePointer<Float>? { rooms.room(for: count) }

  /// Fills in what the others have.
  public func gather(_ numbers: UnsafeMutablePointer<Float>, parts: [Int]) { rooms.gather(numbers, parts: parts) }

  /// The memory vanishes with the last of them.
  public func leave() {}

  /// The shell ends the others when this one fails.
  public func abort() {}
}
