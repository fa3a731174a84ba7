public import Clusters
import Foundation
public import Networks
import RunStore
import Training

/// A rank of a training: it computes its samples of every mini-batch. All ranks come to the same network; rank 0 writes down where
/// the training stands, and reads what the kernel asks for.
public struct RankWorker {
  private let folder: JobFolder
  private let ranks: any RankExchange
  private let wanted: Int

  /// A rank on a job folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - ranks: The ranks that have found each other.
  ///   - wanted: How many were started.
  public init(_ folder: JobFolder, _ ranks: any RankExchange, of wanted: Int) {
    (self.folder, self.ranks, self.wanted) = (folder, ranks, wanted)
  }

  /// Trains until the training is over, or the kernel wants it to stop.
  ///
  /// - Throws: `ClusterError`, `KeepingError` where the job cannot be read, `otherEngine` where ranks are not alike; what training
  ///   throws.
  public func run() throws {
    // Each of them would be the first one, and write down where it stands over the others.
    guard ranks.count == wanted else {
      throw ClusterError.ranks(
        said: "\(wanted) processes were started, and each found \(ranks.count); mpirun may belong to another MPI")
    }
    let job = try RankJob(folder.job(), path: folder.place("job").path(percentEncoded: false))
    try checkEngine()
    let session = try job.task(contents: ContentStore(stateFolder: folder.url))
    let update = session.update
    if ranks.count > 1 { update.network.exchange = ranks }
    let training = TrainingFolder(folder)
    let latest = send(ranks.rank == 0 ? training.latest()?.status.data : nil)
    var (records, firstLoss): ([EpochRecord], Float?) = ([], nil)
    if let latest {
      guard let status = EpochState(latest) else { throw ClusterError.damaged(path: folder.path) }
      switch status.ending {
      case .completed, .diverged: return
      case .stopped, nil: break
      }
      try update.take(status.checkpoint, rateChanges: status.rateChanges)
      (records, firstLoss) = (status.records, status.firstLoss)
    }
    var log = ranks.rank == 0 ? EpochStateLog(training, checkpoint: job.checkpoint) : nil
    let ending = try session.run { event in
      switch event {
      case .trainingBegin, .completed: return true
      case .epochEnd(let record):
        records.append(record)
        log?.note(epoch: record.epoch) { EpochState(update, records: records, firstLoss: firstLoss) }
        return true
      case .miniBatchEnd(let epoch, let index, let count, let loss):
        firstLoss = firstLoss ?? loss
        let asked = ask(log?.asked(SharedProgress(epoch: epoch, batch: index, count: count, loss: loss)))
        for rate in asked.rates { try update.change(learningRate: rate) }
        return !asked.stops
      }
    }
    update.gatherState()
    let told: EpochState.Ending =
      switch ending {
      case .finished: .completed
      case .stopped: .stopped
      case .diverged(let divergence): .diverged(divergence)
      }
    try log?.end(EpochState(update, records: records, firstLoss: firstLoss, ending: told))
    // For who lists jobs: the training has a result as any task has.
    if ranks.rank == 0, told != .stopped { try? folder.keep(Data(), of: 0) }
  }

  /// Has every rank do what rank 0 was asked for.
  private func ask(_ request: RankRequest?) -> RankRequest {
    guard ranks.count > 1 else { return request ?? RankRequest() }
    let rate = request?.rates.first
    // Of several rates the last one counts.
    let bits = (request?.rates.last ?? 0).bitPattern
    var words = [
      request?.stops == true ? 1 : 0, rate == nil ? 0 : 1, UInt32(truncatingIfNeeded: bits), UInt32(bits >> 32),
    ]
    spread(&words)
    let asked = Double(bitPattern: UInt64(words[2]) | UInt64(words[3]) << 32)
    return RankRequest(stops: words[0] != 0, rates: words[1] != 0 ? [asked] : [])
  }

  /// Sends bytes of rank 0 to all; nil where it has none.
  private func send(_ data: Data?) -> Data? {
    guard ranks.count > 1 else { return data }
    var count: [UInt32] = [data == nil ? 0 : 1, UInt32(data?.count ?? 0)]
    spread(&count)
    guard count[0] != 0 else { return nil }
    let length = Int(count[1])
    var words = [UInt32](repeating: 0, count: (length + 3) / 4)
    if let data { words.withUnsafeMutableBytes { _ = data.copyBytes(to: $0) } }
    spread(&words)
    return words.withUnsafeBytes { Data($0.prefix(length)) }
  }

