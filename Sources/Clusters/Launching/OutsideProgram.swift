import Foundation
import Synchronization

/// A program of this machine, found where the shell would find it.
struct OutsideProgram: Sendable {
  /// What it is called.
  let name: String
  /// Where it is.
  let path: String

  /// Looks for a program on the path.
  ///
  /// - Throws: `ClusterError.missingProgram`.
  init(_ name: String, packages: [String]) throws(ClusterError) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    let found = folders.lazy.map { "\($0)/\(name)" }.first {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
        && access($0, X_OK) == 0
    }
    guard let found else { throw .missingProgram(name, packages: packages) }
    (self.name, path) = (name, found)
  }

  /// What a program came to.
  struct Answer: Sendable {
    /// Its exit code.
    let code: Int32
    /// What it wrote to its standard output, and to its standard error; at most a mebibyte each.
    let output: String, errors: String
  }

  private static let longest = 1 << 20

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - arguments: What follows its name.
  ///   - input: What it reads from its standard input.
  ///   - seconds: The longest it may take.
  /// - Returns: What it came to.
  /// - Throws: `ClusterError.program` where it cannot be started or takes longer.
  func run(_ arguments: [String], input: String = "", within seconds: Double = 30) throws(ClusterError) -> Answer {
    let (entry, output, errors) = (Pipe(), Pipe(), Pipe())
    let process = try start(
      arguments, [entry.fileHandleForReading, output.fileHandleForWriting, errors.fileHandleForWriting])
    for handle in [entry.fileHandleForReading, output.fileHandleForWriting, errors.fileHandleForWriting] {
      try? handle.close()
    }
    let texts = Mutex(["", ""])
    let readers = DispatchGroup()
    for (place, pipe) in [output, errors].enumerated() {
      let handle = pipe.fileHandleForReading
      DispatchQueue.global().async(group: readers) {
        var data = Data()
        // A pipe's last bytes are read before it ends, also those beyond what is kept.
        while let piece = try? handle.read(upToCount: 1 << 16), !piece.isEmpty {
          if data.count < Self.longest { data += piece }
        }
        texts.withLock { $0[place] = String(decoding: data, as: UTF8.self) }
      }
    }
    try? entry.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try? entry.fileHandleForWriting.close()
    guard let code = Self.code(of: process, within: seconds) else {
      throw .program(name, said: "no answer within \(Int(seconds)) s")
    }
    // Whatever it left running may hold the pipes: its own words are there by then.
    _ = readers.wait(timeout: .now() + 2)
    let (said, complained) = texts.withLock { ($0[0], $0[1]) }
    return Answer(code: code, output: said, errors: complained)
  }

  /// Starts it in a group of its own, with three files and no other, and with signals as they are at first.
  ///
  /// Foundation's `Process` is no help here: it takes a program for running as long as anything that the program left behind.
  private func start(_ arguments: [String], _ files: [FileHandle]) throws(ClusterError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (place, file) in files.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, file.fileDescriptor, Int32(place))
    }
    // What is not open need not be closed, and is no mistake.
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.compactMap { Int32($0) } ?? []
    for file in 3...max(255, open.max() ?? 0) { posix_spawn_file_actions_addclose(&actions, file) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let words = ([path] + arguments).map { strdup($0) }
    let settings = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") }
    defer { for text in words + settings { free(text) } }
    var process = pid_t()
    let fault = posix_spawn(&process, path, &actions, &attributes, words + [nil], settings + [nil])
    guard fault == 0 else { throw .program(name, said: String(cString: strerror(fault))) }
    return process
  }

  /// The exit code of a process, of one that a signal ended that signal's number; nil for one that takes longer, which is ended.
  private static func code(of process: pid_t, within seconds: Double) -> Int32? {
    let start = ContinuousClock.now
    var (status, pause) = (Int32(), UInt32(500))
    while waitpid(process, &status, WNOHANG) == 0 {
      guard ContinuousClock.now - start < .seconds(seconds) else {
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        return nil
      }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
    return status & 0x7f == 0 ? status >> 8 & 0xff : status & 0x7f
  }

  /// Runs it, and expects it to succeed.
  ///
  /// - Returns: What it wrote to its standard output.
  /// - Throws: `ClusterError.program` with what it complained of.
  func succeed(
    _ arguments: [String], input: String = "", within seconds: Double = 30
  ) throws(ClusterError) -> String {
    let answer = try run(arguments, input: input, within: seconds)
    guard answer.code == 0 else {
      let words = [answer.errors, answer.output].map { $0.trimmed }
      throw .program(name, said: words.first { !$0.isEmpty } ?? "exit code \(answer.code)")
    }
    return answer.output
  }
}
