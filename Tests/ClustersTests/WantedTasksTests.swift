import Foundation
import TestSupport
import Testing

@testable import Clusters

struct WantedTasksTests {
  @Test func `what a submission is to do is noted`() throws {
    let scratch = try TemporaryFolder()
    let job = JobFolder(scratch.url.appending(path: "job", directoryHint: .isDirectory))
    try job.make(job: Data())
    let wanted = WantedTasks(job)
    #expect(wanted.numbers == nil)
    try wanted.note([3, 1, 4])
    #expect(wanted.numbers == [3, 1, 4])
    try Data("[1,".utf8).write(to: job.place("wanted"))
    #expect(wanted.numbers == nil)
  }
}
