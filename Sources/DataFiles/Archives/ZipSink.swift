internal import CZlib
internal import Files
import Foundation

/// What minizip writes an archive into: an atomic file, at whose earlier places it fills in lengths and checksums.
final class ZipSink {
  private let file: AtomicFile
  /// Where the next byte is written.
  private var place = 0
  /// How many bytes were written.
  private(set) var size = 0
  /// The system's error number where writing failed.
  private(set) var code: Int32?

  /// Writes into a file.
  init(_ file: AtomicFile) { self.file = file }

  /// How minizip calls it. It must live for as long as minizip may.
  var functions: zlib_filefunc64_def {
    var functions = zlib_filefunc64_def()
    functions.opaque = Unmanaged.passUnretained(self).toOpaque()
    functions.zopen64_file = { sink, _, _ in sink }
    functions.zread_file = { _, _, _, _ in 0 }
    functions.zwrite_file = { sink, _, buffer, count in
      UInt(ZipSink.of(sink)?.write(UnsafeRawBufferPointer(start: buffer, count: Int(count))) ?? 0)
    }
    functions.ztell64_file = { sink, _ in UInt64(ZipSink.of(sink)?.place ?? 0) }
    functions.zseek64_file = { sink, _, offset, origin in ZipSink.of(sink)?.seek(offset, from: origin) ?? -1 }
    functions.zclose_file = { _, _ in 0 }
    functions.zerror_file = { sink, _ in ZipSink.of(sink)?.code == nil ? 0 : 1 }
    return functions
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> ZipSink? {
    pointer.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    var done = 0
    while done < bytes.count, code == nil {
      let count = pwrite(file.descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, place + done)
      if count > 0 { done += count } else if errno != EINTR { code = errno }
    }
    place += done
    size = max(size, place)
    return done
  }

  private func seek(_ offset: UInt64, from origin: Int32) -> Int {
    let start =
      switch origin {
      case ZLIB_FILEFUNC_SEEK_CUR: place
      case ZLIB_FILEFUNC_SEEK_END: size
      default: 0
      }
    guard let offset = Int(exactly: offset), start + offset <= size else { return -1 }
    place = start + offset
    return 0
  }
}
