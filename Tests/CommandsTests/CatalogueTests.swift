import ExperimentSupport
import Foundation
import ModelFile
import Testing

@testable import Commands
@testable import Experiments

/// The only writer of names: what it notes, and what it refuses.
struct CatalogueTests {
  /// A network that has been made, under some name.
  private func network(_ name: String) throws -> Model {
    let notebook = try Notebook()
    try TinyNetwork().file().write(to: notebook.folder.appending(path: "tiny.mlmodel"))
    notebook.run("network \(name) from=tiny classes=3 seed=1")
    return .network(try notebook.network(name))
  }

  /// A job in the background that has a model, as it is while it is at work.
  private func job(_ name: String) -> TrainingJob { TrainingJob(number: 1, model: name, statement: "train \(name)") }

  @Test func `what a statement changes is noted once, with what was there before it`() throws {
    let catalogue = Catalogue()
    let (first, second) = (try network("hand"), try network("hand"))
    catalogue.recall(first)
    catalogue.beginStatement()
    #expect(catalogue.log.isEmpty)
    try catalogue.put(second)
    try catalogue.remove("hand")
    try catalogue.put(network("other"))
    let swaps = catalogue.swaps(of: catalogue.log).models
    #expect(swaps.map(\.name) == ["hand", "other"])
    #expect(swaps[0].before != nil && swaps[0].after == nil)
    #expect(swaps[1].before == nil && swaps[1].after != nil)
  }

  @Test func `each statement has notes of its own, also one that comes in between`() throws {
    let catalogue = Catalogue()
    catalogue.beginStatement()
    let first = catalogue.log
    try catalogue.put(network("hand"))
    catalogue.beginStatement()
    let second = catalogue.log
    try catalogue.put(network("other"))
    catalogue.resumeStatement(first)
    try catalogue.put(network("third"))
    #expect(catalogue.swaps(of: first).models.map(\.name) == ["hand", "third"])
    #expect(catalogue.swaps(of: second).models.map(\.name) == ["other"])
  }

  @Test func `several changes are made all or none`() throws {
    let catalogue = Catalogue()
    let (hand, other) = (try network("hand"), try network("other"))
    catalogue.recall(hand)
    try catalogue.begin(job("hand"))
    #expect(throws: CatalogueError.inTraining(model: "hand", job: 1)) {
      try catalogue.apply([.model("other", other), .model("hand", nil)])
    }
    #expect(catalogue.models["other"] == nil && catalogue.models["hand"] != nil)
  }

  @Test func `a training alone changes its model, until it is over`() throws {
    let catalogue = Catalogue()
    guard case .network(var model) = try network("hand") else { return }
    catalogue.recall(.network(model))
    let job = job("hand")
    try catalogue.begin(job)
    #expect(throws: CatalogueError.inTraining(model: "hand", job: 1)) { try catalogue.put(.network(model)) }
    #expect(throws: CatalogueError.inTraining(model: "hand", job: 1)) { try catalogue.remove("hand") }
    #expect(throws: CatalogueError.inTraining(model: "hand", job: 1)) { try catalogue.begin(self.job("hand")) }
    model.training.differences = 7
    job.hand(on: model)
    job.end(.completed, remark: nil)
    // What it learnt is there before anything else happens to the name.
    try catalogue.remove("hand")
    let ended = catalogue.takeEnded()
    #expect(ended.map(\.statement) == ["train hand"])
    #expect(catalogue.models["hand"] == nil)
    // It cannot come back.
    job.hand(on: model)
    catalogue.collect()
    #expect(catalogue.models["hand"] == nil)
  }

  @Test func `a name is a model's or a dataset's, not both`() throws {
    let notebook = try Notebook.withNetwork()
    let pets = try #require(notebook.dataset("pets"))
    let catalogue = Catalogue()
    try catalogue.put(network("pets"))
    #expect(throws: CatalogueError.nameIsTaken("pets", by: .model)) { try catalogue.put(.photos(pets)) }
    try catalogue.apply([.model("pets", nil), .dataset("pets", .photos(pets))])
    #expect(throws: CatalogueError.nameIsTaken("pets", by: .dataset)) { try catalogue.put(network("pets")) }
    #expect(throws: CatalogueError.unknownName("nobody")) { try catalogue.remove("nobody") }
  }
}
