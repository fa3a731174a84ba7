public import Tensors

/// Samples of numbers with a label each, as tables hold them: handwritten digits, measurements.
///
/// Numbers that are whole and fit a byte are kept as bytes and become floats only when a mini-batch is made: a quarter of
/// the memory.
public struct TabularData: Sendable, Equatable {
  /// The shape of one sample, for example [28, 28], or [784] as tables in text have it.
  public var sampleShape: [Int]
  /// The label of each sample.
  public let labels: [String]
  private let values: Values

  private enum Values: Sendable, Equatable {
    case bytes([UInt8]), floats([Float])
  }

  /// How many samples there are.
  public var count: Int { labels.count }

  /// How many numbers a sample has.
  public var sampleLength: Int { sampleShape.reduce(1, *) }

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
  public func tensor(_ places: some Collection<Int>, scale: Float = 1) -> Tensor {
    let length = sampleLength
    var numbers: [Float] = []
    numbers.reserveCapacity(places.count * length)
    for place in places {
      switch values {
      case .bytes(let bytes):
        bytes[place * length..<(place + 1) * length].withUnsafeBufferPointer { row in
          for byte in row { numbers.append(Float(byte) * scale) }
        }
      case .floats(let floats):
        for number in floats[place * length..<(place + 1) * length] { numbers.append(number * scale) }
      }
    }
    return Tensor(shape: [places.count] + sampleShape, values: numbers)
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
