public import Foundation

/// Files of the kind in which the MNIST digits are published: two zero bytes, a type, a number of axes, the axes' lengths
/// (big endian) and the numbers. They may be packed with gzip.
extension TabularData {
  /// A file of samples and the file of their labels.
  public struct IDXPair: Sendable, Equatable {
    /// What the names of both begin with, for example "train" or "t10k".
    public let name: String
    /// Where they are.
    public let samples: URL, labels: URL
  }

  /// Reads samples, and labels one per sample from another file.
  public init(idxSamples: URL, labels: URL) throws(TabularDataError) {
    let samples = try IDXFile(idxSamples)
    let marks = try IDXFile(labels)
    guard let count = samples.shape.first, samples.shape.count >= 2 else {
      throw .impossibleShape(path: idxSamples.path, shape: samples.shape)
    }
    guard count > 0 else { throw .empty(path: idxSamples.path) }
    guard marks.shape == [count] else {
      throw .counts(path: labels.path, samples: count, labels: marks.shape.first ?? 0)
    }
    let names = marks.wholeNumbers.map(String.init)
    let shape = Array(samples.shape.dropFirst())
    if samples.type == .unsignedByte {
      self.init(sampleShape: shape, labels: names, bytes: Array(samples.numbers))
    } else {
      self.init(sampleShape: shape, labels: names, floats: samples.floats)
    }
  }

  /// The pairs in a folder whose names are the published ones: `<name>-images…` and `<name>-labels…`, sorted by name.
  public static func idxPairs(in folder: URL) throws(TabularDataError) -> [IDXPair] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    } catch {
      throw .unreadable(path: folder.path, errorNumber: ENOENT)
    }
    let pairs = names.compactMap { name -> IDXPair? in
      guard let range = name.range(of: "images") else { return nil }
      let stem = name[..<range.lowerBound]
      guard let labels = names.first(where: { $0.hasPrefix(stem + "labels") }) else { return nil }
      return IDXPair(
        name: String(stem.prefix { $0.isLetter || $0.isNumber }), samples: folder.appendingPathComponent(name),
        labels: folder.appendingPathComponent(labels))
    }
    guard !pairs.isEmpty else { throw .noPairs(path: folder.path) }
    return pairs
  }
}

/// One IDX file.
struct IDXFile {
  /// The kinds of numbers, by the byte that stands for them.
  enum NumberType: UInt8 {
    case unsignedByte = 0x08, signedByte = 0x09, short = 0x0B, int = 0x0C, float = 0x0D, double = 0x0E

    var size: Int {
      switch self {
      case .unsignedByte, .signedByte: 1
      case .short: 2
      case .int, .float: 4
      case .double: 8
      }
    }
  }

  let type: NumberType
  let shape: [Int]
  /// The bytes of the numbers, as many as the shape says.
  let numbers: Data

  /// Reads a file and checks that it is as long as it says.
  init(_ url: URL) throws(TabularDataError) {
    try self.init(try TabularData.bytes(of: url), path: url.path)
  }

  init(_ data: Data, path: String) throws(TabularDataError) {
    let magic = Array(data.prefix(4))
    guard magic.count == 4 else { throw .truncated(path: path, expected: 4, actual: data.count) }
    guard magic[0] == 0, magic[1] == 0, let type = NumberType(rawValue: magic[2]), magic[3] > 0 else {
      throw .notIDX(path: path, magic: magic)
    }
    let header = 4 + 4 * Int(magic[3])
    guard data.count >= header else { throw .truncated(path: path, expected: header, actual: data.count) }
    let bytes = Array(data.prefix(header))
    shape = stride(from: 4, to: header, by: 4).map { at in
      bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    var length = type.size
    for axis in shape {
      let (product, overflows) = length.multipliedReportingOverflow(by: axis)
      guard !overflows, product <= TabularData.longestFile else { throw .impossibleShape(path: path, shape: shape) }
      length = product
    }
    guard data.count >= header + length else {
      throw .truncated(path: path, expected: header + length, actual: data.count)
    }
    guard data.count == header + length else {
      throw .trailing(path: path, expected: header + length, actual: data.count)
    }
    self.type = type
    numbers = data.dropFirst(header)
  }

  /// The numbers as floats.
  var floats: [Float] {
    converted {
      Float($0)
    } integer: {
      Float($0)
    }
  }

  /// The numbers cut to whole ones.
  var wholeNumbers: [Int] {
    converted {
      $0.isFinite ? Int(max(-1e18, min(1e18, $0))) : 0
    } integer: {
      $0
    }
  }

  private func converted<Number>(_ real: (Double) -> Number, integer: (Int) -> Number) -> [Number] {
    numbers.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: type.size).map { at in
        switch type {
        case .unsignedByte: integer(Int(bytes[at]))
        case .signedByte: integer(Int(Int8(bitPattern: bytes[at])))
        case .short: integer(Int(Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: Int16.self))))
        case .int: integer(Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: Int32.self))))
        case .float:
          real(
            Double(Float(bitPattern: UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)))))
        case .double:
          real(Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))))
        }
      }
    }
  }
}
