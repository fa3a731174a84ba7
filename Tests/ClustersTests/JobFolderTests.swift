import Foundation
import TestSupport
import Testing

@testable import Clusters

struct JobFolderTests {
  private let folder: TemporaryFolder
  private let job: JobFolder

  init() throws {
    folder = try TemporaryFolder()
    job = JobFolder(folder.url.appending(path: "jobs/one", directoryHint: .isDirectory))
  }

  @Test func `what is to be done, and what came of it`() throws {
    #expect(!job.exists)
    try job.make(job: Data("do".utf8))
    #expect(job.exists)
    #expect(try job.job() == Data("do".utf8))
    #expect(job.finished == [])
    try job.keep(Data("done".utf8), of: 12)
    #expect(job.finished == [12])
    #expect(job.hasResult(of: 12) && !job.hasResult(of: 1))
    #expect(try job.result(of: 12) == Data("done".utf8))
    job.dropResult(of: 12)
    #expect(job.finished == [])
    job.remove()
    #expect(!job.exists)
  }

  @Test func `the last submission is noted`() throws {
    try job.make(job: Data())
    #expect(job.submission == nil)
    let submission = JobFolder.Submission(number: 7, start: 3, launcher: .mpi, attempt: 1, workers: 4)
    try job.note(submission)
    #expect(job.submission == submission)
    try Data("{}".utf8).write(to: job.place("submission"))
    #expect(job.submission == nil)
  }

  @Test func `folders and links in a result's place are no results`() throws {
    try job.make(job: Data())
    try FileManager.default.createDirectory(at: job.place("results/000001"), withIntermediateDirectories: false)
    #expect(throws: ClusterError.self) { try job.result(of: 1) }
    #expect(throws: ClusterError.self) { try job.keep(Data(), of: 1) }
    #expect(throws: ClusterError.self) { try job.result(of: 2) }
  }

  @Test func `the end of what a worker printed`() throws {
    try job.make(job: Data())
    try Data((0..<1000).map { "line \($0)\n" }.joined().utf8).write(
      to: URL(filePath: job.outputPath(attempt: 0, worker: "3")))
    let printed = job.printed(attempt: 0, worker: "3", atMost: 20)
    #expect(printed.hasSuffix("line 999"))
    #expect(printed.count <= 20)
    #expect(job.printed(attempt: 1, worker: "3") == "")
  }

  @Test func `standings are in the order in which they were written`() throws {
    try job.make(job: Data())
    let training = TrainingFolder(job)
    #expect(training.standings == [] && training.progress == nil && training.request == nil)
    try training.keep(Data("b".utf8), as: 12)
    try training.keep(Data("a".utf8), as: 3)
    #expect(training.standings == [3, 12])
    #expect(try training.status(12) == Data("b".utf8))
    training.drop(3)
    #expect(training.standings == [12])
    #expect(throws: ClusterError.self) { try training.status(3) }
    training.note(progress: Data("1".utf8))
    try training.ask(Data("stop".utf8))
    #expect(training.progress == Data("1".utf8) && training.request == Data("stop".utf8))
    try training.ask(nil)
    #expect(training.request == nil)
  }
}
