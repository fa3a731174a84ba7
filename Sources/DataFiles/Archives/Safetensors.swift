public import Files
public import Foundation
import SystemMemory
import Tensors

/// What is wrong with a safetensors file, as facts.
public enum SafetensorsError: Error, Sendable, Equatable {
  /// The file cannot be read, or is none.
  case file(FileReadError)
  /// Its first bytes are no header of such a file.
  case header
  /// An array's numbers lie beyond the end of the file, or are more or fewer than its shape says.
  case range(String)
  /// An array's numbers are of a type that is not read here.
  case type(String, String)
}

/// A file of named arrays as safetensors writes them: the length of a header in eight bytes, the header in JSON, then the numbers.
public struct Safetensors: Sendable {
  /// One of its arrays.
  public struct Entry: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// The lengths of its axes, outermost first; none for a single number.
    public let shape: [Int]
    /// The type of its numbers as the file calls it: "F32".
    public let type: String
    /// Where its numbers lie among those of the file.
    fileprivate let range: Range<Int>
  }

  /// The arrays, in the order in which they lie.
  public let entries: [Entry]
  private let bytes: [UInt8]
  private let start: Int

  /// The largest file that is read: four gibibytes, as of models.
  public static let mostBytes = 4 << 30
  /// The longest header that is read, in bytes: that of a hundred thousand arrays.
  private static let longestHeader = 16 << 20
  /// The most numbers of one array.
  private static let mostNumbers = 1 << 40

  /// Reads a file: its header is checked, its numbers stay packed.
  ///
  /// - Throws: `SafetensorsError`.
  public init(contentsOf url: URL) throws(SafetensorsError) {
    let bytes: [UInt8]
    do throws(FileReadError) {
      bytes = try RegularFile(path: url.path(percentEncoded: false)).bytes(atMost: Safetensors.mostBytes, copies: 2)
    } catch {
      throw .file(error)
    }
    try self.init(bytes)
  }

  /// Reads the bytes of a file.
  ///
  /// - Throws: `SafetensorsError`.
  public init(_ bytes: [UInt8]) throws(SafetensorsError) {
    guard bytes.count >= 8 else { throw .header }
    let length = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[$1]) << UInt64(8 * $1) }
    guard let count = Int(exactly: length), count >= 2, count <= Safetensors.longestHeader, count <= bytes.count - 8,
      bytes[8] == UInt8(ascii: "{"),
      let json = try? JSONSerialization.jsonObject(with: Data(bytes[8..<8 + count])),
      let fields = json as? [String: Any]
    else { throw .header }
    let room = bytes.count - 8 - count
    var entries: [Entry] = []
    for (name, value) in fields where name != "__metadata__" {
      guard let value = value as? [String: Any], let type = value["dtype"] as? String,
        let shape = value["shape"] as? [Int], let offsets = value["data_offsets"] as? [Int], offsets.count == 2
      else { throw .header }
      guard offsets[0] >= 0, offsets[0] <= offsets[1], offsets[1] <= room else { throw .range(name) }
      entries.append(Entry(name: name, shape: shape, type: type, range: offsets[0]..<offsets[1]))
    }
    self.entries = entries.sorted { ($0.range.lowerBound, $0.name) < ($1.range.lowerBound, $1.name) }
    (self.bytes, start) = (bytes, 8 + count)
  }

  /// The numbers of an array in single precision, row-major.
  ///
  /// - Throws: `SafetensorsError.type`, `range`.
  public func numbers(of entry: Entry) throws(SafetensorsError) -> [Float] {
    let sizes = ["F64": 8, "F32": 4, "F16": 2, "BF16": 2]
    guard let size = sizes[entry.type] else { throw .type(entry.name, entry.type) }
    var count = 1
    for length in entry.shape {
      let (product, overflows) = count.multipliedReportingOverflow(by: length)
      guard length >= 0, !overflows, product <= Safetensors.mostNumbers else { throw .range(entry.name) }
      count = product
    }
    guard entry.range.count == count * size else { throw .range(entry.name) }
    return bytes.withUnsafeBytes { raw in
      (0..<count).map { index in
        let place = start + entry.range.lowerBound + index * size
        switch entry.type {
        case "F64": return Float(Double(bitPattern: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        case "F16": return HalfPrecision.number(raw.loadUnaligned(fromByteOffset: place, as: UInt16.self))
        case "BF16":
          return Float(bitPattern: UInt32(raw.loadUnaligned(fromByteOffset: place, as: UInt16.self)) << 16)
        default: return Float(bitPattern: raw.loadUnaligned(fromByteOffset: place, as: UInt32.self))
        }
      }
    }
  }
}
