import Files
public import Foundation

/// A folder that a kernel and its workers share: what is to be done, and what came of it.
///
///     job             what is to be done; written first, and never changed
///     contents/       large numbers, under their digests
///     photos/         the files of photos, where it reads any
///     results/000012  what came of a task; written whole or not at all
///     output/0.3      what worker 3 printed in the submission 0
///     wanted          the tasks that the submission is to do
///     submission      which job of the launcher works on it
///     stopped         which submission was ended on purpose
///     about           what it is, for people
///
/// A training that ranks share has standings in place of results: see `TrainingFolder`.
///
/// The folder is its user's alone (0700). A task whose result is there is never done again, so a lost machine, a time limit
/// or a second submission costs only what was not finished. What comes out of the folder is read as any file of others.
public struct JobFolder: Sendable, Equatable {
  /// Where it is.
  public let url: URL

  /// A job folder at a place; it need not be there yet.
  public init(_ url: URL) { self.url = url }

  /// Its path.
  public var path: String { url.path(percentEncoded: false) }

  /// The largest file that is read from it, in bytes.
  public static let largestFile = 1 << 30

  /// Makes it, where it is not there.
  ///
  /// - Parameter job: What is to be done.
  /// - Throws: `ClusterError.folder`.
  public func make(job: Data) throws(ClusterError) {
    for folder in [url, place("results"), place("output")] { try Self.make(folder) }
    guard (try? read("job")) != job else { return }
    try write(job, as: "job")
  }

  /// What is to be done.
  ///
  /// - Throws: `ClusterError.folder`, where it cannot be read.
  public func job() throws(ClusterError) -> Data { try read("job") }

  /// Whether there is such a folder.
  public var exists: Bool { access(place("job").path(percentEncoded: false), F_OK) == 0 }

