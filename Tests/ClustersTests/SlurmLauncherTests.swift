import Foundation
import TestSupport
import Testing

@testable import Clusters

/// Programs of Slurm as scripts, which say what those say.
struct SlurmLauncherTests {
  private let folder: TemporaryFolder
  private let job: JobFolder

  init() throws {
    folder = try TemporaryFolder()
    job = JobFolder(folder.url.appending(path: "job 1", directoryHint: .isDirectory))
    try job.make(job: Data("{}".utf8))
  }

  @Test func `states are counted`() {
    #expect(
      SlurmLauncher.status("PENDING\nRUNNING \nCOMPLETED\nFAILED\nCOMPLETING\nTIMEOUT\n")
        == WorkerStatus(waiting: 1, running: 2))
    #expect(SlurmLauncher.status("").hasEnded)
    #expect(
      SlurmLauncher.status("RUNNING|None\nPENDING|None\nPENDING|Resources\n")
        == WorkerStatus(waiting: 2, running: 1, reason: "Resources"))
  }

  @Test func `processors are counted`() {
    let text = "short*|1/3/0/4\nlong|0/120/8/128\n"
    #expect(SlurmLauncher.processors(text, of: nil) == 4)
    #expect(SlurmLauncher.processors("long|0/120/8/128\n", of: "long") == 128)
    #expect(SlurmLauncher.processors("nonsense", of: nil) == nil)
  }

  @Test func `what is known of a job is read`() {
    let facts = SlurmLauncher.facts(
      "JobId=5 ArrayTaskId=1\n   JobState=TIMEOUT Reason=TimeLimit\n   NodeList=n1\n   ExitCode=0:15")
    #expect(facts["JobState"] == "TIMEOUT")
    #expect(facts["NodeList"] == "n1")
    #expect(facts["ExitCode"] == "0:15")
  }

  @Test func `partitions are read`() {
    let partitions = LauncherAvailability.partitions(
      "short*|up|idle|2|2|1:00:00\nlong|up|mixed|10|64+|infinite\nnonsense\n")
    #expect(partitions.map(\.name) == ["short", "long"])
    #expect(partitions.map(\.isDefault) == [true, false])
    #expect(partitions[1].processors == "64+")
  }

  @Test func `versions are short`() {
    #expect(
      LauncherAvailability.shortVersion("mpirun (Open MPI) 4.1.4\n\nReport bugs to …\n") == "mpirun (Open MPI) 4.1.4")
    #expect(LauncherAvailability.shortVersion("HYDRA build details:\n    Version:       4.0.2\n") == "MPICH 4.0.2")
  }

  @Test func `ranks are one job`() throws {
    // Where Slurm is not installed the stage cluster tests it alone.
    guard let launcher = try? SlurmLauncher(Cluster(launcher: .slurm, tasks: 8, processors: 2), program: "/opt/whet")
    else { return }
    let (arguments, script) = launcher.order(job, attempt: 1, ranks: 3)
    #expect(arguments.contains("--ntasks=3") && !arguments.contains { $0.hasPrefix("--array") })
    #expect(
      script.hasSuffix(
        "exec srun --mpi=pmi2 --ntasks=3 --cpus-per-task=2 --kill-on-bad-exit=1 '/opt/whet' work '\(job.path)' --ranks 3\n"
      ))
    #expect(launcher.order(job, attempt: 0).arguments.contains("--array=0-7"))
  }
}
