public import Tensors

/// Samples of numbers with a class or a number each, as tables hold them: handwritten digits, measurements.
///
/// Numbers that are whole and fit a byte are kept as bytes and become floats only when a mini-batch is made: a quarter of
/// the memory. Those of a table for which there is no room in memory are kept in a file, from which rows are read as they are
/// asked for. A text is kept as the place among its column's texts, a missing value as what is no number; both become
/// numbers as they are asked for.
public struct TabularData: Sendable, Equatable {
  /// The shape of one sample, for example [28, 28], or [784] as tables in text have it.
  public var sampleShape: [Int]
  /// What is known of each sample.
  public let truths: TableTruths
  /// The columns its numbers are from; empty where it has none, as pictures.
  public let columns: [TableColumn]
  /// The group of each sample, as a number of its own; nil where none are told apart.
  public let groups: [Int32]?
  /// The numbers kept of each sample.
  let values: TableNumbers
  /// What stands for a missing number, by column; empty where nothing is missing.
  var fills: [Float] = []

  /// How many samples there are.
  public var count: Int { truths.count }

  /// How many numbers a sample has.
  public var sampleLength: Int { sampleShape.reduce(1, *) }

  /// How many bytes its numbers take in memory, or in a file where they are in one.
  public var byteCount: Int { values.byteCount(samples: count, length: keptLength) }

  /// Whether its numbers are in a file, from which they are read when they are asked for.
  public var isInFile: Bool { if case .file = values { true } else { false } }

  /// How many numbers are kept of a sample.
  var keptLength: Int { columns.isEmpty ? sampleLength : columns.count }

  /// Takes numbers as they were collected.
  init(
    sampleShape: [Int], truths: TableTruths, columns: [TableColumn] = [], groups: [Int32]? = nil, values: TableNumbers
  ) {
    (self.sampleShape, self.truths, self.columns) = (sampleShape, truths, columns)
    (self.groups, self.values) = (groups, values)
  }

  /// Holds bytes in memory: as many for each label as the shape says.
  ///
  /// Precondition: there are.
  public init(sampleShape: [Int], labels: [String], bytes: [UInt8]) {
    precondition(bytes.count == labels.count * sampleShape.reduce(1, *), "bytes, labels and shape do not fit")
    self.init(sampleShape: sampleShape, truths: TableTruths(labels: labels), values: .bytes(bytes))
  }

  /// Holds numbers in memory: as many for each label as the shape says.
  ///
  /// Precondition: there are.
  public init(sampleShape: [Int], labels: [String], floats: [Float]) {
    precondition(floats.count == labels.count * sampleShape.reduce(1, *), "numbers, labels and shape do not fit")
    self.init(sampleShape: sampleShape, truths: TableTruths(labels: labels), values: .floats(floats))
  }

  /// Holds samples with columns in memory, a number for each column; those of a text are its place among the texts.
  ///
  /// Precondition: there are as many numbers as samples times columns.
  public init(columns: [TableColumn], truths: TableTruths, floats: [Float]) {
    precondition(floats.count == truths.count * columns.count, "numbers, columns and samples do not fit")
    self.init(
      sampleShape: [columns.reduce(0) { $0 + $1.width }], truths: truths, columns: columns, values: .floats(floats))
  }

  /// The classes that occur: numbers in their order if all are numbers, else in the order of first appearance; none where
  /// numbers are to be predicted.
  public var classes: [String] {
    guard case .classes(let names, _) = truths else { return [] }
    let numbers = names.compactMap(Int.init)
    return numbers.count == names.count ? numbers.sorted().map(String.init) : names
  }

  /// Samples by their places, each number times the scale: [places, shape…].
  ///
  /// - Throws: `TabularDataError.rowsLost`.
  public func tensor(_ places: some Collection<Int>, scale: Float = 1) throws(TabularDataError) -> Tensor {
    var numbers: [Float] = []
    numbers.reserveCapacity(places.count * sampleLength)
    try append(places, scale: scale, to: &numbers)
    return Tensor(shape: [places.count] + sampleShape, values: numbers)
  }

  /// Appends samples by their places to others, each number times the scale.
  ///
  /// - Throws: `TabularDataError.rowsLost`.
  public func append(
    _ places: some Collection<Int>, scale: Float, to numbers: inout [Float]
  ) throws(TabularDataError) {
    let areKeptAsTheyAre = fills.isEmpty && columns.allSatisfy { $0.kind == .number }
    if areKeptAsTheyAre { return try values.append(places, length: keptLength, scale: scale, to: &numbers) }
    var kept: [Float] = []
    try values.append(places, length: keptLength, scale: 1, to: &kept)
    columns.expand(kept, fills: fills, scale: scale, to: &numbers)
  }

  /// What one of the columns holds of samples by their places, as it is kept: a number, of a text its place among the
  /// column's texts, NaN where nothing is.
  ///
  /// - Throws: `TabularDataError.rowsLost`.
  public func column(_ column: Int, of places: [Int]) throws(TabularDataError) -> [Float] {
    var (found, size): ([Float], Int) = ([], max(1, (1 << 20) / keptLength))
    found.reserveCapacity(places.count)
    for start in stride(from: 0, to: places.count, by: size) {
      var kept: [Float] = []
      try values.append(places[start..<min(start + size, places.count)], length: keptLength, scale: 1, to: &kept)
      found += stride(from: column, to: kept.count, by: keptLength).map { kept[$0] }
    }
    return found
  }

  /// Says that these samples will be asked for soon.
  public func prepare(_ places: some Collection<Int>) {
    if case .file(let file) = values { file.prepare(Array(places), length: keptLength) }
  }

  /// The same samples in another shape; nil where it has another number of numbers.
  public func reshaped(_ shape: [Int]) -> TabularData? {
    var length = 1
    for side in shape {
      let (product, overflows) = length.multipliedReportingOverflow(by: side)
      guard side > 0, !overflows else { return nil }
      length = product
    }
    guard length == sampleLength else { return nil }
    var data = self
    data.sampleShape = shape
    return data
  }
}
