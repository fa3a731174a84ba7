public import Clusters

/// How the ranks of a training stand.
public struct RankStatus: Sendable, Equatable {
  /// What their cluster is called.
  public let cluster: String
  /// How many were asked for.
  public let ranks: Int
  /// How they stand; nil where the launcher has not said yet.
  public internal(set) var workers: WorkerStatus?
  /// How often some were lost, and all were started again.
  public internal(set) var losses = 0
  /// The epoch of the network's life after which they went on, the last time; nil where none was lost.
  public internal(set) var wentOnAfter: Int?
}
