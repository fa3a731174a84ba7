import Clusters
import Foundation
import RunStore
import Testing

@testable import Commands
@testable import Experiments

/// The jobs of clusters, as jobs, status and stop see them.
struct ClusterJobTests {
  private let notebook: Notebook
  private let jobs: URL

  init() throws {
    notebook = try Notebook(isRemembering: true)
    let state = try #require(notebook.workbench.withWorkspace { $0.store?.folder })
    jobs = state.appending(path: "jobs", directoryHint: .isDirectory)
  }

  private func job(_ name: String, _ about: JobFolder.About) throws -> JobFolder {
    let job = JobFolder(jobs.appending(path: name, directoryHint: .isDirectory))
    try job.make(job: Data("{}".utf8))
    job.note(about)
    return job
  }

  @Test func `jobs that are done, and those that were left, are listed`() throws {
    #expect(notebook.run("jobs").contains("No training has run in the background."))
    let sweep = JobFolder.About(statement: "sweep hand cluster=lab", cluster: "lab", count: 3)
    let half = try job("job-0123456789abcdef", sweep)
    try half.keep(Data("[]".utf8), of: 1)
    let all = try job(
      "job-fedcba9876543210",
      JobFolder.About(statement: "train net cluster=lab", cluster: "lab", count: 20, firstEpoch: 0))
    try all.keep(Data(), of: 0)
    let list = notebook.run("jobs")
    #expect(list.contains("2 jobs of clusters"))
    #expect(list.contains("job-01234567") && list.contains("suspended") && list.contains("1 of 3 tasks"))
    #expect(list.contains("job-fedcba98") && list.contains("completed") && list.contains("20 of 20 epochs"))
    #expect(!notebook.run("status").contains("job-"))
    #expect(notebook.run("stop job-fedcba98") == "job-fedcba98 had ended already.")
    #expect(notebook.fail("stop job-99999999").contains("job-99999999"))
  }

  @Test(arguments: [true, false]) func `one at work is shown, and stopped`(isTraining: Bool) throws {
    // Where no mpirun is installed nobody says how its jobs stand.
    guard LauncherAvailability(of: .mpi).version != nil else { return }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sleep")
    process.arguments = ["120"]
    try process.run()
    defer { process.terminate() }
    let stat = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    let own = try job(
      "job-0011223344556677",
      JobFolder.About(statement: "the statement", cluster: "here", count: 5, firstEpoch: isTraining ? 0 : nil))
    try own.note(
      JobFolder.Submission(
        number: Int(process.processIdentifier), start: try #require(UInt64(fields[19])), launcher: .mpi, attempt: 0,
        workers: 2, areRanks: isTraining))
    for command in ["jobs", "status"] {
      let said = notebook.run(command)
      #expect(said.contains("job-00112233") && said.contains("running"))
    }
    #expect(notebook.run("stop job-00112233") == "job-00112233 ends. To continue it: the statement")
    if isTraining {
      // Ranks end by themselves, once they have said where they stand.
      let request = try #require(TrainingFolder(own).request)
      #expect(String(decoding: request, as: UTF8.self).contains("\"stops\":true"))
    } else {
      process.waitUntilExit()
      #expect(notebook.run("jobs").contains("suspended"))
    }
  }
}
