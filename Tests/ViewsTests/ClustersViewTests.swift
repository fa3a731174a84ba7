import Clusters
import Testing

@testable import Views

struct ClustersViewTests {
  @Test func `a launcher's remark is its last line, or the package that is missing`() {
    let said = "sinfo: error: no record of hosts\nsinfo: fatal: no configuration"
    #expect(ClustersView.remark(.program("sinfo", said: said)) == "sinfo: fatal: no configuration")
    #expect(
      ClustersView.remark(.missingProgram("mpirun", packages: ["openmpi-bin"]))
        == "mpirun is missing; Debian's package: openmpi-bin")
    #expect(ClustersView.remark(nil).isEmpty)
  }
}
