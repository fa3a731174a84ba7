/// A value as it lies in a program (format message `Value`): in the program itself, or in a file of weights.
struct ValueRecord: Sendable {
  private let wire: WireMessage

  init(_ wire: WireMessage) { self.wire = wire }

  /// What it is.
  var type: ValueType { ValueType(wire.message(2) ?? WireMessage()) }

  /// The tensor, its numbers still packed.
  ///
  /// - Throws: `ProgramProblem` where it is none, or its numbers cannot be had.
  func constant(_ package: ModelPackage?) throws(ProgramProblem) -> ProgramConstant {
    guard case .tensor(let element, let lengths) = type else { throw .encoding }
    let shape = try fixed(lengths)
    switch wire.oneOf([3, 5]) {
    case (3, let value)?:
      guard let tensor = value.message(1) else { throw .encoding }
      return try ProgramConstant(element, shape: shape, value: tensor)
    case (_, let blob)?:
      let record: (file: PackageFile, range: Range<Int>)
      do throws(WeightFileProblem) {
        record = try WeightFile.record(
          at: blob.unsigned(2), in: blob.text(1), of: package, element: element, count: shape.reduce(1, *))
      } catch {
        throw .weights(error)
      }
      return try ProgramConstant(element, shape: shape, stored: record.range, in: record.file)
    case nil: throw .encoding
    }
  }

  /// The file that its numbers lie in, and where their record begins; nil where they stand in the program itself.
  var place: (file: String, offset: Int)? {
    guard case (5, let blob)? = wire.oneOf([3, 5]) else { return nil }
    return Int(exactly: blob.unsigned(2)).map { (blob.text(1), $0) }
  }

  /// The single text it is; nil where it is none.
  var text: String? { try? constant(nil).texts.first }

  /// The values of a list or tuple; nil where it is none.
  var members: [ValueRecord]? {
    guard let value = wire.message(3), let (_, list) = value.oneOf([2, 3]) else { return nil }
    return list[repeated: 1].messages.map(ValueRecord.init)
  }

  private func fixed(_ lengths: [Int?]) throws(ProgramProblem) -> [Int] {
    var shape: [Int] = []
    for length in lengths {
      guard let length else { throw .flexibleShape(value: "") }
      shape.append(length)
    }
    // Also without its empty axes: parts of a shape are multiplied, too.
    guard shape.allSatisfy({ $0 >= 0 }), let count = shape.map({ max($0, 1) }).product, count <= 1 << 40 else {
      throw .tooLarge(value: "", shape: shape)
    }
    return shape
  }
}

/// The file in which a package has its weights (blob storage, version 2): records of 64 bytes, each followed by its numbers.
enum WeightFile {
  private static let line = 64
  private static let sentinel: UInt64 = 0xDEAD_BEEF

  /// Where the numbers of one record lie.
  ///
  /// - Throws: `WeightFileProblem`.
  static func record(
    at place: UInt64, in name: String, of package: ModelPackage?, element: ElementType, count: Int
  ) throws(WeightFileProblem) -> (file: PackageFile, range: Range<Int>) {
    let found: PackageFile?
    do throws(PackageProblem) { found = try package?.file(named: name) } catch { throw .path(name) }
    guard let file = found else { throw .missing(name) }
    guard file.count >= line, number(file, 4, 4) == 2 else { throw .header }
    guard let offset = Int(exactly: place), offset % line == 0, offset >= line, offset <= file.count - line,
      number(file, offset, 4) == sentinel
    else { throw .record(offset: Int(clamping: place)) }
    let type = Int(number(file, offset + 4, 4))
    guard let bits = element.bits, type == element.recordNumber else { throw .type(type) }
    let (all, overflows) = count.multipliedReportingOverflow(by: bits)
    let size = Int(clamping: number(file, offset + 8, 8))
    guard !overflows, size == (all + 7) / 8 else { throw .size(expected: (all + 7) / 8, actual: size) }
    guard let start = Int(exactly: number(file, offset + 16, 8)), start % line == 0, start <= file.count,
      size <= file.count - start
    else { throw .beyond(offset: offset) }
    return (file, start..<start + size)
  }

  /// A whole number of so many bytes, the lowest first.
  private static func number(_ file: PackageFile, _ offset: Int, _ bytes: Int) -> UInt64 {
    file.bytes(offset..<offset + bytes).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
