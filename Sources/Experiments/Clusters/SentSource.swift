import DataFiles
import Foundation
import Networks
import RunStore
import Tensors
import Training

/// The samples of a training as they are sent to its ranks: what the part that learns reads of them, or photos at the size of the
/// network where each epoch shows them otherwise. Neither photos nor the state folder are needed there.
struct SentSource: Sendable, Codable {
  private let samples: Kind
  private let targets: SentTargets

  private enum Kind: Sendable, Codable {
    /// Numbers, in each variant that flips make of photos.
    case numbers([SentRows])
    /// The bases of photos, as pixels.
    case photos(ContentHash)
  }

  /// A table of numbers, [rows, …].
  private struct SentRows: Sendable, Codable {
    let shape: [Int]
    let numbers: KeptNumbers
  }

  private enum SentTargets: Sendable, Codable {
    case classes([Int])
    case values(SentRows)
  }

  /// Takes samples apart.
  ///
  /// - Parameters:
  ///   - source: The samples.
  ///   - model: What the model is called, for errors.
  ///   - packer: Gathers numbers.
  ///   - keep: Takes what is no number, and gives its digest.
  /// - Throws: `ClusterDiagnostic.streamed` where they do not fit memory; what reading them throws.
  init(
    _ source: any SampleSource, of model: String, _ packer: inout NumberPacker, keep: (Data) -> ContentHash
  ) throws {
    let targets: Targets
    switch source {
    case let source as VariedFeatures:
      samples = .numbers(source.variants.map { Self.sent($0, &packer) })
      targets = source.targets
    case let source as TableSamples:
      let bytes = MemoryLimit.bytes(of: [source.sampleCount] + source.shape)
      if let room = source.selection.dataset.room, bytes > room.bytes {
        throw ExperimentError.cluster(.streamed(model))
      }
      let all = try source.samples(at: Array(0..<source.sampleCount), epoch: 0)
      guard let rows = all.inputs.tensors?[source.input] else { throw ExperimentError.cluster(.streamed(model)) }
      samples = .numbers([Self.sent(rows, &packer)])
      targets = all.targets
    case let source as StreamedPhotos:
      let image = try source.extractor.image()
      let size = source.variation.baseSize(width: image.width, height: image.height)
      let bytes = source.sampleCount * size.width * size.height * 3
      guard bytes <= min(4 << 30, (MemoryLimit.available ?? 8 << 30) / 2) else {
        throw ExperimentError.cluster(.streamed(model))
      }
      samples = .photos(keep(Data(try source.packedBases())))
      targets = .classes(source.targets)
    default: throw ExperimentError.cluster(.streamed(model))
    }
    switch targets {
    case .classes(let classes): self.targets = .classes(classes)
    case .values(let values): self.targets = .values(Self.sent(values, &packer))
    case .several: throw ExperimentError.cluster(.streamed(model))
    }
  }

  private static func sent(_ tensor: Tensor, _ packer: inout NumberPacker) -> SentRows {
    SentRows(shape: tensor.shape, numbers: packer.add(tensor.values))
  }

  /// Puts the samples together again.
  ///
  /// - Parameters:
  ///   - parts: The network that learns from them.
  ///   - variation: How photos are varied.
  ///   - reader: Reads numbers.
  ///   - contents: Where what is no number lies.
  /// - Returns: The samples.
  /// - Throws: `KeepingError`, `ModelError.noImageInput`.
  func source(
    _ parts: TrainableParts, _ variation: PhotoVariation, _ reader: inout NumberReader, _ contents: ContentStore
  ) throws -> any SampleSource {
    let targets: Targets =
      switch self.targets {
      case .classes(let classes): .classes(classes)
      case .values(let rows): .values(try reader.tensor(rows.shape, rows.numbers))
      }
    switch samples {
    case .numbers(let variants):
      guard variants.count == Augmentation.variants(of: variation.ways).count || variants.count == 1 else {
        throw KeepingError.damaged
      }
      let tensors = try variants.map { try reader.tensor($0.shape, $0.numbers) }
      guard tensors.allSatisfy({ $0.shape == [targets.count] + parts.boundaryShape }) else {
        throw KeepingError.damaged
      }
      return VariedFeatures(input: parts.boundary, variants: tensors, targets: targets, variation: variation)
    case .photos(let hash):
      guard case .classes(let classes) = targets else { throw KeepingError.damaged }
      let image = try parts.trunk.image()
      let size = variation.baseSize(width: image.width, height: image.height)
      let bases: Data
      do { bases = try contents.get(hash) } catch { throw KeepingError.content(error) }
      guard bases.count == classes.count * size.width * size.height * 3 else { throw KeepingError.damaged }
      return PackedPhotos(
        input: parts.boundary, shape: parts.boundaryShape, bases: [UInt8](bases), targets: classes,
        extractor: parts.trunk, variation: variation)
    }
  }
}
