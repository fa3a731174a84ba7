import Glibc

/// Wakes the thread that waits in `poll`. Any thread may ring, a signal handler too.
final class Doorbell: Sendable {
  /// The end that becomes readable when somebody rings.
  let readEnd: Int32
  /// The end that is written to.
  let writeEnd: Int32

  /// - Throws: `KernelError.pipe` when the system has no more file descriptors.
  init() throws(KernelError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .pipe(code: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Rings with a byte. A full pipe has woken the sleeper already.
  func ring(_ byte: UInt8 = 0) {
    var byte = byte
    _ = write(writeEnd, &byte, 1)
  }

  /// Takes the bytes that were rung with.
  func silence() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(readEnd, &bytes, bytes.count)
    return Array(bytes[..<max(count, 0)])
  }
}
