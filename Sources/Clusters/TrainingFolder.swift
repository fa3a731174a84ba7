public import Foundation

/// What ranks and their kernel tell each other in the job folder of a training.
///
///     standings/00000012  where the training stood after an epoch, or where it ended; the latest ones
///     progress            how far the present epoch is
///     request             what the kernel asks for: to stop, or another learning rate
///
/// FallbackPoint and progress are rank 0's to write, requests the kernel's.
public struct TrainingFolder: Sendable, Equatable {
  /// The folder.
  public let job: JobFolder

  /// The parts of a job folder that belong to a training.
  public init(_ job: JobFolder) { self.job = job }

  /// The numbers of the standings that are there, in the order in which they were written.
  public var standings: [Int] {
    let path = job.place("standings").path(percentEncoded: false)
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).compactMap { Int($0) }.sorted()
  }

  /// Writes a standing, whole or not at all.
  ///
  /// - Throws: `ClusterError.folder`, for example where the disk is full.
  public func keep(_ status: Data, as number: Int) throws(ClusterError) {
    try JobFolder.make(job.place("standings"))
    try job.write(status, as: Self.name(number))
  }

  /// A standing.
  ///
  /// - Throws: `ClusterError.folder` where it cannot be read.
  public func status(_ number: Int) throws(ClusterError) -> Data { try job.read(Self.name(number)) }

  /// Removes a standing.
  public func drop(_ number: Int) { unlink(job.place(Self.name(number)).path(percentEncoded: false)) }

  /// How far the present epoch is; nil where nothing is said of it.
  public var progress: Data? { try? job.read("progress") }

  /// Says how far the present epoch is. It is only for people: where it cannot be written nothing is lost.
  public func note(progress: Data) { try? job.write(progress, as: "progress") }

  /// What the kernel asks for.
  public var request: Data? { try? job.read("request") }

  /// Asks the ranks for something; nil takes back what was asked before.
  ///
  /// - Throws: `ClusterError.folder`.
  public func ask(_ request: Data?) throws(ClusterError) {
    guard let request else {
      unlink(job.place("request").path(percentEncoded: false))
      return
    }
    try job.write(request, as: "request")
  }

  private static func name(_ number: Int) -> String { "standings/\(String(format: "%08d", number))" }
}
