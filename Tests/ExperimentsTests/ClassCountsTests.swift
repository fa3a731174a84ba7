import Foundation
import Testing

@testable import Experiments

struct ClassCountsTests {
  private func counts(_ splits: [(name: String, counts: [Int])]) -> ClassCounts {
    let labels = ["a", "b", "c"]
    let dataset = PhotoDataset(
      name: "d", folder: .init(filePath: "/d"), labels: labels,
      splits: splits.map { PhotoSplit(name: $0.name, photos: []) }, skipped: [], isSplit: true)
    var check = DatasetCheck(dataset: .photos(dataset), points: DatasetCheck.Points())
    for (name, counts) in splits {
      for (label, count) in zip(labels, counts) {
        check.samples += (0..<count).map {
          DatasetCheck.Sample(split: name, place: $0, name: "\($0)", label: label, photo: nil)
        }
      }
    }
    return ClassCounts(check)
  }

  @Test func `few, dominating and untested classes are found`() {
    let odd = counts([("train", [20, 4, 6]), ("test", [3, 0, 2])])
    #expect(odd.counts.map(\.counts) == [[20, 3], [4, 0], [6, 2]])
    #expect(odd.fewToLearn.map(\.label) == ["b"] && odd.fewToLearn.map(\.count) == [4])
    #expect(odd.dominating?.label == "a" && odd.dominating?.share == 20 / 30)
    #expect(odd.hasTest && odd.untested == ["b"])
    #expect(odd.range(of: 0) == 4...20 && odd.range(of: 1) == 0...3)
  }

  @Test func `equal classes dominate none, and without a test split none is untested`() {
    let even = counts([("train", [8, 6, 4])])
    #expect(even.dominating == nil && even.untested == [] && !even.hasTest)
    #expect(counts([("train", [9, 6, 4])]).dominating?.label == "a")
    #expect(counts([("train", [0, 0, 0])]).dominating == nil)
  }
}
