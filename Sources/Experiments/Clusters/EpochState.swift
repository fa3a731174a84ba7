import Foundation
import Networks
import RunStore
import Tensors
import Training

/// Where a training that ranks share stood after an epoch, or where it ended: all that is needed to go on from there.
struct EpochState {
  /// Parameters, state and settings.
  var checkpoint: TrainingCheckpoint
  /// The epochs since the job began.
  var records: [EpochRecord]
  /// The learning rates that were set since the job began.
  var rateChanges: [RateChange]
  /// The loss of the first mini-batch since the job began.
  var firstLoss: Float?
  /// How it ended; nil where it went on.
  var ending: Ending?

  /// How a training ended, or that it was stopped.
  enum Ending: Sendable, Equatable, Codable {
    case completed, stopped
    case diverged(Divergence)
  }

  /// What stands before the numbers.
  private struct Head: Codable {
    let format: Int
    let engine: String
    let settings: TrainingSettings
    let state: TrainingState
    let parameters: [Entry]
    let best: [Entry]?
    let moments: [Int]
    let records: [EpochRecord]
    let rateChanges: [RateChange]
    let firstLoss: Float?
    let ending: Ending?
    let numbers: ContentHash
  }

  private struct Entry: Codable {
    let key: ParameterKey
    let shape: [Int]
  }

  private static let format = 1

  /// Puts it together.
  init(_ session: UpdateSession, records: [EpochRecord], firstLoss: Float?, ending: Ending? = nil) {
    checkpoint = session.checkpoint
    self.firstLoss = firstLoss
    (self.records, rateChanges, self.ending) = (records, session.rateChanges, ending)
  }

  /// As it is written: a line of text, then the numbers.
  var data: Data {
    var numbers = Data()
    func entries(_ snapshot: ParameterSnapshot) -> [Entry] {
      let keys = snapshot.tensors.keys.sorted { ($0.layer, $0.part.rawValue) < ($1.layer, $1.part.rawValue) }
      return keys.compactMap { key in
        snapshot.tensors[key].map {
          numbers.append($0.values.littleEndian)
          return Entry(key: key, shape: $0.shape)
        }
      }
    }
    var state = checkpoint.state
    let moments = state.takeNumbers()
    let parameters = entries(checkpoint.parameters)
    let best = checkpoint.best.map(entries)
    for one in moments { numbers.append(one.littleEndian) }
    let head = Head(
      format: Self.format, engine: Engine.name, settings: checkpoint.settings, state: state, parameters: parameters,
      best: best, moments: moments.map(\.count), records: records, rateChanges: rateChanges, firstLoss: firstLoss,
      ending: ending, numbers: ContentHash(of: numbers))
    // Numbers, texts and digests and nothing else: this cannot fail.
    var data = (try? JSONEncoder.ofJobs.encode(head)) ?? Data()
    data.append(0x0A)
    data.append(numbers)
    return data
  }

  /// Reads one, as any file of others; nil where it is torn, or another engine's.
  init?(_ data: Data) {
    guard let end = data.firstIndex(of: 0x0A),
      let head = try? JSONDecoder.ofJobs.decode(Head.self, from: data[data.startIndex..<end]),
      head.format == Self.format, head.engine == Engine.name
    else { return nil }
    let bytes = Data(data[(end + 1)...])
    guard ContentHash(of: bytes) == head.numbers, let numbers = [Float](littleEndian: bytes) else { return nil }
    var rest = numbers[...]
    func take(_ count: Int) -> [Float]? {
      guard count >= 0, count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    func snapshot(_ entries: [Entry]) -> ParameterSnapshot? {
      var tensors: [ParameterKey: Tensor] = [:]
      for entry in entries {
        guard let count = Tensor.count(of: entry.shape), let values = take(count) else { return nil }
        tensors[entry.key] = Tensor(shape: entry.shape, values: values)
      }
      return ParameterSnapshot(tensors)
    }
    guard let parameters = snapshot(head.parameters) else { return nil }
    var best: ParameterSnapshot?
    if let entries = head.best {
      guard let snapshot = snapshot(entries) else { return nil }
      best = snapshot
    }
    var (state, moments) = (head.state, [[Float]]())
    for count in head.moments {
      guard let one = take(count) else { return nil }
      moments.append(one)
    }
    guard rest.isEmpty, state.putNumbers(moments) else { return nil }
    checkpoint = TrainingCheckpoint(settings: head.settings, state: state, parameters: parameters, best: best)
    (records, rateChanges, firstLoss, ending) = (head.records, head.rateChanges, head.firstLoss, head.ending)
  }
}

/// How far the present epoch of a training is that ranks share.
struct SharedProgress: Equatable, Codable {
  /// The epoch of the network's life, from 0, the mini-batch within it, and how many it has.
  let epoch: Int, batch: Int, count: Int
  /// The loss of the mini-batch.
  let loss: Float
}

/// What a kernel asks ranks for.
struct RankRequest: Codable {
  /// Whether to stop.
  var stops = false
  /// The learning rates that were asked for since the ranks began, in order.
  var rates: [Double] = []
}
