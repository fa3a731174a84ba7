public import Clusters
public import Networks

/// The ranks that a launcher has started, as a network's mini-batches are shared among them.
public final class RankGroup: RankExchange {
  private let group: any ProcessGroup

  /// Those of a group.
  public init(_ group: any ProcessGroup) { self.group = group }

  /// The number of this process, from 0.
  public var rank: Int { group.rank }
  /// How many processes there are.
  public var count: Int { group.count }

  /// Whether all are on one machine.
  public var sharesMemory: Bool { group.sharesMemory }

  /// Memory for the numbers of a `gather`, which then copies nothing.
  public func room(for count: Int) -> UnsafeMutablePointer<Float>? { group.room(for: count) }

  /// Fills in what the others have.
  public func gather(_ numbers: UnsafeMutablePointer<Float>, parts: [Int]) { group.gather(numbers, parts: parts) }
}

/// A rank that is alone, and needs no library.
public final class OneRank: RankExchange {
  /// The only one.
  public init() {}

  /// The first.
  public var rank: Int { 0 }
  /// One.
  public var count: Int { 1 }

  /// All is there.
  public func gather(_ numbers: UnsafeMutablePointer<Float>, parts: [Int]) {}
}
