import Foundation
import TestSupport
import Testing

@testable import Clusters

struct LocalLauncherTests {
  private let scratch: TemporaryFolder
  private let folder: JobFolder

  init() throws {
    scratch = try TemporaryFolder()
    folder = JobFolder(scratch.url.appending(path: "it's a job", directoryHint: .isDirectory))
    try folder.make(job: Data("{}".utf8))
  }

  /// A launcher whose workers are a script.
  private func launcher(_ script: String, tasks: Int = 3, before: String? = nil) throws -> LocalLauncher {
    let program = scratch.url.appending(path: "worker").path(percentEncoded: false)
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: program))
    chmod(program, 0o755)
    return try LocalLauncher(Cluster(launcher: .local, tasks: tasks, before: before), program: program)
  }

  private func wait(for launcher: LocalLauncher, _ submission: JobFolder.Submission) throws {
    for _ in 0..<500 where try !launcher.status(of: submission).hasEnded { usleep(20_000) }
    #expect(try launcher.status(of: submission).hasEnded)
  }

  @Test func `each worker knows its share, and what it prints is kept`() throws {
    let launcher = try launcher("echo \"$1 $2 $3 $4 $SAID $WHET_LOCAL_RANK\"", before: "export SAID=hello")
    let submission = try launcher.submit(folder, ranks: nil, attempt: 2)
    #expect(submission.launcher == .local && submission.workers == 3 && submission.attempt == 2)
    try wait(for: launcher, submission)
    for worker in 0..<3 {
      let printed = launcher.failure(of: worker, in: submission, folder).printed
      #expect(printed == "work \(folder.path) --of 3 hello \(worker)")
    }
  }

  @Test func `a lost rank ends the others, a lost worker does not`() throws {
    let script = "[ $WHET_LOCAL_RANK = 1 ] && exit 3\nsleep 0.3\necho done"
    let launcher = try launcher(script)
    let tasks = try launcher.submit(folder, ranks: nil, attempt: 0)
    try wait(for: launcher, tasks)
    #expect(launcher.failure(of: 2, in: tasks, folder).printed == "done")
    let ranks = try launcher.submit(folder, ranks: 3, attempt: 1)
    try wait(for: launcher, ranks)
    #expect(launcher.failure(of: 2, in: ranks, folder).printed.isEmpty)
  }

  @Test func `it is cancelled with all of its workers`() throws {
    let launcher = try launcher("echo $$; exec sleep 600")
    let submission = try launcher.submit(folder, ranks: nil, attempt: 0)
    #expect(try launcher.status(of: submission) == WorkerStatus(waiting: 0, running: 3))
    var numbers: [Int] = []
    for _ in 0..<500 where numbers.count < 3 {
      usleep(20_000)
      numbers = (0..<3).compactMap { Int(launcher.failure(of: $0, in: submission, folder).printed) }
    }
    #expect(numbers.count == 3)
    launcher.cancel(submission)
    #expect(try launcher.status(of: submission).hasEnded)
    for _ in 0..<100 where numbers.contains(where: { LocalProcess.start(of: $0) != nil }) { usleep(20_000) }
    #expect(numbers.allSatisfy { LocalProcess.start(of: $0) == nil })
  }
}
