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
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let (entry, output, errors) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (entry, output, errors)
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    do { try process.run() } catch { throw .program(name, said: error.localizedDescription) }
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
    guard ended.wait(timeout: .now() + seconds) == .success else {
      kill(process.processIdentifier, SIGKILL)
      throw .program(name, said: "no answer within \(Int(seconds)) s")
    }
    // Whatever it left running may hold the pipes: its own words are there by then.
    _ = readers.wait(timeout: .now() + 2)
    let (said, complained) = texts.withLock { ($0[0], $0[1]) }
    return Answer(code: process.terminationStatus, output: said, errors: complained)
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
