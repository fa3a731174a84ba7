import Tensors

/// A candidate as it is sent to a worker: with the features of all samples, so that nothing else is needed there, neither
/// photos nor the state folder.
struct SentCandidate: Sendable, Codable {
  private let name: String
  private let configuration: SentConfiguration
  private let looksAt: String
  private let variants: [Rows]
  private let truths: [String]
  private let labels: [String]
  private let targets: Rows?

  /// A table of numbers, [rows, numbers].
  private struct Rows: Sendable, Codable {
    let shape: [Int]
    let numbers: KeptNumbers
  }

  /// Takes a candidate apart.
  ///
  /// - Throws: `ClusterDiagnostic.streamed` where its samples are read from their file again and again.
  init(_ candidate: Candidate, _ packer: inout JobPacker) throws(ExperimentError) {
    var variants: [Rows] = []
    for rows in candidate.variants {
      let tensor = try packer.tensor(rows, of: candidate)
      variants.append(Rows(shape: tensor.shape, numbers: packer.numbers.add(tensor.values)))
    }
    self.variants = variants
    name = candidate.name
    looksAt = candidate.looksAt
    (truths, labels) = (candidate.truths, candidate.labels)
    targets = candidate.targets.map { Rows(shape: $0.shape, numbers: packer.numbers.add($0.values)) }
    configuration = try SentConfiguration(candidate.configuration, &packer)
  }

  /// Puts the candidate together again.
  ///
  /// - Throws: `KeepingError`, `ExperimentError`.
  func candidate(_ reader: inout NumberReader) throws -> Candidate {
    let rows = try variants.map { try reader.tensor($0.shape, $0.numbers) }
    let targets = try self.targets.map { try reader.tensor($0.shape, $0.numbers) }
    let tables = rows + [targets].compactMap(\.self)
    guard tables.allSatisfy({ $0.shape.first == truths.count && $0.shape.count > 1 }) else {
      throw KeepingError.damaged
    }
    return Candidate(
      name: name, configuration: try configuration.configuration(&reader), looksAt: looksAt,
      variants: rows.map { .kept($0) },
      truths: truths, labels: labels, targets: targets)
  }
}

/// Gathers the numbers of a job, each table once however many candidates read it.
struct JobPacker {
  /// The numbers.
  var numbers = NumberPacker { _ in nil }
  /// What networks make of the table that all candidates of a job share, by their fingerprints.
  private var tables: [Fingerprint: Tensor] = [:]

  /// What a candidate reads of all samples, [samples, numbers].
  ///
  /// - Throws: `ClusterDiagnostic.streamed` where it would not fit memory; what reading the samples throws.
  mutating func tensor(_ rows: FeatureRows, of candidate: Candidate) throws(ExperimentError) -> Tensor {
    switch rows {
    case .kept(let tensor): return tensor
    case .table(let table, let extractor):
      if let known = tables[extractor.fingerprint] { return known }
      do throws(ExperimentError) { try extractor.checkRoom(for: table) } catch {
        throw ExperimentError.cluster(.streamed(candidate.name))
      }
      let tensor = try rows.rows(Array(candidate.truths.indices))
      tables[extractor.fingerprint] = tensor
      return tensor
    }
  }
}
