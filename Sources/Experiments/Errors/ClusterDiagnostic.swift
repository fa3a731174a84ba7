public import Clusters
public import RunStore

/// What can be the matter where work goes to a cluster.
public enum ClusterDiagnostic: Sendable {
  /// No cluster has the name.
  case unknown(String, known: [String])
  /// There is no folder in which kernel and workers could meet.
  case noFolder(String)
  /// Samples that are read from their file again and again, and are not sent.
  case streamed(String)
  /// The launcher, or the job folder.
  case launch(String, ClusterError)
  /// Trainings have failed as often as they are tried.
  case failed(ClusterFailure)
  /// A mini-batch is too small for so many ranks: how many share it at most, and the size of one that is shared by all; nil where
  /// none was found.
  case smallBatch(Int, ranks: Int, fewerRanks: Int, largerBatch: Int?)
  /// Ranks were lost as often as they are started again.
  case lostRanks(LostRanks)
  /// The numbers of a job cannot be stored.
  case content(String, ContentError)
}

/// Tasks that have failed on a cluster as often as they are tried.
public struct ClusterFailure: Sendable, Equatable {
  /// What the cluster is called.
  public let cluster: String
  /// How many trainings, or photos, have no result, of how many.
  public let missing: Int, count: Int
  /// What is known of the first of them.
  public let first: TaskFailure
  /// What one of them is called.
  public var noun = "training"
}

/// A training whose ranks were lost as often as they are started again.
public struct LostRanks: Sendable, Equatable {
  /// What the cluster is called.
  public let cluster: String
  /// How many ranks there were.
  public let ranks: Int
  /// After how many epochs of the network's life it stands.
  public let epochs: Int
  /// What is known of them.
  public let failure: TaskFailure
}
