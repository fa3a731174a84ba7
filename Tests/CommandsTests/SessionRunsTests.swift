import Foundation
import RunStore
import Synchronization
import Testing
import Training

@testable import Commands
@testable import Experiments

/// What is written down of trainings, and read in a later session.
struct SessionRunsTests {
  /// A workbench in a notebook's folder whose runs go into the folder `state` there: each call is a new session.
  private func session(in notebook: Notebook) throws -> (workbench: Workbench, store: RunStore) {
    let store = try RunStore.open(folder: notebook.folder.appending(path: "state"))
    let files = DataFolder(workingFolder: notebook.folder, folder: notebook.folder.appending(path: "data"))
    return (Workbench(files: files, store: store), store)
  }

  private func run(_ cell: String, on workbench: Workbench, _ page: Page) -> CellOutcome {
    page.clear()
    defer { workbench.settle() }
    return workbench.run(cell, on: page)
  }

  private let data = "dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4"

  @Test func `a training is written down with its statement, seed and epochs`() throws {
    let notebook = try Notebook.withNetwork()
    let (workbench, store) = try session(in: notebook)
    let train = "train hand on=pets.train validate=pets.test epochs=3 learningRate=0.01"
    #expect(run(data, on: workbench, notebook.page) == .finished)
    #expect(run(train, on: workbench, notebook.page) == .finished)
    let run = try #require(try store.trainings.runs(of: "hand").first)
    #expect(run.start.command == train)
    #expect(run.start.seed == 4)
    #expect(run.state == .finished)
    #expect(try store.trainings.epochs(of: run.id).map(\.epoch) == [1, 2, 3])
  }

  @Test func `a stopped training is written down as paused, with the epochs it finished`() throws {
    let notebook = try Notebook.withNetwork()
    let (workbench, store) = try session(in: notebook)
    _ = run(data, on: workbench, notebook.page)
    notebook.page.interrupt(afterUpdates: 1)
    let outcome = run("train hand on=pets.train epochs=1000000", on: workbench, notebook.page)
    guard case .failed(let problem) = outcome else {
      Issue.record("it was not stopped")
      return
    }
    #expect(problem.name == "Interrupted")
    #expect(try store.trainings.runs(of: "hand").map(\.state) == [.paused])
  }

  @Test func `history of a model that was not kept tells its last training as it was written down`() throws {
    let notebook = try Notebook.withNetwork()
    let earlier = try session(in: notebook).workbench
    _ = run(data, on: earlier, notebook.page)
    _ = run("train hand on=pets.train epochs=2", on: earlier, notebook.page)
    try earlier.withWorkspace { try $0.memory?.keeper.forget("hand") }
    let later = try session(in: notebook).workbench
    #expect(run("history hand", on: later, notebook.page) == .finished)
    let text = notebook.page.text
    #expect(text.hasPrefix("hand, from an earlier session, 2"))
    #expect(text.contains(": train hand on=pets.train epochs=2\n"))
    #expect(text.split(separator: "\n").filter { $0.drop { $0 == " " }.first?.isNumber == true }.count == 2)
  }

  @Test func `a session without a store trains all the same`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=2")
    #expect(try notebook.network("hand").training.records.count == 2)
  }
}
