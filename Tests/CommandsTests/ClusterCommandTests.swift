import Clusters
import Testing
import Wording

@testable import Commands
@testable import Experiments

struct ClusterCommandTests {
  @Test func `a cluster has a name and settings`() throws {
    let notebook = try Notebook()
    let text = notebook.run("cluster lab launcher=slurm partition=short tasks=8 time=\"00:20:00\" memory=2G")
    #expect(text.contains("cluster lab") && text.contains("00:20:00") && text.contains("2G"))
    notebook.run("cluster here launcher=mpi ranks=4 hosts=[\"a\", \"b\"] retries=0")
    let clusters = notebook.workbench.withWorkspace { $0.clusters.clusters }
    #expect(
      clusters == [
        "lab": Cluster(launcher: .slurm, tasks: 8, partition: "short", time: "00:20:00", memory: "2G"),
        "here": Cluster(launcher: .mpi, tasks: 4, hosts: ["a", "b"], retries: 0),
      ])
    let list = notebook.run("cluster")
    #expect(list.contains("2 clusters") && list.contains("partition=short time=00:20:00 memory=2G retries=1"))
    #expect(list.contains("Launchers on this machine"))
    #expect(notebook.run("cluster lab").contains("partition  short"))
  }

  @Test func `it is there after a restart, and forgotten and brought back`() throws {
    let notebook = try Notebook(isRemembering: true)
    notebook.run("cluster lab launcher=slurm tasks=3")
    let (later, page) = (try notebook.restarted(), Page())
    func run(_ cell: String) -> String {
      page.clear()
      guard case .failed(let problem) = later.run(cell, on: page) else { return page.text }
      return problem.lines.joined(separator: "\n")
    }
    #expect(run("cluster lab").contains("3"))
    #expect(run("forget lab") == "lab is forgotten; undo brings it back.")
    #expect(run("cluster lab").contains("There is no cluster called lab."))
    _ = run("undo")
    #expect(run("cluster lab").contains("3"))
    _ = run("cluster lab launcher=slurm tasks=5")
    _ = run("undo")
    #expect(later.withWorkspace { $0.clusters.clusters["lab"]?.tasks } == 3)
  }

  @Test func `mistakes are told where they are`() throws {
    let notebook = try Notebook()
    #expect(notebook.fail("cluster lab launcher=pbs").contains("slurm, mpi or local"))
    #expect(notebook.fail("cluster lab tasks=4").contains("tasks=4 belongs to launcher=slurm."))
    #expect(notebook.fail("cluster lab ranks=4").contains("cluster lab launcher=mpi"))
    #expect(notebook.fail("cluster lab retries=4").contains("retries=4 belongs to a launcher."))
    #expect(notebook.fail("cluster lab launcher=slurm ranks=4").contains("Of Slurm it is tasks=."))
    #expect(notebook.fail("cluster lab launcher=mpi partition=short").contains("Leave partition= out."))
    #expect(notebook.fail("cluster here launcher=local hosts=[\"a\"]").contains("belongs to launcher=mpi."))
    #expect(notebook.fail("cluster here launcher=local tasks=2").contains("Leave tasks= out."))
    #expect(
      notebook.run("cluster own launcher=local ranks=3").contains("ranks")
        && notebook.run("cluster").contains("processes of this machine"))
    #expect(notebook.fail("cluster lab").contains("There is no cluster called lab."))
    #expect(notebook.fail("cluster a.b launcher=mpi").contains("a.b cannot be a name."))
  }

  @Test func `whoever names none that is there is told which are`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("cluster lab launcher=slurm")
    let text = notebook.fail("sweep hand on=pets learningRate=[0.1] cluster=lap")
    #expect(text.contains("There is no cluster called lap. Did you mean lab?"))
    #expect(notebook.fail("compare hand on=pets by=folds cluster=other").contains("There is lab."))
  }

  @Test func `without a state folder there is no place to meet`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("cluster lab launcher=slurm")
    #expect(
      notebook.fail("sweep hand on=pets learningRate=[0.1] cluster=lab").contains("cluster lab launcher=slurm folder="))
  }

  @Test func `ranks belong to a cluster`() throws {
    let notebook = try Notebook.withNetwork()
    #expect(notebook.fail("train hand on=pets.train ranks=2").contains("ranks=2 belongs to cluster=."))
    #expect(notebook.fail("train hand on=pets.train cluster=lab").contains("There is no cluster called lab."))
    #expect(
      DiagnosticTexts.cluster(.smallBatch(8, ranks: 4, fewerRanks: 2, largerBatch: 16)).lines == [
        "A mini-batch of 8 samples is too small for 4 ranks.", "With this mini-batch: ranks=2",
        "For 4 ranks: miniBatchSize=16",
      ])
    let failure = TaskFailure(worker: 0, node: "n1", reason: "NODE_FAIL", printed: "gone")
    let lost = DiagnosticTexts.cluster(.lostRanks(LostRanks(cluster: "lab", ranks: 4, epochs: 7, failure: failure)))
    #expect(
      lost.lines[0] == "The 4 ranks on lab ended on n1 before the training did: NODE_FAIL. It stands after epoch 7.")
  }
}
