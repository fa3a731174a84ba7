import Foundation
import TestSupport
import Testing

@testable import Clusters

struct MPILauncherTests {
  @Test func `a kind is told by its version`() {
    #expect(MPILauncher.Kind(version: "mpirun (Open MPI) 4.1.4") == .openMPI)
    #expect(MPILauncher.Kind(version: "HYDRA build details:") == .mpich)
  }

  @Test func `a process is known by when it began`() {
    let own = Int(ProcessInfo.processInfo.processIdentifier)
    #expect(LocalProcess.start(of: own) != nil)
    #expect(LocalProcess.start(of: own) == LocalProcess.start(of: own))
    #expect(LocalProcess.start(of: 1 << 30) == nil)
  }

  @Test func `a rank is known by its environment`() {
    #expect(MessagePassing.Library(by: ["OMPI_COMM_WORLD_RANK": "1", "PMIX_RANK": "1"]) == .openMPI)
    #expect(MessagePassing.Library(by: ["PMI_RANK": "0"]) == .mpich)
    #expect(MessagePassing.Library(by: ["PMIX_RANK": "0"]) == .openMPI)
    #expect(MessagePassing.Library(by: ["SLURM_PROCID": "0"]) == nil)
  }
}
