import Glibc

/// How much memory the system can give this process at present.
public enum AvailableMemory {
  /// In bytes: what is free or quickly freed, and no more than what a control group or a limit on the address space
  /// leaves; nil where the system does not tell.
  public static var bytes: Int? { least(of: [ofMachine, ofControlGroup, AddressSpace.left]) }

  /// Whether so many bytes can be had. An allocation that fails ends the process, so it is not tried; who asks for more than
  /// there is gets it on Linux, and is killed when it is used.
  public static func has(_ wanted: Int) -> Bool {
    guard wanted > notWorthAsking, let bytes else { return true }
    return wanted <= bytes / 10 * 9
  }

  private static let notWorthAsking = 32 << 20

  private static var ofMachine: Int? {
    number(behind: "MemAvailable:", in: "/proc/meminfo").map { $0 * 1024 }
  }

  /// What the group's limit leaves: files it could forget count as free.
  private static var ofControlGroup: Int? {
    guard let limit = number(in: "/sys/fs/cgroup/memory.max"), let used = number(in: "/sys/fs/cgroup/memory.current")
    else { return nil }
    let files = number(behind: "inactive_file", in: "/sys/fs/cgroup/memory.stat") ?? 0
    return max(0, limit - used + files)
  }

  private static func least(of numbers: [Int?]) -> Int? { numbers.compactMap(\.self).min() }

  private static func number(behind name: String, in file: String) -> Int? {
    let lines = text(of: file)?.split(separator: "\n") ?? []
    let words = lines.first { $0.hasPrefix(name) }?.split { $0 == " " || $0 == "\t" }
    return words?.dropFirst().first.flatMap { Int($0) }
  }

  private static func number(in file: String) -> Int? {
    text(of: file)?.split(separator: "\n").first.flatMap { Int($0) }
  }

  private static func text(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = read(file, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