  /// Brings what rank 0 has to all.
  private func spread(_ words: inout [UInt32]) {
    let count = words.count
    words.withUnsafeMutableBytes { bytes in
      let numbers = bytes.bindMemory(to: Float.self)
      guard let start = numbers.baseAddress else { return }
      ranks.gather(start, parts: [count] + Array(repeating: 0, count: ranks.count - 1))
    }
  }

  /// Sees to it that all ranks are the same engine: their bits would differ.
  private func checkEngine() throws(ClusterError) {
    guard ranks.count > 1 else { return }
    var words = Array(repeating: UInt32(0), count: ranks.count)
    // A digest of eight hexadecimal digits is 32 bits.
    words[ranks.rank] = UInt32(ContentHash(of: Data(Engine.name.utf8)).short, radix: 16) ?? 0
    words.withUnsafeMutableBytes { bytes in
      if let start = bytes.bindMemory(to: Float.self).baseAddress {
        ranks.gather(start, parts: Array(repeating: 1, count: ranks.count))
      }
    }
    guard Set(words).count == 1 else { throw .otherEngine(job: "of another rank", here: Engine.name) }
  }
}

extension TrainingFolder {
  /// The last standing that is whole, and its number; nil where there is none.
  func latest() -> (number: Int, status: EpochState)? {
    for number in standings.reversed() {
      if let data = try? status(number), let status = EpochState(data) { return (number, status) }
    }
    return nil
  }
}

/// Writes down where a training stands: after every epoch, though a twentieth of the time at most, and where it ends.
private struct EpochStateLog {
  private let folder: TrainingFolder
  private let checkpoint: Int?
  private var number: Int
  private var kept: [Int] = []
  private var due = ContinuousClock.now
  private var looked = ContinuousClock.now
  private var ratesTaken = 0

  /// How often the kernel's wish is looked for, and how far an epoch is said.
  private static let interval = Duration.milliseconds(50)

  init(_ folder: TrainingFolder, checkpoint: Int?) {
    (self.folder, self.checkpoint) = (folder, checkpoint)
    kept = folder.standings
    number = (kept.last ?? 0) + 1
  }

  /// How long a disk may be full when the training ends, in tries of a second.
  private static let tries = 60

  /// Takes note of an epoch. Where that cannot be written the training goes on, and a later one may be.
  mutating func note(epoch: Int, _ status: () -> EpochState) {
    let isWanted = checkpoint.map { epoch.isMultiple(of: $0) } ?? false
    let start = ContinuousClock.now
    guard isWanted || start >= due else { return }
    try? write(status(), isWanted: isWanted)
    let end = ContinuousClock.now
    due = end + max((end - start) * 20, Self.interval)
  }

  /// Takes note of the end.
  mutating func end(_ status: EpochState) throws {
    for _ in 1..<Self.tries {
      do { return try write(status, isWanted: false) } catch { sleep(1) }
    }
    try write(status, isWanted: false)
  }

  /// The last two stay, and those that the kernel takes for checkpoints.
  private mutating func write(_ status: EpochState, isWanted: Bool) throws {
    try folder.keep(status.data, as: number)
    while kept.count > 1 { folder.drop(kept.removeFirst()) }
    if !isWanted { kept.append(number) }
    number += 1
  }

  /// What the kernel asks for, that was not done yet; says how far the epoch is.
  mutating func asked(_ progress: SharedProgress) -> RankRequest {
    let now = ContinuousClock.now
    guard now - looked >= Self.interval else { return RankRequest() }
    looked = now
    if let data = try? JSONEncoder.ofJobs.encode(progress) { folder.note(progress: data) }
    guard let data = folder.request, var request = try? JSONDecoder.ofJobs.decode(RankRequest.self, from: data) else {
      return RankRequest()
    }
    let all = request.rates.filter { $0.isFinite && $0 >= 0 }
    request.rates = Array(all.dropFirst(ratesTaken))
    ratesTaken = all.count
    return request
  }
}
