public import Clusters
public import RunStore

/// What can be the matter where work goes to a cluster.
public enum ClusterFact: Sendable {
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
  /// The numbers of a job cannot be stored.
  case content(String, ContentError)
}

/// Trainings that have failed on a cluster as often as they are tried.
public struct ClusterFailure: Sendable, Equatable {
  /// What the cluster is called.
  public let cluster: String
  /// How many trainings have no result, of how many.
  public let missing: Int, count: Int
  /// What is known of the first of them.
  public let first: TaskFailure
}
