/// What goes on beside a training and does not change what is learnt: files written on the way, threads, what is told.
public struct LoopOptions: Sendable, Equatable, Codable {
  /// After every so many epochs of the network's life a checkpoint is written; nil for never.
  public var checkpoint: Int?
  /// On how many threads the network trains; nil for one for every processor.
  public var threads: Int?
  /// Whether every event is printed as a line.
  public var logsBatches = false

  /// No checkpoints, all processors, no log.
  public init() {}
}
