/// What the processes of one training tell each other: each takes some samples of every mini-batch, and all come to the same
/// parameters.
public protocol RankExchange: AnyObject {
  /// The number of this process, from 0.
  var rank: Int { get }
  /// How many processes there are.
  var count: Int { get }

  /// Whether all processes share a machine's memory: exchanging numbers then costs about as much as copying them.
  var sharesMemory: Bool { get }

  /// Memory for the numbers of a `gather`, which then copies nothing; nil where there is none for so many. What is gathered there
  /// stays until the next exchange but one.
  func room(for count: Int) -> UnsafeMutablePointer<Float>?

  /// Fills in what the others have.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of all ranks, rank by rank. Those of this one are there; on return all are.
  ///   - parts: How many numbers each rank has.
  func gather(_ numbers: UnsafeMutablePointer<Float>, parts: [Int])
}

extension RankExchange {
  /// Not unless they say so.
  public var sharesMemory: Bool { false }

  /// None.
  public func room(for count: Int) -> UnsafeMutablePointer<Float>? { nil }
}
