import Tensors
import Testing
import Training

@Suite struct ConfusionTests {
  private func evaluation(_ pairs: [(truth: String, answer: Int)]) throws -> Evaluation {
    let rows = pairs.map { pair in (0..<3).map { $0 == pair.answer ? Float(1) : 0 } }
    return try Evaluation(
      probabilities: Tensor(shape: [pairs.count, 3], values: rows.flatMap { $0 }), labels: ["x", "y", "user0"],
      truths: pairs.map(\.truth))
  }

  @Test func `examples lie in the cell of their truth and answer`() throws {
    let confusion = Confusion(
      try evaluation([("x", 0), ("y", 0), ("y", 1), ("x", 0), ("y", 2)]), labels: ["x", "y"])
    #expect(confusion.truths == ["x", "y"])
    #expect(confusion.answers == ["x", "y", "user0"])
    #expect(confusion.cells == [[[0, 3], [], []], [[1], [2], [4]]])
    #expect(confusion.counts == [[2, 0, 0], [1, 1, 1]])
    #expect(confusion.shares[1] == [Double](repeating: 1 / 3, count: 3))
  }

  @Test func `a label without examples has an empty row`() throws {
    let confusion = Confusion(try evaluation([("x", 0)]), labels: ["y", "x"])
    #expect(confusion.truths == ["y", "x"])
    #expect(confusion.counts == [[0, 0], [0, 1]])
    #expect(confusion.shares == [[0, 0], [0, 1]])
  }

  @Test func `labels not named follow in order of appearance`() throws {
    let confusion = Confusion(try evaluation([("z", 1), ("y", 0), ("x\u{FE0F}", 0)]))
    #expect(confusion.truths == ["z", "y", "x\u{FE0F}"])
    #expect(confusion.answers == ["z", "y", "x\u{FE0F}"])
    #expect(confusion.counts == [[0, 1, 0], [0, 0, 1], [0, 0, 1]])
  }
}
