import Clusters
import Foundation
import Training

/// Reads what the ranks of a training write, and brings a session to where the training stands.
struct EpochStateReader {
  private let folder: TrainingFolder
  /// Where the kernel had followed the job to before: rates set until then are known; nil where it begins.
  private let start: TrainingState?
  /// How many epochs of the job are known, and the standing that was looked at last.
  private var recordsTaken: Int, taken = 0
  private var progress: SharedProgress?

  /// Reads on from where so many epochs of the job are known.
  init(_ folder: TrainingFolder, recordsTaken: Int, start: TrainingState?) {
    (self.folder, self.recordsTaken, self.start) = (folder, recordsTaken, start)
  }

  /// Whether there is a standing that was not looked at.
  var hasMore: Bool { folder.standings.last.map { $0 > taken } ?? false }

  /// Brings a session to the next standing that has new epochs, or is the last.
  ///
  /// - Returns: What happened until then, and how the training ended, where it did.
  /// - Throws: `TrainingError` where the standing is another training's.
  mutating func next(
    _ session: UpdateSession
  ) throws(TrainingError) -> (events: [TrainingEvent], ending: EpochState.Ending?) {
    for number in folder.standings where number > taken {
      let before = taken
      // One that is torn is passed over for good: the next has another number.
      taken = number
      guard let data = try? folder.status(number), let status = EpochState(data) else { continue }
      if before > 0 { folder.drop(before) }
      guard status.records.count >= recordsTaken else { continue }
      try session.take(
        status.checkpoint, rateChanges: status.rateChanges.filter { change in !(start.map(change.isDue) ?? false) })
      var events: [TrainingEvent] = []
      let new = status.records.dropFirst(recordsTaken)
      if recordsTaken == 0, !new.isEmpty || status.checkpoint.state.batch > 0, let loss = status.firstLoss {
        events.append(
          .miniBatchEnd(epoch: session.state.firstEpoch, index: 0, of: session.batchesPerEpoch, loss: loss))
      }
      recordsTaken = status.records.count
      events += new.map { .epochEnd($0) }
      if status.ending == .completed { events.append(.completed(status.records.last)) }
      if !events.isEmpty || status.ending != nil { return (events, status.ending) }
    }
    return ([], nil)
  }

  /// The mini-batch of the present epoch that the ranks have come to; nil where that is known.
  mutating func batch(_ session: UpdateSession) -> TrainingEvent? {
    guard let data = folder.progress, let place = try? JSONDecoder.ofJobs.decode(SharedProgress.self, from: data),
      place != progress
    else { return nil }
    progress = place
    guard place.epoch == session.state.epochs, place.count == session.batchesPerEpoch, place.loss.isFinite,
      (0..<place.count).contains(place.batch)
    else { return nil }
    return .miniBatchEnd(epoch: place.epoch, index: place.batch, of: place.count, loss: place.loss)
  }
}

/// What a kernel asks the ranks of a training for.
struct RankRequests {
  private let folder: TrainingFolder
  private var request = RankRequest()
  /// How many rates had been set when the ranks began.
  private var ratesBefore = 0

  /// Asks in a folder.
  init(_ folder: TrainingFolder) { self.folder = folder }

  /// Asks for another learning rate.
  mutating func ask(rate: Double) {
    request.rates.append(rate)
    try? write()
  }

  /// Asks the ranks to stop.
  ///
  /// - Throws: `ClusterError.folder`.
  mutating func askToStop() throws(ClusterError) {
    request.stops = true
    try write()
  }

  /// Ranks begin that have the rates of a session: what earlier ones have done is not asked for again.
  ///
  /// - Throws: `ClusterError.folder`.
  mutating func begin(_ session: UpdateSession) throws(ClusterError) {
    request = RankRequest(rates: Array(request.rates.dropFirst(max(0, session.rateChanges.count - ratesBefore))))
    ratesBefore = session.rateChanges.count
    if request.rates.isEmpty { try folder.ask(nil) } else { try write() }
  }

  /// Ranks go on that another kernel has asked for things.
  mutating func adopt(_ session: UpdateSession) {
    request = folder.request.flatMap { try? JSONDecoder.ofJobs.decode(RankRequest.self, from: $0) } ?? request
    ratesBefore = session.rateChanges.count - request.rates.count
  }

  private func write() throws(ClusterError) { try folder.ask(try? JSONEncoder.ofJobs.encode(request)) }
}
