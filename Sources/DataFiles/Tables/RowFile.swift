import Foundation

/// The numbers of a table that is larger than memory, row after row, in a file without a name: nobody else can change it,
/// and it is gone as soon as nobody uses it any more, even where the process is killed.
final class RowFile: Sendable, Equatable {
  /// How a number is written.
  enum Number: Sendable {
    /// In one byte, as all are whole and fit it.
    case byte
    /// As the processor has it.
    case float

    var size: Int { self == .byte ? 1 : MemoryLayout<Float>.size }
  }

  /// How its numbers are written.
  let number: Number
  private let descriptor: Int32

  /// The most bytes that are read at once, if a row is not longer.
  private static let chunkSize = 1 << 20

  /// Takes over a file that is open for reading and writing.
  init(descriptor: Int32, number: Number) {
    self.descriptor = descriptor
    self.number = number
  }

  deinit { close(descriptor) }

  /// Makes an empty file in a folder, which is made where it is not there.
  ///
  /// - Throws: `TabularDataError.noRoom`.
  convenience init(in folder: URL, number: Number) throws(TabularDataError) {
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("rows-\(UUID().uuidString)").path
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .noRoom(folder: folder.path, errorNumber: errno) }
    unlink(path)
    self.init(descriptor: descriptor, number: number)
  }

  /// Writes bytes at an offset.
  ///
  /// - Throws: `TabularDataError.noRoom`.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int, in folder: URL) throws(TabularDataError) {
    var done = 0
    while done < bytes.count {
      let count = pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, offset + done)
      if count > 0 { done += count } else if errno != EINTR { throw .noRoom(folder: folder.path, errorNumber: errno) }
    }
  }

  /// Reads bytes from an offset on.
  ///
  /// - Throws: `TabularDataError.rowsLost`.
  func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(TabularDataError) {
    var done = 0
    while done < bytes.count {
      let count = pread(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, offset + done)
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        throw .rowsLost(errorNumber: count == 0 ? EIO : errno)
      }
    }
  }

  /// Appends rows by their places, each number times a scale.
  ///
  /// - Throws: `TabularDataError.rowsLost`.
  func append(_ places: [Int], length: Int, scale: Float, to numbers: inout [Float]) throws(TabularDataError) {
    let size = length * number.size
    guard size > 0 else { return }
    let most = max(1, Self.chunkSize / size)
    var bytes = [UInt8](repeating: 0, count: min(most, places.count) * size)
    var next = 0
    while next < places.count {
      // Rows that follow each other are read at once.
      var count = 1
      while count < most, next + count < places.count, places[next + count] == places[next] + count { count += 1 }
      let result = bytes.withUnsafeMutableBytes { buffer in
        let rows = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(count * size)])
        return Result { () throws(TabularDataError) in try read(into: rows, at: places[next] * size) }
      }
      try result.get()
      bytes.withUnsafeBytes { buffer in
        switch number {
        case .byte: for byte in buffer[..<(count * size)] { numbers.append(Float(byte) * scale) }
        case .float: for value in buffer[..<(count * size)].bindMemory(to: Float.self) { numbers.append(value * scale) }
        }
      }
      next += count
    }
  }

  /// Tells the system that these rows are wanted soon, so that it reads them meanwhile.
  func prepare(_ places: [Int], length: Int) {
    let size = length * number.size
    for place in places { posix_fadvise(descriptor, place * size, size, POSIX_FADV_WILLNEED) }
  }

  /// No two files are the same.
  static func == (one: RowFile, other: RowFile) -> Bool { one === other }
}
