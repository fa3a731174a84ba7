import Tensors
import TestSupport
import Testing
import Training

@testable import Experiments

struct LabelIssuesTests {
  /// Three clouds of points in the plane, of which some are given another class.
  private func judge(_ flipped: [Int: String], count: Int = 30) throws -> LabelIssues {
    var dice = Dice(seed: 4)
    let centres: [(Float, Float)] = [(0, 0), (8, 0), (0, 8)]
    var truths = (0..<count).map { ["a", "b", "c"][$0 % 3] }
    let values = (0..<count).flatMap { place -> [Float] in
      let centre = centres[place % 3]
      return [centre.0 + Float(dice.below(100)) / 100, centre.1 + Float(dice.below(100)) / 100]
    }
    for (place, label) in flipped { truths[place] = label }
    return try LabelIssues(
      Tensor(shape: [count, 2], values: values), truths: truths, labels: ["a", "b", "c"], signal: NeverStops())
  }

  @Test func `nobody is doubted where classes lie apart`() throws { #expect(try judge([:]).labelIssues == []) }

  @Test(arguments: [18, 30]) func `those of a wrong class come first, with what they are taken for`(count: Int) throws {
    let labelIssues = try judge([4: "a", 9: "c"], count: count).labelIssues
    #expect(Set(labelIssues.prefix(2).map(\.place)) == [4, 9])
    #expect(labelIssues.first { $0.place == 4 }?.guess == "b" && labelIssues.first { $0.place == 9 }?.guess == "a")
    for doubt in labelIssues.prefix(2) {
      #expect(doubt.belief < 0.25 && doubt.guessBelief > 0.5 && doubt.neighborsOfItsClass == 0 && doubt.neighbors == 5)
      #expect(!doubt.nearest.contains(doubt.place) && doubt.nearest.count == 5)
    }
  }

  @Test func `few are left out one at a time, many a tenth at a time`() {
    #expect(LabelIssues.splits(of: [String](repeating: "a", count: 20)).count == 20)
    let splits = LabelIssues.splits(of: (0..<200).map { "\($0 % 4)" })
    #expect(splits.count == 10 && Set(splits.flatMap(\.held)).count == 200)
  }

  @Test func `two samples are enough to ask, and one class has no other`() throws {
    let two = try LabelIssues(
      Tensor(shape: [2, 1], values: [0, 1]), truths: ["a", "b"], labels: ["a", "b"], signal: NeverStops())
    #expect(two.labelIssues.map(\.place) == [0, 1] || two.labelIssues.map(\.place) == [1, 0])
  }
}
