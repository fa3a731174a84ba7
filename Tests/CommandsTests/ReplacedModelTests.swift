import Testing

@testable import Commands
@testable import Experiments

/// A name that is given to a new model while one of an earlier session has it.
struct ReplacedModelTests {
  @Test(arguments: [
    ("knn near features=tiny.pool1", "knn near features=tiny.pool1 numberOfNeighbors=1"),
    ("knn near features=tiny.pool1", "network near from=tiny classes=3 seed=2"),
  ])
  func `what was learnt is told, and comes back by undo`(first: String, second: String) throws {
    let sessions = try Sessions()
    let one = try sessions.begin()
    one.run("dataset pets path=\"Pets\"; \(first); train near on=pets.train")
    let two = try sessions.begin()
    let text = two.run(second)
    #expect(
      text.contains(
        "near of an earlier session was replaced: a k-NN model that stores 6 photos. undo restores it."))
    two.run("undo")
    #expect(two.run("describe near").contains("6"))
    let three = try sessions.begin()
    #expect(
      three.run("describe near").contains("near is from an earlier session: a k-NN model that stores 6 photos."))
  }

  @Test func `knn begins with an empty memory then, and keeps it within a session`() throws {
    let sessions = try Sessions()
    let one = try sessions.begin()
    one.run("dataset pets path=\"Pets\"; knn near features=tiny.pool1; train near on=pets.train")
    #expect(one.run("knn near features=tiny.pool1 numberOfNeighbors=1").contains("6 photos"))
    let two = try sessions.begin()
    #expect(two.run("knn near features=tiny.pool1").contains("It has no samples yet."))
    #expect(two.run("train near on=pets.train").contains("6 new"))
  }

  @Test func `a statement that fails leaves what was remembered, and says that it is there`() throws {
    let sessions = try Sessions()
    let one = try sessions.begin()
    one.run("dataset pets path=\"Pets\"; knn near features=tiny.pool1; train near on=pets.train")
    let two = try sessions.begin()
    _ = two.fail("knn near features=tiny.nowhere")
    #expect(two.run("describe near").contains("6"))
  }

  @Test func `nothing is said of a model that had learnt nothing`() throws {
    let sessions = try Sessions()
    try sessions.begin().run("network hand from=tiny classes=3 seed=2")
    #expect(!(try sessions.begin().run("network hand from=tiny classes=3 seed=2")).contains("earlier"))
  }
}
