import Foundation

/// Someone else's engine, at work in a process of its own: told what to run by a line, it answers with a line of JSON.
final class Peer {
  /// What it says of some runs.
  struct Answer: Decodable {
    let clock: [Double], processor: [Double]
    let peakMegabytes: Double
    let version: String
  }

  private struct Silence: Error, CustomStringConvertible {
    let description: String
  }

  private let process = Process()
  private let requests = Pipe(), answers = Pipe()
  private let script: String

  /// Starts a script of `Tests/Peers`.
  init(_ script: String, environment: PeerEnvironment) throws {
    self.script = script
    process.executableURL = environment.python
    process.arguments = [environment.scripts.appendingPathComponent("\(script).py").path]
    process.standardInput = requests
    process.standardOutput = answers
    var variables = ProcessInfo.processInfo.environment
    // PyTorch at its best: memory once taken is kept.
    variables["MALLOC_TOP_PAD_"] = "1000000000"
    variables["MALLOC_MMAP_THRESHOLD_"] = "4294967296"
    variables["MALLOC_TRIM_THRESHOLD_"] = "4294967296"
    variables["WHET_BENCH_MODELS"] = Transformer.folder(environment).path
    variables["WHET_BENCH_JPEG"] = Photo.file.path
    variables["WHET_BENCH_CSV"] = TableFiles.text.path
    variables["WHET_BENCH_DIGITS"] = TableFiles.digits.path
    variables["WHET_BENCH_EMBEDDINGS"] = TableFiles.embeddings.path
    process.environment = variables
    try process.run()
  }

  deinit {
    try? requests.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Lets it run a figure so often.
  func run(_ figure: Figure, runs: Int) throws -> Answer {
    let line = "\(figure.name) \(figure.threads) \(runs)\n"
    try requests.fileHandleForWriting.write(contentsOf: Data(line.utf8))
    var answer = Data()
    while answer.last != UInt8(ascii: "\n") {
      let more = answers.fileHandleForReading.availableData
      if more.isEmpty { throw Silence(description: "\(script).py ended without an answer") }
      answer += more
    }
    return try JSONDecoder().decode(Answer.self, from: answer)
  }
}

/// Where the peers are: an environment of their own, made when first needed.
struct PeerEnvironment {
  let python: URL
  let scripts: URL

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Finds the scripts below the working folder, and installs what they need into `.venv-peers` beside them or into the folder
  /// that `WHET_PEERS` names.
  init() throws {
    let files = FileManager.default
    scripts = URL(fileURLWithPath: files.currentDirectoryPath).appendingPathComponent("Tests/Peers")
    let list = scripts.appendingPathComponent("requirements.txt")
    guard files.fileExists(atPath: list.path) else {
      throw Failure(description: "there is no \(list.path): start this from the project's folder")
    }
    let folder =
      ProcessInfo.processInfo.environment["WHET_PEERS"].map { URL(fileURLWithPath: $0) }
      ?? scripts.appendingPathComponent(".venv")
    python = folder.appendingPathComponent("bin/python")
    let mark = folder.appendingPathComponent("installed.txt")
    let wanted = try Data(contentsOf: list)
    if (try? Data(contentsOf: mark)) == wanted { return }
    print("installing the peers into \(folder.path) …")
    try PeerEnvironment.call("/usr/bin/env", ["python3", "-m", "venv", folder.path])
    try PeerEnvironment.call(python.path, ["-m", "pip", "install", "-q", "-r", list.path])
    try wanted.write(to: mark)
  }

  /// Runs a program to its end.
  static func call(_ program: String, _ arguments: [String]) throws {
    let process = try Process.run(URL(fileURLWithPath: program), arguments: arguments)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(arguments.joined(separator: " ")) failed")
    }
  }
}
