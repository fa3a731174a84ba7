import Tensors
import TestSupport
import Testing
import Training

@testable import Commands

/// What can be said of the articles' 45 photos.
@Suite(.serialized, .enabled(if: Gestures.areThere, "the shared photos and models are not here"))
struct EvidenceGesturesTests {
  /// One notebook for all, so that every photo goes through SqueezeNet once.
  private static let shared: Notebook? = {
    guard let notebook = try? Notebook() else { return nil }
    notebook.run(
      """
      dataset hands path="data/gestures" labels=[✊, ✋, ✌\u{FE0F}]
      knn near features=squeezenet.pool10 numberOfNeighbors=3 weighting=inverseDistance
      network hand from=squeezenet classes=10 init=kaiming seed=42
      train hand on=hands.train epochs=50 learningRate=1e-3
      """)
    return notebook
  }()

  private func notebook() throws -> Notebook { try #require(Self.shared) }

  private func contender(_ name: String) throws -> Contender {
    let notebook = try notebook()
    let model = try #require(notebook.model(name))
    return try notebook.workbench.session.withLock { session in
      try session.contender(model, on: try session.selection(named: "hands").get(), stage: .unseen)
    }
  }

  private func entrant(_ contender: Contender, _ splits: [Folds.Split]) throws -> Comparison.Entrant {
    Comparison.Entrant(contender, splits, try splits.map { split in try contender.run(split) { true } })
  }

  @Test func `row 39 · fifteen test photos cannot tell the network from its neighbours`() throws {
    let text = try notebook().run("compare near hand on=hands")
    #expect(text.contains("\nnear   k=3, inverseDistance"))
    #expect(text.contains("8 of 15     53.3%  30.1% – 75.2%"))
    #expect(text.contains("Cannot tell hand from near: "))
    #expect(!text.contains("is better than"))
  }

  @Test func `leaving one out of 45 at a time, the network beats its neighbours' 18`() throws {
    let text = try notebook().run("compare near hand on=hands by=leaveOneOut")
    #expect(text.contains("18 of 45     40.0%"))
    #expect(text.contains("hand is better than near: 1"))
    #expect(text.contains("0 only by near (McNemar's exact p = 3.1e-5)") || text.contains("e-5)"))
  }

  @Test(arguments: [(0.01, true), (1, false)])
  func `leaving one out, a logistic head gets 34 to 36 of 45, and p is below 1e-4`(l2: Double, rescales: Bool) throws {
    var logistic = try contender("near")
    let near = try entrant(logistic, Folds.leaveOneOut(45))
    logistic.recipe = .linear(LogisticRegression(l2: l2, rescales: rescales))
    let comparison = Comparison(entrants: [near, try entrant(logistic, Folds.leaveOneOut(45))], confidence: 0.95)
    #expect(comparison.entrants[0].correct == 18)
    #expect((34...36).contains(comparison.entrants[1].correct))
    #expect(comparison.pairs[0].better == 1)
    #expect(comparison.pairs[0].probability < 1e-4)
  }
}
