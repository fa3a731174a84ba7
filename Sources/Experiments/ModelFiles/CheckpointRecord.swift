import Foundation
import ModelFile
import Networks
public import Training

/// What a checkpoint holds beside the model: all that `train` needs to go on with the same bits. It stands as JSON among the
/// model file's metadata, where other readers pass it over.
public struct CheckpointRecord: Sendable, Codable {
  /// The metadata's key.
  public static let key = "whet.checkpoint"

  /// What was being done.
  public let training: NetworkModel.LastTraining
  /// Where it stood.
  public let state: TrainingState
  /// The parameters of the best epoch, where the training keeps them.
  public let best: ParameterSnapshot?
  /// All epochs of the network's life.
  public let history: [EpochRecord]
  /// How many outputs had a class.
  public let classCount: Int
  /// What the first weights were drawn from.
  public let seed: UInt64?

  /// Takes note of a model in training.
  public init?(_ model: NetworkModel) {
    guard let state = model.training.state, let training = model.training.last else { return nil }
    (self.training, self.state, best) = (training, state, model.training.best)
    (history, classCount, seed) = (model.training.records, model.outputs.classes.count, model.initial.seed)
  }

  /// Reads a record; nil where the text is none, or holds numbers that no training has.
  public init?(text: String) {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = Self.infinities
    guard let record = try? decoder.decode(CheckpointRecord.self, from: Data(text.utf8)), record.isSound else {
      return nil
    }
    self = record
  }

  /// The record as text.
  public var text: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static let infinities = JSONDecoder.NonConformingFloatDecodingStrategy.convertFromString(
    positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")

  /// Whether every count lies where arithmetic with it is safe.
  private var isSound: Bool {
    let counts = [state.firstEpoch, state.epoch, state.batch, state.sampleCount, state.optimizer.step, classCount]
    let most = 1_000_000_000_000
    return counts.allSatisfy { (0...most).contains($0) } && history.allSatisfy { (0...most).contains($0.epoch) }
      && training.settings.faults().isEmpty
  }

  /// Puts what is recorded beside a model that was just opened.
  public func apply(to model: inout NetworkModel) {
    let isStopped = !state.isComplete && state.epoch < training.settings.epochs
    model.training.position = isStopped ? .stopped(state, best: best) : .ended(state)
    model.training.last = training
    model.training.records = history
    model.outputs.classes = Array(model.outputs.labels.prefix(min(classCount, model.outputs.count)))
    model.initial.seed = seed
  }
}
