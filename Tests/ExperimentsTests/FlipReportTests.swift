import Tensors
import Testing
import Training

@testable import Experiments

struct FlipReportTests {
  private let report = FlipReport(
    rows: [
      FlipReport.Row(
        name: "m",
        answers: [["a", "a", "b", "b"], ["a", "b", "b", "a"], ["b", "b", "a", "a"], ["a", "a", "b", "b"]])
    ], truths: ["a", "a", "b", "a"], asked: .testPhotos)

  @Test func `right answers and answers that stay are counted by variant and by class`() {
    let row = report.rows[0]
    #expect((0..<4).map { report.right(row, $0) } == [3, 3, 1, 3])
    #expect((0..<4).map { report.same(row, $0) } == [4, 2, 0, 4])
    #expect(report.right(row, 1, of: "a") == 2 && report.right(row, 1, of: "b") == 1)
    #expect(report.same(row, 1, of: "a") == 1 && report.same(row, 1, of: "b") == 1)
    #expect(report.count() == 4 && report.count(of: "a") == 3 && report.count(of: "c") == 0)
  }

  @Test func `the classifier learns from photos as taken, and is asked about each variant`() throws {
    // Mirrored, the classes change places; top to bottom they stay.
    let taken = Tensor(shape: [6, 1], values: [0, 1, 0.1, 0.9, 0.05, 0.95])
    let mirrored = Tensor(shape: [6, 1], values: taken.values.map { 1 - $0 })
    let truths = ["a", "b", "a", "b", "a", "b"]
    let answers = try FlipReport.answers(
      of: [taken, mirrored, taken, mirrored], truths: truths, labels: ["a", "b"],
      splits: [Folds.Split(learning: [0, 1, 2, 3], held: [4, 5])], signal: NeverStops())
    #expect(answers == [["a", "b"], ["b", "a"], ["a", "b"], ["b", "a"]])
    let all = try FlipReport.answers(
      of: [taken], truths: truths, labels: ["a", "b"],
      splits: [
        Folds.Split(learning: [0, 1, 2, 3], held: [5, 4]), Folds.Split(learning: [2, 3, 4, 5], held: [0, 1]),
      ],
      signal: NeverStops())
    #expect(all == [["a", "b", "a", "b"]])
  }
}