  /// When a result was written last, or the job; nil where there is none.
  public var lastChange: Date? {
    guard exists else { return nil }
    let dates = ["results", "standings"].compactMap { name in
      let path = place(name).path(percentEncoded: false)
      return (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }
    return dates.max()
  }

  /// Removes it with all that is in it.
  public func remove() { try? FileManager.default.removeItem(at: url) }

  /// What a job is, for people; nothing of it changes what is done.
  public struct About: Sendable, Equatable, Codable {
    /// The statement that began it.
    public let statement: String
    /// What its cluster is called.
    public let cluster: String
    /// How many tasks it has; of a training that ranks share how many epochs.
    public let count: Int
    /// How many epochs the network had before such a training; nil for tasks.
    public let firstEpoch: Int?

    /// Whether ranks share a training.
    public var isTraining: Bool { firstEpoch != nil }

    /// Describes a job.
    public init(statement: String, cluster: String, count: Int, firstEpoch: Int? = nil) {
      (self.statement, self.cluster, self.count, self.firstEpoch) = (statement, cluster, count, firstEpoch)
    }
  }

  /// What it is; nil where that is not written down.
  public var about: About? { (try? read("about")).flatMap { try? JSONDecoder().decode(About.self, from: $0) } }

  /// Writes down what it is. Where that cannot be written nothing is lost.
  public func note(_ about: About) { try? write((try? JSONEncoder().encode(about)) ?? Data(), as: "about") }

  // MARK: Results

  /// Writes what came of a task.
  ///
  /// - Throws: `ClusterError.folder`, for example where the disk is full; then there is no result.
  public func keep(_ result: Data, of task: Int) throws(ClusterError) { try write(result, as: Self.name(of: task)) }

  /// What came of a task.
  ///
  /// - Throws: `ClusterError.folder` where it cannot be read.
  public func result(of task: Int) throws(ClusterError) -> Data { try read(Self.name(of: task)) }

  /// Whether there is a result of a task.
  public func hasResult(of task: Int) -> Bool {
    access(place(Self.name(of: task)).path(percentEncoded: false), F_OK) == 0
  }

  /// The tasks that have a result.
  public var finished: Set<Int> {
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: place("results").path(percentEncoded: false))) ?? []
    return Set(names.compactMap { Int($0) })
  }

  /// Takes away a result that is not what it should be, so that its task is done again.
  public func dropResult(of task: Int) { unlink(place(Self.name(of: task)).path(percentEncoded: false)) }

  private static func name(of task: Int) -> String { "results/\(String(format: "%06d", task))" }

  // MARK: Submissions

  /// A submission of the job to a launcher.
  public struct Submission: Sendable, Equatable, Codable {
    /// By which number its launcher knows it: that of a Slurm job, or of a process.
    public let number: Int
    /// When that process began, in the system's ticks; 0 for a Slurm job.
    public let start: UInt64
    /// What works on it.
    public let launcher: Cluster.Launcher
    /// Which submission of this folder it is, from 0.
    public let attempt: Int
    /// How many workers it has.
    public let workers: Int
    /// Whether its workers are the ranks of one training, which wait for each other; nil and false where they share out tasks.
    public let areRanks: Bool?

    /// Describes a submission.
    public init(
      number: Int, start: UInt64 = 0, launcher: Cluster.Launcher, attempt: Int, workers: Int, areRanks: Bool = false
    ) {
      (self.number, self.start, self.launcher) = (number, start, launcher)
      (self.attempt, self.workers, self.areRanks) = (attempt, workers, areRanks ? true : nil)
    }
  }

  /// The last submission; nil where there was none.
  public var submission: Submission? {
    guard let data = try? read("submission") else { return nil }
    return try? JSONDecoder().decode(Submission.self, from: data)
  }

  /// Notes a submission.
  ///
  /// - Throws: `ClusterError.folder`.
  public func note(_ submission: Submission) throws(ClusterError) {
    // Numbers and a word: this cannot fail.
    try write((try? JSONEncoder().encode(submission)) ?? Data(), as: "submission")
  }

  /// Takes note that a submission is ended on purpose, so that a kernel that waits for it does not submit the job again.
  ///
  /// - Throws: `ClusterError.folder`.
  public func noteStop(of submission: Submission) throws(ClusterError) {
    try write(Data("\(submission.attempt)".utf8), as: "stopped")
  }

  /// Whether a submission was ended on purpose.
  public func wasStopped(_ submission: Submission) -> Bool {
    (try? read("stopped")) == Data("\(submission.attempt)".utf8)
  }

  /// The file for what a worker prints; Slurm puts the worker's number in place of `%a`.
  func outputPath(attempt: Int, worker: String) -> String {
    place("output/\(attempt).\(worker)").path(percentEncoded: false)
  }

  /// The end of what a worker printed, at most so many bytes.
  func printed(attempt: Int, worker: String, atMost limit: Int = 2_000) -> String {
    guard let file = try? RegularFile(path: outputPath(attempt: attempt, worker: worker)) else { return "" }
    let start = max(0, file.size - limit)
    var bytes = [UInt8](repeating: 0, count: min(limit, file.size))
    let count = bytes.withUnsafeMutableBytes { (try? file.read(into: $0, at: start)) ?? 0 }
    return String(decoding: bytes.prefix(count), as: UTF8.self).trimmed
  }

  // MARK: Files

  /// Puts a file of elsewhere into the folder: by a second name where the file system allows it, else as a copy with the time of
  /// its last change. A file that cannot be read is left out.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - name: What it is called in the folder, `photos/00000001.jpg`.
  /// - Throws: `ClusterError.folder` where the folder cannot hold it.
  public func bring(_ url: URL, as name: String) throws(ClusterError) {
    let (own, path) = (place(name), url.path(percentEncoded: false))
    try Self.make(own.deletingLastPathComponent())
    let target = own.path(percentEncoded: false)
    guard linkat(AT_FDCWD, path, AT_FDCWD, target, AT_SYMLINK_FOLLOW) != 0 else { return }
    guard let data = try? Data(regularFile: url, atMost: Self.largestFile) else { return }
    try write(data, as: name)
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    utimensat(AT_FDCWD, target, [status.st_mtim, status.st_mtim], 0)
  }

  /// The place of a file in it.
  public func place(_ name: String) -> URL { url.appending(path: name) }

  func read(_ name: String) throws(ClusterError) -> Data {
    do throws(FileReadError) {
      return try Data(regularFile: place(name), atMost: Self.largestFile)
    } catch {
      switch error {
      case .unreadable(_, let code): throw .folder(path: place(name).path(percentEncoded: false), code: code)
      default: throw .damaged(path: place(name).path(percentEncoded: false))
      }
    }
  }

  func write(_ data: Data, as name: String) throws(ClusterError) {
    let path = place(name).path(percentEncoded: false)
    do throws(FileWriteError) {
      let file = try AtomicFile(at: path)
      try file.write(data)
      try file.finish()
    } catch {
      if case .unwritable(_, let code) = error { throw .folder(path: path, code: code) }
      throw .damaged(path: path)
    }
  }

  static func make(_ folder: URL) throws(ClusterError) {
    let path = folder.path(percentEncoded: false)
    try? FileManager.default.createDirectory(
      at: folder.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    var isFolder: ObjCBool = false
    guard
      mkdir(path, 0o700) == 0
        || errno == EEXIST && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    else { throw .folder(path: path, code: errno) }
  }
}
