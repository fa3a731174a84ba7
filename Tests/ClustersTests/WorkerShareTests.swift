import Testing

@testable import Clusters

@Suite struct WorkerShareTests {
  @Test func `every task is one worker's`() {
    let all = (0..<3).flatMap { WorkerShare(number: $0, of: 3).tasks(of: 10) }
    #expect(all.sorted() == Array(0..<10))
    #expect(Array(WorkerShare(number: 1, of: 3).tasks(of: 10)) == [1, 4, 7])
    #expect(Array(WorkerShare(number: 4, of: 5).tasks(of: 3)) == [])
  }

  @Test(arguments: [
    (["OMPI_COMM_WORLD_RANK": "2", "OMPI_COMM_WORLD_SIZE": "4"], 2, 4), (["PMI_RANK": "0", "PMI_SIZE": "2"], 0, 2),
    (["SLURM_PROCID": "1", "SLURM_NTASKS": "3"], 1, 3), (["WHET_LOCAL_RANK": "2", "WHET_LOCAL_SIZE": "3"], 2, 3),
  ])
  func `a rank is told by its environment`(environment: [String: String], number: Int, count: Int) {
    #expect(WorkerShare(rankOf: environment) == WorkerShare(number: number, of: count))
  }

  @Test(arguments: [
    ([:], nil), (["SLURM_CPUS_PER_TASK": "3"], 3), (["SLURM_CPUS_PER_TASK": "0"], nil),
    (["OMPI_COMM_WORLD_LOCAL_SIZE": "4"], 2), (["MPI_LOCALNRANKS": "16"], 1), (["WHET_LOCAL_SIZE": "2"], 4),
  ])
  func `a worker has its part of the machine`(environment: [String: String], threads: Int?) {
    #expect(WorkerShare.threads(by: environment, processors: 8) == threads)
  }

  @Test(arguments: [[:], ["PMI_RANK": "2"], ["PMI_RANK": "2", "PMI_SIZE": "2"], ["PMI_RANK": "x", "PMI_SIZE": "2"]])
  func `what is no rank is none`(environment: [String: String]) { #expect(WorkerShare(rankOf: environment) == nil) }
}
