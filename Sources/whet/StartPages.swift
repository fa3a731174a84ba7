import Glibc

/// The pages of the program that are in memory because its start needed them: libraries that set themselves up, the reading
/// of options and folders. Most are not needed again for a long time.
enum StartPages {
  /// Lets the system take the program's own code out of the process. Nothing is lost: the file stays in the system's memory
  /// as long as there is room, and a page that is needed comes back by itself, in half a microsecond. Where the system does
  /// not tell of its mappings, all stays as it is.
  static func giveBack() {
    // The program lies below its libraries, and code is never written to.
    guard let code = mappings().split(separator: "\n").first(where: { $0.contains(" r-xp ") }) else { return }
    let ends = code.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
    guard ends.count == 2, ends[0] < ends[1] else { return }
    madvise(UnsafeMutableRawPointer(bitPattern: ends[0]), Int(ends[1] - ends[0]), MADV_DONTNEED)
  }

  private static func mappings() -> String {
    let file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
  }
}
