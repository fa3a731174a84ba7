/// What the processes of one training tell each other: each takes some samples of every mini-batch, and all come to the same
/// parameters.
public protocol RankExchange: AnyObject {
  /// The number of this process, from 0.
  var rank: Int { get }
  /// How many processes there are.
  var count: Int { get }

  /// Fills in what the others have.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of all ranks, rank by rank. Those of this one are there; on return all are.
  ///   - parts: How many numbers each rank has.
  func gather(_ numbers: UnsafeMutablePointer<Float>, parts: [Int])
}
