public import Tensors

/// Samples of numbers with a label each, as tables hold them: handwritten digits, measurements.
///
/// Numbers that are whole and fit a byte are kept as bytes and become floats only when a mini-batch is made: a quarter of
/// the memory. Those of a table for which there is no room in memory are kept in a file, from which rows are read as they are
/// asked for.
public struct TabularData: Sendable, Equatable {
  /// The shape of one sample, for example [28, 28], or [784] as tables in text have it.
  public var sampleShape: [Int]
  /// The label of each sample.
  public let labels: [String]
  private let values: Values

  /// Where the numbers are.
  enum Values: Sendable, Equatable {
    case bytes([UInt8]), floats([Float]), file(RowFile)
  }

  /// How many samples there are.
  public var count: Int { labels.count }

  /// How many numbers a sample has.
  public var sampleLength: Int { sampleShape.reduce(1, *) }

  /// How many bytes its numbers take in memory, or in a file where they are in one.
  public var byteCount: Int {
    switch values {
    case .bytes(let bytes): bytes.count
    case .floats(let floats): floats.count * MemoryLayout<Float>.size
    case .file(let file): count * sampleLength * file.number.size
    }
  }

  /// Whether its numbers are in a file, from which they are read when they are asked for.
  public var isInFile: Bool { if case .file = values { true } else { false } }

  /// Takes numbers as they were collected.
  init(sampleShape: [Int], labels: [String], values: Values) {
    (self.sampleShape, self.labels, self.values) = (sampleShape, labels, values)
  }

  /// Holds bytes in memory: as many for each label as the shape says.
  ///
  /// Precondition: there are.
  public init(sampleShape: [Int], labels: [String], bytes: [UInt8]) {
    precondition(bytes.count == labels.count * sampleShape.reduce(1, *), "bytes, labels and shape do not fit")
    (self.sampleShape, self.labels, values) = (sampleShape, labels, .bytes(bytes))
  }

  /// Holds numbers in memory: as many for each label as the shape says.
  ///
  /// Precondition: there are.
  public init(sampleShape: [Int], labels: [String], floats: [Float]) {
    precondition(floats.count == labels.count * sampleShape.reduce(1, *), "numbers, labels and shape do not fit")
    (self.sampleShape, self.labels, values) = (sampleShape, labels, .floats(floats))
  }

  /// The labels that occur: numbers in their order if all are numbers, else in the order of first appearance.
  public var classes: [String] {
    var seen: Set<String> = []
    let found = labels.filter { seen.insert($0).inserted }
    let numbers = found.compactMap(Int.init)
    return numbers.count == found.count ? numbers.sorted().map(String.init) : found
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
    let length = sampleLength
    switch values {
    case .bytes(let bytes):
      bytes.withUnsafeBufferPointer { bytes in
        for place in places {
          for byte in bytes[place * length..<(place + 1) * length] { numbers.append(Float(byte) * scale) }
        }
      }
    case .floats(let floats):
      for place in places {
        for number in floats[place * length..<(place + 1) * length] { numbers.append(number * scale) }
      }
    case .file(let file):
      try file.append(Array(places), length: length, scale: scale, to: &numbers)
    }
  }

  /// Says that these samples will be asked for soon.
  public func prepare(_ places: some Collection<Int>) {
    if case .file(let file) = values { file.prepare(Array(places), length: sampleLength) }
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
