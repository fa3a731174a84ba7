import Clusters
import Foundation
import Pictures
import RunStore
import Training

/// A training as the job of a cluster whose ranks share it: network, settings and samples, large numbers as content beside it. How
/// many ranks there are is no part of it: the bits do not depend on them.
struct RankJob: JobDescription {
  private let format: Int
  private let engine: String
  private let pack: ContentHash?
  private let name: String
  private let definition: KeptDefinition
  private let source: String
  private let scaling: CropAndScale?
  private let areScores: Bool
  private let state: TrainingState?
  /// The optimizer's numbers, which are not in `state`.
  private let moments: [KeptNumbers]
  private let best: ParameterSnapshot?
  private let settings: TrainingSettings
  private let augmentation: [Augmentation]
  private let threads: Int?
  private let samples: SentSource
  private let validation: [SentValidation]
  /// Every so many epochs of the network's life the kernel wants the standing, for a checkpoint; nil for never.
  let checkpoint: Int?
  /// How many epochs were recorded before.
  let recordsBefore: Int

  private struct SentValidation: Sendable, Codable {
    let name: String
    let samples: SentSource
  }

  static let format = 2

  /// Takes a training apart.
  ///
  /// - Parameters:
  ///   - plan: What it is to do.
  ///   - task: The same, with its samples.
  ///   - keep: Takes content, and gives its digest.
  /// - Throws: `ClusterDiagnostic.streamed`, what reading the samples throws.
  init(_ plan: TrainingPlan, _ task: TrainingTask, keep: (Data) -> ContentHash) throws {
    var packer = NumberPacker { _ in nil }
    let model = plan.model
    (name, source, scaling, areScores) = (model.name, model.source.name, model.scaling, model.outputs.areScores)
    recordsBefore = model.training.records.count
    definition = KeptDefinition(model.definition, &packer)
    var state = plan.state
    moments = (state?.takeNumbers() ?? []).map { packer.add($0) }
    (self.state, best) = (state, plan.best)
    settings = plan.settings
    augmentation = model.outputs.isRegressor ? [] : plan.training.augmentation
    (threads, checkpoint) = (plan.training.options.threads, plan.training.options.checkpoint)
    samples = try SentSource(task.source, of: model.name, &packer, keep: keep)
    validation = try task.validation.map {
      SentValidation(name: $0.name, samples: try SentSource($0.source, of: model.name, &packer, keep: keep))
    }
    pack = packer.data.isEmpty ? nil : keep(packer.data)
    (format, engine) = (Self.format, Engine.name)
  }

  var isSound: Bool { recordsBefore >= 0 && threads ?? 1 > 0 && checkpoint ?? 1 > 0 }

  /// Puts the training together again.
  ///
  /// - Throws: `KeepingError`, `ExperimentError`.
  func task(contents: ContentStore) throws -> TrainingTask {
    var reader = NumberReader(contents: contents, pack: pack)
    let parts = try TrainableParts(
      of: try definition.definition(structure: nil, &reader), source: source, scaling: scaling, areScores: areScores)
    let numbers = try moments.map { (kept) throws(KeepingError) in try reader.read(kept) }
    var state = state
    guard state?.putNumbers(numbers) ?? numbers.isEmpty else { throw KeepingError.damaged }
    let seeds = SeedPlan(seed: settings.seed)
    let source = try samples.source(parts, PhotoVariation(ways: augmentation, seeds: seeds), &reader, contents)
    let validation = try validation.map { set in
      ValidationSet(
        name: set.name,
        source: try set.samples.source(parts, PhotoVariation(ways: [], seeds: seeds), &reader, contents))
    }
    return try TrainingTask(
      name, parts, settings: settings, source: source, validation: validation, state: state, best: best,
      threads: threads)
  }
}
