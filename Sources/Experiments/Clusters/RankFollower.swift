import Clusters
import Foundation
import Training

/// Follows a training that the ranks of a cluster share, and has it go on where some of them are lost.
final class RankFollower: TrainingDriver {
  private(set) var status: RankStatus
  private let place: ClusterPlace
  private let folder: JobFolder
  private var reader: EpochStateReader
  private var requests: RankRequests
  /// What happened and is not said yet.
  private var events: [TrainingEvent] = []
  private var submission: JobFolder.Submission?
  private var submissions = 0
  private var asked = ContinuousClock.now
  private var stopAsked: ContinuousClock.Instant?
  private var hasBegun = false
  private var ending: EpochState.Ending?

  /// How often files are looked at, and the launcher is asked, in seconds.
  private static let interval = 0.05, standingInterval = 1.0
  /// How long ranks may take to stop, in seconds: a mini-batch, and writing down where they stand.
  private static let patience = 60.0

  init(_ place: ClusterPlace, ranks: Int, folder: JobFolder, recordsTaken: Int, start: TrainingState?) {
    status = RankStatus(cluster: place.name, ranks: ranks)
    (self.place, self.folder) = (place, folder)
    reader = EpochStateReader(TrainingFolder(folder), recordsTaken: recordsTaken, start: start)
    requests = RankRequests(TrainingFolder(folder))
  }

  private var launcher: any JobLauncher { place.launcher }

  var job: String { folder.url.lastPathComponent }

  func change(learningRate: Double) { requests.ask(rate: learningRate) }

  func next(_ session: UpdateSession) throws -> TrainingEvent? {
    do {
      if !hasBegun {
        hasBegun = true
        try begin(session)
        return .trainingBegin
      }
      while events.isEmpty {
        switch ending {
        case .completed: return nil
        case .stopped: throw Stopped()
        case .diverged(let divergence): throw divergence
        case nil: break
        }
        usleep(UInt32(Self.interval * 1e6))
        try look(session)
      }
    } catch let error as ClusterError {
      throw ExperimentError.cluster(.launch(status.cluster, error))
    }
    return events.removeFirst()
  }

  /// Takes up what stands already, and has ranks work on the rest.
  private func begin(_ session: UpdateSession) throws {
    while reader.hasMore { try takeNext(session) }
    // That it was stopped once is why it goes on.
    if ending == .stopped { ending = nil }
    guard ending == nil else { return }
    if let earlier = folder.submission, earlier.launcher == place.cluster.launcher,
      !(try launcher.status(of: earlier).hasEnded)
    {
      (submission, submissions) = (earlier, 1)
      requests.adopt(session)
      return
    }
    try submit(session)
  }

  private func submit(_ session: UpdateSession) throws {
    submissions += 1
    try requests.begin(session)
    let made = try launcher.submit(
      folder, ranks: status.ranks, attempt: (folder.submission?.attempt ?? -1) + 1)
    try folder.note(made)
    submission = made
    asked = .now
  }

  /// Looks once whether anything has happened.
  private func look(_ session: UpdateSession) throws {
    try takeNext(session)
    guard events.isEmpty, ending == nil else { return }
    if let batch = reader.batch(session) { events.append(batch) }
    if !session.goesOn() { try stop() }
    guard (ContinuousClock.now - asked).seconds >= Self.standingInterval, let submission else { return }
    asked = .now
    // A launcher that is restarted does not answer for a while; its ranks go on.
    guard let now = try? launcher.status(of: submission) else { return }
    if status.workers != now {
      status.workers = now
      events.append(.trainingBegin)
    }
    if now.hasEnded { try goOn(session) }
  }

  /// Asks the ranks to stop; where they do not, or wait for a machine, they are ended. A kernel that ends leaves them alone.
  private func stop() throws {
    // The next kernel finds them.
    guard !place.isLeft() else { throw Stopped() }
    guard let submission else { throw Stopped() }
    guard let since = stopAsked else {
      stopAsked = .now
      if let workers = try? launcher.status(of: submission), workers.running == 0 {
        launcher.cancel(submission)
        ending = .stopped
      }
      return try requests.askToStop()
    }
    guard (ContinuousClock.now - since).seconds > Self.patience else { return }
    launcher.cancel(submission)
    ending = .stopped
  }

  /// The ranks have ended. Where the training has not, others go on, or it is told what is known.
  private func goOn(_ session: UpdateSession) throws {
    // On a file system of several machines the last standing may be seen a little later.
    for _ in 0..<20 {
      try takeNext(session)
      guard events.allSatisfy({ $0 == .trainingBegin }), ending == nil else { return }
      usleep(UInt32(Self.interval * 1e6))
    }
    guard let ended = submission else { return }
    guard stopAsked == nil, !folder.wasStopped(ended) else {
      ending = .stopped
      return
    }
    guard submissions <= place.cluster.retries else {
      throw ExperimentError.cluster(
        .lostRanks(
          LostRanks(
            cluster: status.cluster, ranks: ended.workers, epochs: session.state.epochs,
            failure: launcher.failure(of: 0, in: ended, folder))))
    }
    status.losses += 1
    status.wentOnAfter = session.state.epochs
    try submit(session)
    events.append(.trainingBegin)
  }

  /// Brings a session to the next standing, and says what happened until then.
  private func takeNext(_ session: UpdateSession) throws {
    let (new, ended) = try reader.next(session)
    events += new
    ending = ended ?? ending
  }
}
