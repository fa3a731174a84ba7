public import Clusters
public import Foundation

/// A job of a cluster, as its folder and its launcher show it: it may go on while no kernel looks on.
public struct ClusterJob: Sendable {
  /// How a job stands.
  public enum State: String, Sendable {
    /// Its workers wait for a machine, work, or have done all.
    case waiting, running, completed
    /// They have ended before all was done: the same statement goes on.
    case suspended
    /// The launcher does not say.
    case unknown
  }

  /// By what it is named: `job-8c40bf92`.
  public let name: String
  /// What it is.
  public let about: JobFolder.About
  /// How it stands.
  public let state: State
  /// How many of its tasks, or epochs, are done.
  public let done: Int
  private let folder: JobFolder
  private let launcher: (any JobLauncher)?

  /// Whether workers wait or work.
  public var isAtWork: Bool { state == .waiting || state == .running }

  /// Looks at a folder; nil where it is no job's.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - launcher: Makes what started its workers; nil where this machine does not have it.
  init?(_ folder: JobFolder, launcher: (Cluster.Launcher) -> (any JobLauncher)?) {
    guard let about = folder.about else { return nil }
    (self.folder, self.about) = (folder, about)
    name = String(folder.url.lastPathComponent.prefix(12))
    let submission = folder.submission
    self.launcher = submission.flatMap { launcher($0.launcher) }
    let finished = folder.finished.count
    let isDone = about.isTraining ? finished > 0 : finished >= about.count
    let count = about.firstEpoch.map { isDone ? about.count : Self.epochs(in: folder) - $0 } ?? finished
    done = max(0, min(count, about.count))
    guard !isDone else {
      state = .completed
      return
    }
    guard let submission, let workers = try? self.launcher?.status(of: submission) else {
      state = submission == nil ? .suspended : .unknown
      return
    }
    state = workers.running > 0 ? .running : workers.waiting > 0 ? .waiting : .suspended
  }

  /// How many epochs of the network's life are done, as the ranks say.
  private static func epochs(in folder: JobFolder) -> Int {
    let data = TrainingFolder(folder).progress
    return data.flatMap { try? JSONDecoder.ofJobs.decode(SharedProgress.self, from: $0) }?.epoch ?? 0
  }

  /// Ends its workers: ranks after a mini-batch, so that nothing is lost, others at once, which costs the tasks they are at.
  ///
  /// - Throws: `ClusterError` where that cannot be asked for.
  public func stop() throws(ClusterError) {
    guard let submission = folder.submission, let launcher else { return }
    if submission.areRanks == true, state == .running {
      return try TrainingFolder(folder).ask(try? JSONEncoder.ofJobs.encode(RankRequest(stops: true)))
    }
    try folder.noteStop(of: submission)
    launcher.cancel(submission)
  }
}

extension ClusterJob {
  /// The jobs of clusters, the latest first; at most so many.
  ///
  /// - Parameters:
  ///   - clusters: The clusters.
  ///   - own: The folder of job folders where a cluster names none; nil where there is no such folder.
  ///   - program: The path of this program.
  ///   - limit: How many.
  /// - Returns: The jobs.
  public static func all(
    of clusters: some Sequence<Cluster>, own: URL?, program: String, limit: Int = 20
  ) -> [ClusterJob] {
    let folders = Set(
      clusters.compactMap { $0.folder.map { URL(filePath: $0, directoryHint: .isDirectory) } }
        + [own].compactMap(\.self))
    var found: [(folder: JobFolder, change: Date)] = []
    for folder in folders {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
      for name in names where name.hasPrefix("job-") {
        let job = JobFolder(folder.appending(path: name, directoryHint: .isDirectory))
        if let change = job.lastChange { found.append((job, change)) }
      }
    }
    return found.sorted { $0.change > $1.change }.prefix(limit).compactMap { job, _ in
      ClusterJob(job) { kind in
        // How a job stands depends on its launcher, not on the cluster's settings.
        try? Cluster(launcher: kind, tasks: 1).jobLauncher(program: program)
      }
    }
  }
}
