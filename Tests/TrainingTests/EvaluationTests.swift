import Tensors
import Testing
import Training

@Suite struct EvaluationTests {
  private func evaluation(
    _ rows: [[Float]], truths: [String], labels: [String] = ["a", "b"], rule: Evaluation.Rule = .argmax
  ) throws -> Evaluation {
    let tensor = Tensor(shape: [rows.count, labels.count], values: rows.flatMap { $0 })
    return try Evaluation(probabilities: tensor, labels: labels, truths: truths, rule: rule)
  }

  @Test func `a row per example`() throws {
    let rows = try evaluation([[0.25, 0.75], [1, 0]], truths: ["a", "a"]).rows
    #expect(rows.map(\.index) == [0, 1])
    #expect(rows.map(\.truth) == ["a", "a"])
    #expect(rows.map(\.predicted) == ["b", "a"])
    #expect(rows.map(\.confidence) == [0.75, 1])
    #expect(rows.map(\.isCorrect) == [false, true])
    #expect(abs(rows[0].loss - 1.3862943611198906) < 1e-12)
    #expect(rows[1].loss == 0)
    #expect(rows[0].probabilities.map(\.label) == ["a", "b"])
  }

  @Test func `accuracy, interval, chance, majority`() throws {
    let some = try evaluation(
      [[0.9, 0.1], [0.2, 0.8], [0.6, 0.4]], truths: ["a", "a", "b"])
    #expect(some.correct == 1)
    #expect(some.accuracy == 1.0 / 3)
    #expect(some.interval() == Statistics.wilsonInterval(successes: 1, of: 3))
    #expect(some.chance == 0.5)
    #expect(some.majority == 2.0 / 3)
    #expect(some.meanConfidenceOfErrors.map { abs($0 - 0.7) < 1e-6 } == true)
  }

  @Test func `row 83: the loss of ten equally probable classes is 2.3026, of an impossible label 230.2585`() throws {
    let uniform = try evaluation(
      [[Float](repeating: 0.1, count: 10)], truths: ["3"], labels: (0..<10).map(String.init))
    #expect(abs((uniform.loss ?? 0) - 2.3026) < 5e-5)
    let impossible = try evaluation([[1, 0]], truths: ["b"])
    #expect(abs((impossible.loss ?? 0) - 230.2585) < 5e-5)
    #expect(try evaluation([[1, 0]], truths: ["unheard of"]).loss == impossible.loss)
  }

  @Test func `equally probable labels: the first is the answer`() throws {
    #expect(try evaluation([[0.5, 0.5]], truths: ["a"]).rows[0].predicted == "a")
  }

  @Test func `by the rule of half, one half is not enough`() throws {
    let rows: [[Float]] = [[0.5, 0.5], [0.51, 0.49], [0.4, 0.6]]
    #expect(try evaluation(rows, truths: ["a", "a", "a"], rule: .half).correct == 1)
    #expect(try evaluation(rows, truths: ["a", "a", "a"]).correct == 2)
  }

  @Test func `a label that occurs twice has the larger probability`() throws {
    let row = try evaluation([[0.1, 0.3, 0.6]], truths: ["crane"], labels: ["crane", "pot", "crane"]).rows[0]
    #expect(row.predicted == "crane")
    #expect(row.probabilities.map(\.label) == ["crane", "pot"])
    #expect(row.confidence == Double(Float(0.6)))
  }

  @Test func `variation selectors make no mistakes`() throws {
    let some = try evaluation([[0, 1]], truths: ["✌\u{FE0F}"], labels: ["✋", "✌"])
    #expect(some.correct == 1)
    #expect(some.loss == 0)
  }

  @Test func `the largest losses' share of the sum`() throws {
    let some = try evaluation([[0, 1], [1, 0], [0.5, 0.5]], truths: ["a", "a", "a"])
    let large = Evaluation.loss(ofProbability: 0)
    let small = Evaluation.loss(ofProbability: 0.5)
    #expect(some.shareOfLoss(largest: 1) == large / (large + small))
    #expect(some.shareOfLoss() == 1)
    #expect(try evaluation([[1, 0]], truths: ["a"]).shareOfLoss() == nil)
    #expect(some.worstFirst.map(\.index) == [0, 2, 1])
  }

  @Test func `votes of neighbours are evaluated alike`() throws {
    let empty = NearestNeighbors(dimension: 2)
    let votes = try empty.classify(Tensor(shape: [3, 2]))
    let untrained = try Evaluation(votes: votes, truths: ["✊", "✋", "✌️"])
    #expect(untrained.correct == 0)
    #expect(untrained.rows.map(\.predicted) == ["???", "???", "???"])
    #expect(untrained.rows.map(\.confidence) == [1, 1, 1])
  }

  @Test func `no examples have no accuracy to speak of`() throws {
    let none = try evaluation([], truths: [])
    #expect(none.accuracy == 0 && none.loss == nil && none.shareOfLoss() == nil && none.majority == 0)
    #expect(none.interval() == 0...1)
  }

  @Test func `counts that do not fit are facts`() {
    #expect(throws: TrainingError.count(of: "labels", expected: 1, actual: 2)) {
      try evaluation([[1, 0]], truths: ["a", "b"])
    }
    #expect(throws: TrainingError.count(of: "outputs", expected: 2, actual: 3)) {
      try Evaluation(probabilities: Tensor(shape: [1, 3]), labels: ["a", "b"], truths: ["a"])
    }
    #expect(throws: TrainingError.count(of: "labels", expected: 0, actual: 1)) {
      try Evaluation(votes: [], truths: ["a"])
    }
  }
}
