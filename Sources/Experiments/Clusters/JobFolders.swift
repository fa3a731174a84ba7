import Clusters
import Foundation
import RunStore

/// The job folders of a cluster, side by side in one folder. Each is named after all that its results depend on.
struct JobFolders {
  /// What the cluster is called.
  let cluster: String
  /// The folder they are in.
  let folder: URL
  /// What says of the cluster's jobs whether something works on them.
  let launcher: any JobLauncher
  /// Of which jobs it does.
  let kind: Cluster.Launcher

  /// How long a job folder that nothing works on is kept after its last result, in seconds: a fortnight.
  private static let keptFor = 14.0 * 24 * 3600

  /// The folder of a name.
  subscript(name: String) -> JobFolder {
    JobFolder(folder.appending(path: name, directoryHint: .isDirectory))
  }

  /// The folder of a job.
  func folder(of job: Data) -> JobFolder { self["job-\(ContentHash(of: job).description.prefix(16))"] }

  /// Writes a job, where it is not there from an earlier time.
  ///
  /// - Parameters:
  ///   - job: What is to be done.
  ///   - contents: What belongs to it, by digests.
  ///   - files: Puts other files into the folder.
  /// - Returns: Its folder.
  /// - Throws: `ClusterDiagnostic`, what `files` throws.
  func lay(_ job: Data, _ contents: [Data], _ files: (JobFolder) throws -> Void = { _ in }) throws -> JobFolder {
    let own = folder(of: job)
    if own.exists { return own }
    let waiting = self["new-\(UUID().uuidString)"]
    do {
      try waiting.make(job: job)
      let store = ContentStore(stateFolder: waiting.url)
      for content in contents where !content.isEmpty { try store.put(content) }
      try files(waiting)
    } catch {
      waiting.remove()
      if let error = error as? ClusterError { throw ExperimentError.cluster(.launch(cluster, error)) }
      if let error = error as? ContentError { throw ExperimentError.cluster(.content(cluster, error)) }
      throw error
    }
    removeOld(but: own)
    // Whole or not at all; where another kernel was faster, its folder is the same.
    if rename(waiting.path, own.path) != 0 { waiting.remove() }
    return own
  }

  /// Removes job folders of long ago, whose results have been shown and can be computed again. One whose launcher does not answer
  /// stays.
  private func removeOld(but own: JobFolder) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
    for name in names where name.hasPrefix("job-") {
      let old = self[name]
      guard old != own, let change = old.lastChange, -change.timeIntervalSinceNow > Self.keptFor else { continue }
      if let submission = old.submission {
        guard submission.launcher == kind, let status = try? launcher.status(of: submission), status.hasEnded
        else { continue }
      }
      old.remove()
    }
  }
}
