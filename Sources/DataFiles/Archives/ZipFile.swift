internal import CZlib
internal import Files
import Foundation

/// What minizip reads an archive by: a regular file, at whose places it looks in any order.
final class ZipFile {
  private let file: RegularFile
  /// Where the next byte is read.
  private var place = 0
  /// Why reading failed, where it did.
  private(set) var failure: FileReadError?
  /// Whether the last bytes asked for lie beyond the end, which minizip takes for zeros where no error is told.
  private var isBeyondEnd = false

  /// How many bytes the archive has.
  var size: Int { file.size }

  /// Opens a file.
  ///
  /// - Throws: `FileReadError`.
  init(_ path: String) throws(FileReadError) { file = try RegularFile(path: path) }

  /// Whether it is an archive without entries, which minizip takes for none.
  var isEmptyArchive: Bool {
    var bytes = [UInt8](repeating: 0, count: 23)
    let count = bytes.withUnsafeMutableBytes { buffer in (try? file.read(into: buffer, at: 0)) ?? 0 }
    return count == 22 && bytes.starts(with: [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 8))
  }

  /// How minizip calls it. It must live for as long as minizip may.
  var functions: zlib_filefunc64_def {
    var functions = zlib_filefunc64_def()
    functions.opaque = Unmanaged.passUnretained(self).toOpaque()
    functions.zopen64_file = { file, _, _ in file }
    functions.zread_file = { file, _, buffer, count in
      UInt(ZipFile.of(file)?.read(UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))) ?? 0)
    }
    functions.ztell64_file = { file, _ in UInt64(ZipFile.of(file)?.place ?? 0) }
    functions.zseek64_file = { file, _, offset, origin in ZipFile.of(file)?.seek(offset, from: origin) == true ? 0 : -1
    }
    functions.zclose_file = { _, _ in 0 }
    functions.zerror_file = { file, _ in ZipFile.of(file)?.isBroken == false ? 0 : 1 }
    return functions
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> ZipFile? {
    pointer.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  private var isBroken: Bool { failure != nil || isBeyondEnd }

  private func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    do throws(FileReadError) {
      let count = try file.read(into: buffer, at: place)
      place += count
      isBeyondEnd = count < buffer.count
      return count
    } catch {
      failure = error
      return 0
    }
  }

  private func seek(_ offset: UInt64, from origin: Int32) -> Bool {
    let start =
      switch origin {
      case ZLIB_FILEFUNC_SEEK_CUR: place
      case ZLIB_FILEFUNC_SEEK_END: size
      default: 0
      }
    guard let offset = Int(exactly: offset), case let (sum, overflows) = start.addingReportingOverflow(offset),
      !overflows, sum <= size
    else { return false }
    place = sum
    return true
  }
}
