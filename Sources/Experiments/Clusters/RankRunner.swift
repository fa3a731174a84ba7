public import Clusters
public import Foundation
import RunStore
import Training

/// Has the ranks of a cluster do a training.
public struct RankRunner {
  /// What the cluster is called.
  public let name: String
  /// How many ranks share the training.
  public let ranks: Int
  private let cluster: Cluster
  private let folders: JobFolders

  /// Prepares work on a cluster.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - cluster: Where it is.
  ///   - ranks: How many share the training; nil for all of its workers.
  ///   - folder: The folder of the job folders.
  ///   - launcher: What starts its ranks.
  public init(name: String, _ cluster: Cluster, ranks: Int?, folder: URL, launcher: any JobLauncher) {
    (self.name, self.cluster, self.ranks) = (name, cluster, ranks ?? cluster.tasks)
    folders = JobFolders(cluster: name, folder: folder, launcher: launcher, kind: cluster.launcher)
  }

  /// Prepares the ranks of a training: what was begun there before is found again.
  ///
  /// - Throws: `ClusterFact`, what reading the samples throws.
  func driver(of plan: TrainingPlan, _ task: TrainingTask) throws -> any TrainingDriver {
    try checkSharing(task)
    if plan.isResuming, let earlier = plan.training.options.ranks?.job {
      let folder = folders[earlier]
      if let job = try? RankJob(folder.job(), path: folder.path), goesOn(folder, job, plan) {
        return follower(
          on: folder, recordsTaken: plan.model.training.records.count - job.recordsBefore, start: plan.state)
      }
    }
    var contents: [Data] = []
    let job = try RankJob(plan, task) { data in
      contents.append(data)
      return ContentHash(of: data)
    }
    return follower(on: try folders.lay(job.data, contents), recordsTaken: 0, start: nil)
  }

  private func follower(on folder: JobFolder, recordsTaken: Int, start: TrainingState?) -> RankFollower {
    RankFollower(
      cluster: name, ranks: ranks, retries: cluster.retries, launcher: folders.launcher, kind: cluster.launcher,
      folder: folder, recordsTaken: recordsTaken, start: start)
  }

  /// Whether a job is the training that a plan goes on with: it has been where the network stands, by the same settings.
  private func goesOn(_ folder: JobFolder, _ job: RankJob, _ plan: TrainingPlan) -> Bool {
    let records = plan.model.training.records
    guard let (_, standing) = TrainingFolder(folder).latest(), let state = plan.state,
      standing.checkpoint.settings == plan.settings, records.count >= job.recordsBefore
    else { return false }
    let own = records[job.recordsBefore...]
    let there = standing.checkpoint.state
    return own.count <= standing.records.count && (state.epochs, state.batch) <= (there.epochs, there.batch)
      && zip(own, standing.records).allSatisfy {
        $0.epoch == $1.epoch && $0.trainLossMean.bitPattern == $1.trainLossMean.bitPattern
      }
  }

  /// Sees to it that every rank has samples of a mini-batch.
  private func checkSharing(_ task: TrainingTask) throws {
    guard ranks > 1 else { return }
    let (session, samples) = (task.update, try task.source.samples(at: [0], epoch: 0))
    func isShared(_ size: Int, by ranks: Int) throws -> Bool {
      try session.network.sharing(of: size, among: ranks, samples, session.settings) != nil
    }
    let settings = session.settings
    let size =
      settings.lastBatch == .short ? min(settings.miniBatchSize, task.source.sampleCount) : settings.miniBatchSize
    guard try !isShared(size, by: ranks) else { return }
    let fewer = try stride(from: ranks - 1, to: 1, by: -1).first { try isShared(size, by: $0) } ?? 1
    let larger = try (size + 1...max(64 * ranks, 2 * size)).first { try isShared($0, by: ranks) }
    throw ExperimentError.cluster(.smallBatch(size, ranks: ranks, fewerRanks: fewer, largerBatch: larger))
  }
}
