import Tensors

/// Adds records to a package's file of weights (blob storage, version 2). What is in it stays where it is.
struct WeightFileWriter {
  /// What programs call the file.
  static let path = "@model_path/weights/weight.bin"
  private static let line = 64
  /// The whole file.
  private(set) var bytes: [UInt8]

  /// Begins with the bytes of a file, or with an empty one.
  init(_ bytes: [UInt8]?) {
    self.bytes = bytes ?? [UInt8](repeating: 0, count: WeightFileWriter.line)
    if bytes == nil { write(2, at: 4, count: 4) }
  }

  /// Begins an empty file with room for so many bytes.
  init(reserving count: Int) {
    self.init(nil)
    bytes.reserveCapacity(count)
  }

  /// Adds a record.
  ///
  /// - Returns: Where it begins.
  mutating func add(_ numbers: [Float], as element: ElementType) -> Int {
    add(bytes: WeightFileWriter.data(numbers, as: element)[...], count: numbers.count, as: element)
  }

  /// Adds a record of so many numbers that are packed already.
  ///
  /// - Returns: Where it begins.
  mutating func add(bytes data: Bytes, count numbers: Int, as element: ElementType) -> Int {
    pad()
    let offset = bytes.count
    bytes += [UInt8](repeating: 0, count: WeightFileWriter.line)
    write(0xDEAD_BEEF, at: offset, count: 4)
    write(UInt64(element.recordNumber ?? 0), at: offset + 4, count: 4)
    write(UInt64(data.count), at: offset + 8, count: 8)
    write(UInt64(offset + WeightFileWriter.line), at: offset + 16, count: 8)
    // How many bits at the end are unused.
    write(UInt64(max(0, data.count * 8 - numbers * (element.bits ?? 8))), at: offset + 24, count: 8)
    bytes += data
    pad()
    write(count + 1, at: 0, count: 4)
    return offset
  }

  /// Puts other numbers, of as many and of the same type, in the place of a record's.
  ///
  /// Precondition: a sound record in half or single precision begins there.
  mutating func replace(_ numbers: [Float], at place: Int) {
    let isHalf = number(at: place + 4, count: 4) == UInt64(ElementType.float16.recordNumber ?? 0)
    let data = WeightFileWriter.data(numbers, as: isHalf ? .float16 : .float32)
    let start = Int(number(at: place + 16, count: 8))
    precondition(data.count == Int(number(at: place + 8, count: 8)), "a record of another length")
    bytes.replaceSubrange(start..<start + data.count, with: data)
  }

  /// Whether anything is in it.
  var hasRecords: Bool { bytes.count > WeightFileWriter.line }

  static func data(_ numbers: [Float], as element: ElementType) -> [UInt8] {
    guard element == .float16 else { return numbers.withUnsafeBytes { Array($0) } }
    return Array(HalfPrecision.compress(numbers))
  }

  /// How many records the file says it has.
  private var count: UInt64 { number(at: 0, count: 4) }

  private func number(at place: Int, count: Int) -> UInt64 {
    (0..<count).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
  }

  private mutating func pad() {
    let rest = bytes.count % WeightFileWriter.line
    if rest > 0 { bytes += [UInt8](repeating: 0, count: WeightFileWriter.line - rest) }
  }

  private mutating func write(_ number: UInt64, at place: Int, count: Int) {
    for byte in 0..<count { bytes[place + byte] = UInt8(truncatingIfNeeded: number >> UInt64(8 * byte)) }
  }
}
