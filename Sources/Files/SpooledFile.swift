public import Foundation

/// A copy of bytes in a temporary file without a name: what nobody else can change or cut short, and what takes no memory of the
/// process. Parts are read as they are needed.
public final class SpooledFile: Sendable {
  /// How many bytes it has.
  public let count: Int
  private let descriptor: CInt

  /// How many bytes are copied at a time.
  private static let piece = 1 << 20

  /// Copies a file; nil where there is no room for it.
  ///
  /// - Throws: `FileReadError` where the file cannot be read.
  public init?(copyOf file: borrowing RegularFile) throws(FileReadError) {
    guard let descriptor = SpooledFile.begin() else { return nil }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: SpooledFile.piece, alignment: 64)
    defer { buffer.deallocate() }
    var count = 0
    while true {
      let got: Int
      do throws(FileReadError) { got = try file.read(into: buffer, at: count) } catch {
        close(descriptor)
        throw error
      }
      guard SpooledFile.write(UnsafeRawBufferPointer(rebasing: buffer[..<got]), descriptor) else {
        close(descriptor)
        return nil
      }
      count += got
      if got < buffer.count { break }
    }
    (self.descriptor, self.count) = (descriptor, count)
  }

  /// Copies bytes; nil where there is no room for them.
  public init?(_ bytes: some ContiguousBytes) {
    guard let descriptor = SpooledFile.begin() else { return nil }
    var count = 0
    let isWritten = bytes.withUnsafeBytes { bytes in
      count = bytes.count
      return SpooledFile.write(bytes, descriptor)
    }
    guard isWritten else {
      close(descriptor)
      return nil
    }
    (self.descriptor, self.count) = (descriptor, count)
  }

  deinit { close(descriptor) }

  /// Reads bytes from an offset on until the buffer is full. What the disk does not give any more is filled with ones, which no
  /// number is.
  ///
  /// Precondition: the bytes lie in the file.
  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) {
    precondition(offset >= 0 && offset + buffer.count <= count, "bytes beyond the file")
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let got = pread(descriptor, rest.baseAddress, rest.count, offset + done)
      if got > 0 { done += got } else if got == 0 || errno != EINTR { break }
    }
    if done < buffer.count {
      UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).initializeMemory(as: UInt8.self, repeating: 0xFF)
    }
  }

  /// The bytes of a range.
  ///
  /// Precondition: they lie in the file.
  public func bytes(in range: Range<Int>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
      read(into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
      filled = range.count
    }
  }

  /// Opens a temporary file that has lost its name already.
  private static func begin() -> CInt? {
    var template = Array("\(FileManager.default.temporaryDirectory.path)/whet-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return descriptor
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, _ descriptor: CInt) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
    }
    return true
  }
}
