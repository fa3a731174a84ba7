public import Clusters
public import Foundation

/// A cluster as a statement reaches it: what starts work there, and where the job folders are.
public struct ClusterPlace: Sendable {
  /// What the cluster is called.
  public let name: String
  let cluster: Cluster
  let folder: URL
  let launcher: any JobLauncher
  let statement: String
  /// Whether the kernel is about to end: what works on the cluster is then left to itself, and found again.
  let isLeft: @Sendable () -> Bool

  /// Describes the way to a cluster.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - cluster: Its settings.
  ///   - folder: The folder of the job folders.
  ///   - launcher: What starts its workers.
  ///   - statement: What is to be done, as typed.
  ///   - isLeft: Whether the kernel is about to end.
  public init(
    name: String, _ cluster: Cluster, folder: URL, launcher: any JobLauncher, statement: String = "",
    isLeft: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.name, self.cluster, self.folder, self.launcher) = (name, cluster, folder, launcher)
    (self.statement, self.isLeft) = (statement, isLeft)
  }

  /// The job folders there.
  var folders: JobFolders { JobFolders(cluster: name, folder: folder, launcher: launcher, kind: cluster.launcher) }
}
