import Clusters
import Foundation
import RunStore
import Training

/// Has the ranks of a cluster do a training.
public struct RankRunner {
  /// How many ranks share the training.
  public let ranks: Int
  private let place: ClusterPlace

  /// Prepares work on a cluster.
  ///
  /// - Parameters:
  ///   - place: The cluster.
  ///   - ranks: How many share the training; nil for all of its workers.
  public init(_ place: ClusterPlace, ranks: Int?) { (self.place, self.ranks) = (place, ranks ?? place.cluster.tasks) }

  /// Prepares the ranks of a training: what was begun there before is found again.
  ///
  /// - Throws: `ClusterDiagnostic`, what reading the samples throws.
  func driver(of plan: TrainingPlan, _ task: TrainingTask) throws -> any TrainingDriver {
    try checkSharing(task)
    if plan.isResuming, let earlier = plan.training.options.ranks?.job {
      let folder = place.folders[earlier]
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
    let folder = try place.folders.lay(job.data, contents)
    let epochs = plan.state?.epochs ?? 0
    folder.note(
      JobFolder.About(
        statement: place.statement, cluster: place.name, count: plan.settings.epochs, firstEpoch: epochs))
    return follower(on: folder, recordsTaken: 0, start: nil)
  }

  private func follower(on folder: JobFolder, recordsTaken: Int, start: TrainingState?) -> RankFollower {
    RankFollower(place, ranks: ranks, folder: folder, recordsTaken: recordsTaken, start: start)
  }

  /// Whether a job is the training that a plan goes on with: it has been where the network stands, by the same settings.
  private func goesOn(_ folder: JobFolder, _ job: RankJob, _ plan: TrainingPlan) -> Bool {
    let records = plan.model.training.records
    guard let (_, status) = TrainingFolder(folder).latest(), let state = plan.state,
      status.checkpoint.settings == plan.settings, records.count >= job.recordsBefore
    else { return false }
    let own = records[job.recordsBefore...]
    let there = status.checkpoint.state
    return own.count <= status.records.count && (state.epochs, state.batch) <= (there.epochs, there.batch)
      && zip(own, status.records).allSatisfy {
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
