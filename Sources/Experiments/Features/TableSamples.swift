public import Networks
public import Tensors
public import Training

/// Samples of a table as a training takes them, each with what it should be answered with: their numbers as they are, or
/// what frozen layers make of them, a mini-batch at a time.
public struct TableSamples: SampleSource {
  /// The name of the tensor they are fed to, and the shape of one sample there.
  public let input: String, shape: [Int]
  /// The samples.
  public let selection: TableSelection
  /// Which of them are learnt from; nil for all.
  public var places: [Int]?
  /// What each of those should be answered with.
  public let targets: Targets
  /// The frozen layers; nil where the numbers are taken as they are.
  public var extractor: TableFeatureExtractor?

  /// How many samples there are.
  public var sampleCount: Int { targets.count }

  /// - Throws: `SourceError.table` where numbers kept in a file cannot be read back, `ModelError.network`.
  public func samples(at wanted: [Int], epoch: Int) throws -> Samples {
    let numbers = try selection.tensor(own(wanted))
    let rows = try extractor?.run(numbers) ?? numbers
    let tensor = Tensor(shape: [wanted.count] + shape, values: rows.values)
    return Samples(inputs: .tensors([input: tensor]), targets: targets.rows(wanted))
  }

  /// Has samples that will be asked for soon read meanwhile.
  public func prepare(_ wanted: [Int]) { selection.prepare(own(wanted)) }

  private func own(_ wanted: [Int]) -> [Int] { places.map { places in wanted.map { places[$0] } } ?? wanted }
}

/// The frozen layers of a network, ready to run on the samples of tables.
public final class TableFeatureExtractor {
  private let extractor: Extractor
  private let entry: TableEntry
  private let network: Network?

  /// Builds the network; one without layers leaves the samples as they enter it.
  ///
  /// - Throws: `ModelError.network`.
  public init(_ extractor: Extractor, on dataset: TableDataset) throws(ExperimentError) {
    self.extractor = extractor
    entry = TableEntry(dataset, into: extractor.definition.inputs.first)
    do throws(NetworkError) {
      network = extractor.definition.layers.isEmpty ? nil : try Network(extractor.definition)
    } catch {
      throw ExperimentError.model(.network(extractor.source, error))
    }
  }

  /// What the layers make of samples, [samples, …].
  ///
  /// - Throws: `ModelError.network`.
  public func run(_ samples: Tensor) throws(ExperimentError) -> Tensor {
    let samples = entry.entered(samples)
    guard let network, let input = extractor.definition.inputs.first else { return samples }
    do throws(NetworkError) {
      let shaped = Tensor(shape: [samples.shape[0]] + input.shape, values: samples.values)
      return try network.forward([input.name: shaped])[extractor.definition.outputs[0]] ?? samples
    } catch {
      throw ExperimentError.model(.network(extractor.source, error))
    }
  }
}

extension TrainableParts {
  /// A table's samples as the part that learns takes them, through the frozen layers where there are any.
  ///
  /// - Throws: `ModelError.network`.
  public func samples(
    of table: TableSelection, _ places: [Int]? = nil, targets: Targets, through trunk: Extractor? = nil
  ) throws(ExperimentError) -> TableSamples {
    let extractor = try trunk.flatMap { (trunk) throws(ExperimentError) in
      let isDirect = TableEntry(table.dataset, into: trunk.definition.inputs.first).isDirect
      return trunk.definition.layers.isEmpty && isDirect ? nil : try TableFeatureExtractor(trunk, on: table.dataset)
    }
    return TableSamples(
      input: boundary, shape: boundaryShape, selection: table, places: places, targets: targets, extractor: extractor)
  }
}
