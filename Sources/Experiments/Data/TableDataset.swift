public import DataFiles
import Networks
public import Tensors

/// Samples of numbers in classes, as tables hold them: handwritten digits, measurements.
public struct TableDataset: Sendable {
  /// What the user calls it.
  public let name: String
  /// What it was read from, for people.
  public let source: String
  /// The classes, in the order of a network's outputs.
  public let labels: [String]
  /// What every number is multiplied by.
  public let scale: Float
  /// What a picture's pixels, 0 to 255, were multiplied by to become its numbers.
  public var pixelScale: Float
  /// `train`, and `test` where there is one.
  public let splits: [TableSplit]
  /// How much memory its numbers were allowed; nil where they are all in memory.
  public var room: TableRoom?
  /// What was found out about it while it was read; nil of pictures.
  public var report: TableReport?
  /// How its samples were divided by lot; nil where they come in files of their own, or in their order.
  public var division: SampleDivision?
  /// The line that reads it again.
  public var statement: String?

  /// Puts it together.
  public init(
    name: String, source: String, labels: [String], scale: Float, splits: [TableSplit], room: TableRoom? = nil,
    statement: String? = nil
  ) {
    self.name = name
    self.source = source
    self.labels = labels
    (self.scale, pixelScale) = (scale, scale)
    self.splits = splits
    self.room = room
    self.statement = statement
  }

  /// The samples of a split.
  public func split(_ name: String) -> TableSplit? { splits.first { $0.name == name } }

  /// How many bytes its numbers take, those of splits of one table once.
  public var byteCount: Int {
    let hasOwnTest = splits.count > 1 && splits[0].data != splits[1].data
    return (splits.first?.data.byteCount ?? 0) + (hasOwnTest ? splits[1].data.byteCount : 0)
  }

  /// Whether its samples have numbers to be predicted, no classes.
  public var isRegression: Bool { splits.first?.data.truths.numbers != nil }

  /// How many numbers to predict a sample has; 0 where it has a class.
  public var outputs: Int { splits.first?.data.truths.outputs ?? 0 }

  /// What the numbers to predict are called, where there are several.
  public var outputNames: [String]? {
    guard outputs > 1 else { return nil }
    return report.flatMap { $0.targets.count == outputs ? $0.targets : nil } ?? (0..<outputs).map { "number \($0)" }
  }

  /// The columns its numbers are from; empty of pictures and arrays.
  public var columns: [TableColumn] { splits.first?.data.columns ?? [] }

  /// The shape of one sample.
  public var sampleShape: [Int] { splits.first?.data.sampleShape ?? [] }
}

/// One part of a table.
public struct TableSplit: Sendable {
  /// `train` or `test`.
  public let name: String
  /// The table the samples are in.
  public let data: TabularData
  /// Which of its samples, in order.
  public let places: [Int]

  /// Puts it together.
  public init(name: String, data: TabularData, places: [Int]) {
    self.name = name
    self.data = data
    self.places = places
  }

  /// How many samples each class has.
  public func counts(_ labels: [String]) -> [Int] {
    var counts: [String: Int] = [:]
    for place in places { counts[data.truths.text(place), default: 0] += 1 }
    return labels.map { counts[$0, default: 0] }
  }
}

/// Samples of a table somebody named.
public struct TableSelection: Sendable {
  /// How they were named: `digits.train`.
  public let text: String
  /// The dataset they are from.
  public let dataset: TableDataset
  /// The samples: for each the table it is in, and its place there.
  public let splits: [TableSplit]

  /// Samples of a dataset.
  public init(text: String, dataset: TableDataset, splits: [TableSplit]) {
    self.text = text
    self.dataset = dataset
    self.splits = splits
  }

  /// How many samples there are.
  public var count: Int { splits.reduce(0) { $0 + $1.places.count } }

  /// The class of each sample.
  public var truths: [String] { splits.flatMap { split in split.places.map(split.data.truths.text) } }

  /// Samples by their places in the selection, scaled: [places, shape…].
  ///
  /// - Throws: `SourceError.table` where numbers that are kept in a file cannot be read back.
  public func tensor(_ wanted: some Collection<Int>) throws(ExperimentError) -> Tensor {
    var values: [Float] = []
    values.reserveCapacity(wanted.count * dataset.sampleShape.reduce(1, *))
    for (split, places) in runs(wanted) {
      do throws(TabularDataError) {
        try splits[split].data.append(places, scale: dataset.scale, to: &values)
      } catch {
        throw ExperimentError.source(.table(dataset.name, error))
      }
    }
    return Tensor(shape: [wanted.count] + dataset.sampleShape, values: values)
  }

  /// Has samples that will be asked for soon read meanwhile, where they are in a file.
  public func prepare(_ wanted: some Collection<Int>) {
    guard dataset.room != nil else { return }
    for (split, places) in runs(wanted) { splits[split].data.prepare(places) }
  }

  /// Places in the selection as places in its splits' tables: those that follow each other within one split together.
  private func runs(_ wanted: some Collection<Int>) -> [(split: Int, places: [Int])] {
    var runs: [(split: Int, places: [Int])] = []
    for place in wanted {
      let (split, own) = locate(place)
      let next = splits[split].places[own]
      if runs.last?.split == split { runs[runs.count - 1].places.append(next) } else { runs.append((split, [next])) }
    }
    return runs
  }

  /// The samples in order, so many at a time that their numbers are no burden.
  public var pieces: [TableSelection] {
    stride(from: 0, to: count, by: pieceSize).map { part($0..<min($0 + pieceSize, count)) }
  }

  /// How many samples are no burden.
  public var pieceSize: Int { max(8, min(256, (1 << 22) / max(1, dataset.sampleShape.reduce(1, *)) / 8 * 8)) }

  /// Some of the samples, by their places in the selection.
  public func part(_ places: Range<Int>) -> TableSelection {
    var start = 0
    let parts = splits.compactMap { split -> TableSplit? in
      let own = places.clamped(to: start..<start + split.places.count)
      defer { start += split.places.count }
      guard !own.isEmpty else { return nil }
      return TableSplit(
        name: split.name, data: split.data, places: Array(split.places[own.lowerBound - start..<own.upperBound - start])
      )
    }
    return TableSelection(text: text, dataset: dataset, splits: parts)
  }

  /// One of the samples, by its place in the selection.
  public func single(_ place: Int) -> TableSplit {
    let (split, own) = locate(place)
    return TableSplit(name: splits[split].name, data: splits[split].data, places: [splits[split].places[own]])
  }

  /// All samples, or of a table that is in a file one piece after the other.
  public var largePieces: [TableSelection] { dataset.room == nil ? [self] : pieces }

  private func locate(_ place: Int) -> (split: Int, place: Int) {
    var rest = place
    for split in splits.indices {
      if rest < splits[split].places.count { return (split, rest) }
      rest -= splits[split].places.count
    }
    preconditionFailure("sample \(place) of \(count)")
  }
}
