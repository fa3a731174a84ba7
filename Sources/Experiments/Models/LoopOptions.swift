/// What goes on beside a training and does not change what is learnt: files written on the way, threads, what is told.
public struct LoopOptions: Sendable, Equatable, Codable {
  /// After every so many epochs of the network's life a checkpoint is written; nil for never.
  public var checkpoint: Int?
  /// On how many threads the network trains; nil for one for every processor.
  public var threads: Int?
  /// Whether every event is printed as a line.
  public var logsBatches = false
  /// Which processes of a cluster share it; nil for this one alone.
  public var ranks: RankPlace?

  /// No checkpoints, all processors, no log.
  public init() {}
}

/// The processes of a cluster that share a training.
public struct RankPlace: Sendable, Equatable, Codable {
  /// What the cluster is called.
  public let cluster: String
  /// How many there are; nil for as many as the cluster has workers.
  public let count: Int?
  /// The name of their job folder; nil before there is one.
  public internal(set) var job: String?

  /// Names some processes of a cluster; those of the same one may have gone on with the same training before.
  public init(cluster: String, count: Int?, after earlier: RankPlace? = nil) {
    (self.cluster, self.count) = (cluster, count)
    job = earlier?.cluster == cluster ? earlier?.job : nil
  }
}
