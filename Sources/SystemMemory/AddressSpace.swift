import Glibc

/// The process's address space, where a limit is set on it: `ulimit -v`, or a batch system's.
public enum AddressSpace {
  /// How many bytes the limit leaves; nil where there is none, or the system does not tell.
  public static var left: Int? {
    guard let limit, let used else { return nil }
    return max(0, limit - used)
  }

  /// The limit in bytes; nil where there is none.
  public static var limit: Int? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max else {
      return nil
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// How many bytes are in use: the first number of `statm`, in pages.
  private static var used: Int? {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(file, &bytes, bytes.count)
    let digits = bytes[..<max(0, count)].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return Int(String(decoding: digits, as: UTF8.self)).map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
  }
}
