import Testing

@testable import Commands
@testable import Experiments

struct StatusCommandTests {
  @Test func `row 95: the states are shown and true`() throws {
    let sessions = try Sessions()
    let session = try sessions.begin()
    func state(of model: String, _ text: String) -> String? {
      text.split(separator: "\n").map { $0.split(separator: "  ", omittingEmptySubsequences: true).map(String.init) }
        .first { $0.first?.trimmed == model }?.dropFirst().first?.trimmed
    }
    session.run("dataset pets path=\"Pets\"; knn near features=tiny.pool1; network hand from=tiny classes=3 seed=4")
    #expect(state(of: "hand", session.run("status")) == "not trained")
    #expect(state(of: "near", session.run("status")) == "empty")
    session.run("train hand on=pets.train epochs=2; train near on=pets.train")
    #expect(state(of: "hand", session.run("status")) == "completed")
    #expect(state(of: "near", session.run("status")) == "completed")
    session.stop("train hand on=pets.train epochs=100000", afterQuestions: 6)
    #expect(state(of: "hand", session.run("status")) == "suspended")
    session.run("train hand background=true")
    #expect(state(of: "hand", session.run("status")) == "running")
    session.run("stop")
    #expect(state(of: "hand", session.run("status")) == "suspended")
    let next = try sessions.begin()
    #expect(next.run("status").contains("hand, from an earlier session: a neural network from tiny, "))
  }
}

extension Substring {
  /// Without spaces at either end.
  fileprivate var trimmed: Substring {
    var rest = self
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
