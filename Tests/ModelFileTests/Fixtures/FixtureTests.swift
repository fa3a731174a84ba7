import Testing

/// Every case of a family of reference results. A case that fails prints one line: its name, its kind, and the biggest
/// difference against what is allowed.
struct FixtureTests {
  @Test(.enabled(if: Fixtures.areThere, "the folder of reference results is not there"), arguments: Fixtures.all)
  func `agrees with the reference`(example: FixtureCase) {
    do {
      let comparison = try compare(example)
      guard !comparison.agrees, let worst = comparison.worst else { return }
      fail(example, "\(worst.quantity) off by \(worst.difference), allowed \(worst.allowed)")
    } catch {
      fail(example, "\(error)")
    }
  }

  @Test(
    .enabled(if: Fixtures.areThere && Fixtures.areShared, "the shared folder is not there"),
    arguments: [("sgd", 2), ("momentum", 2), ("adam", 2)])
  func `rows 64 and 65: steps of SGD, with and without momentum, and of Adam`(optimizer: String, least: Int) throws {
    let examples = Fixtures.all.filter { $0.kind == "train" && $0.name.hasSuffix("_\(optimizer)") }
    #expect(examples.count >= least)
    for example in examples {
      let comparison = try compare(example)
      #expect(comparison.agrees, "\(example.name)")
    }
  }

  @Test(.enabled(if: Fixtures.areThere && Fixtures.areShared, "the shared folder is not there"))
  func `there are two hundred and six cases`() {
    #expect(Fixtures.all.count == 206)
  }

  private func fail(_ example: FixtureCase, _ reason: String) {
    print("FIXTURE \(example.name) (\(example.kind)): \(reason)")
    Issue.record("\(example.name) (\(example.kind)): \(reason)")
  }

  private func compare(_ example: FixtureCase) throws -> FixtureComparison {
    switch example.kind {
    case "forward": try FixtureNetworks.forward(example)
    case "classify": try FixtureNetworks.classify(example)
    case "features": try FixtureNetworks.features(example)
    case "train": try FixtureTraining.train(example)
    case "knn": try FixtureNeighbors.ask(example)
    case "knn_update": try FixtureNeighbors.update(example)
    case "pipeline_knn": try FixtureNeighbors.pipeline(example)
    default: throw FixtureCase.Missing("a test for the kind \(example.kind)")
    }
  }

  @Test func `a wrong number, a missing one and one that is none are noticed`() {
    var close = FixtureComparison()
    close.take("y", [1, 2], [1, 2.5], allowed: 0.6)
    #expect(close.agrees)
    close.take("y", [1, .nan], [1, 2], allowed: 100)
    #expect(!close.agrees)
    #expect(close.worst?.difference == .infinity)
    var short = FixtureComparison()
    short.take("y", [1], [1, 2], allowed: 100)
    #expect(!short.agrees)
    var far = FixtureComparison()
    far.take("a", 1, 1.5, allowed: 0.1)
    far.take("b", 1, 2, allowed: 10)
    #expect(far.worst?.quantity == "a")
    #expect(!far.agrees)
  }
}
