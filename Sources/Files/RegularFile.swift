public import Foundation
import SystemMemory

/// A regular file, open for reading. All readers of the program open files here: a pipe or a device at the same path would keep
/// a plain reader waiting where no interrupt reaches it, or would never end.
public struct RegularFile: ~Copyable, Sendable {
  /// The path it was opened by.
  public let path: String
  /// How many bytes it had when it was opened.
  public let size: Int
  private let descriptor: Int32

  /// Opens a file. Links are followed.
  ///
  /// - Throws: `FileReadError.unreadable`, `notRegular`.
  public init(path: String) throws(FileReadError) {
    // Without O_NONBLOCK opening a pipe waits for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    // A socket cannot be opened at all.
    guard descriptor >= 0 else {
      let code = errno
      if code == ENXIO, let kind = FileKind(at: path), kind != .regular { throw .notRegular(path: path, kind: kind) }
      throw .unreadable(path: path, code: code)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw .unreadable(path: path, code: code)
    }
    let kind = FileKind(mode: status.st_mode)
    guard kind == .regular else {
      close(descriptor)
      throw .notRegular(path: path, kind: kind)
    }
    (self.path, self.descriptor, size) = (path, descriptor, Int(status.st_size))
  }

  deinit { close(descriptor) }

  /// Reads the next bytes until the buffer is full or the file ends.
  ///
  /// - Returns: How many were read; fewer than asked for only at the end.
  /// - Throws: `FileReadError.unreadable`.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileReadError) -> Int {
    try fill(buffer) { rest, _ in Foundation.read(descriptor, rest.baseAddress, rest.count) }
  }

  /// Reads bytes from an offset on, wherever `read(into:)` stands.
  ///
  /// - Returns: How many were read; fewer than asked for only at the end.
  /// - Throws: `FileReadError.unreadable`.
  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileReadError) -> Int {
    try fill(buffer) { rest, done in pread(descriptor, rest.baseAddress, rest.count, offset + done) }
  }

  /// All bytes, at most as many as the file had when it was opened.
  ///
  /// - Parameters:
  ///   - limit: The longest file that is read.
  ///   - copies: How many times the file's size is taken in memory by what becomes of it, the bytes themselves included.
  /// - Returns: The bytes; fewer where the file was cut short meanwhile.
  /// - Throws: `FileReadError.tooLarge`, `unreadable`, also where there is no memory for it.
  public func bytes(atMost limit: Int = .max, copies: Int = 1) throws(FileReadError) -> [UInt8] {
    guard size <= limit else { throw .tooLarge(path: path, bytes: size, limit: limit) }
    let (wanted, overflows) = size.multipliedReportingOverflow(by: copies)
    guard !overflows, AvailableMemory.has(wanted) else { throw .unreadable(path: path, code: ENOMEM) }
    var failure: FileReadError?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      do throws(FileReadError) { filled = try read(into: UnsafeMutableRawBufferPointer(buffer)) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  private func fill(
    _ buffer: UnsafeMutableRawBufferPointer, _ read: (UnsafeMutableRawBufferPointer, Int) -> Int
  ) throws(FileReadError) -> Int {
    var done = 0
    while done < buffer.count {
      let got = read(UnsafeMutableRawBufferPointer(rebasing: buffer[done...]), done)
      if got == 0 { break }
      if got > 0 { done += got } else if errno != EINTR { throw .unreadable(path: path, code: errno) }
    }
    return done
  }
}

extension Data {
  /// The content of a regular file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - limit: The longest file that is read, in bytes.
  ///   - copies: How many times the file's size is taken in memory by what becomes of it, the content itself included.
  /// - Throws: `FileReadError`.
  public init(regularFile url: URL, atMost limit: Int = .max, copies: Int = 2) throws(FileReadError) {
    let file = try RegularFile(path: url.path(percentEncoded: false))
    self.init(try file.bytes(atMost: limit, copies: copies))
  }
}
