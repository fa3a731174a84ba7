/// Processes that share one training, and bring each other their numbers.
public protocol ProcessGroup: AnyObject {
  /// The number of this process, from 0.
  var rank: Int { get }
  /// How many processes there are.
  var count: Int { get }
  /// Whether all are on one machine, and share memory.
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

  /// Leaves the group; all of its processes do.
  func leave()
  /// Ends all processes of the group, as far as this one can.
  func abort()
}
