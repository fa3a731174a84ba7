import Foundation
import Testing

@testable import Experiments
@testable import Views

struct ClassBalanceTests {
  /// What is said of a dataset with so many photos of each class in each split.
  private func balance(_ splits: [String: [Int]], labels: [String] = ["a", "b"]) -> ClassBalance {
    let names = ["train", "test"].filter { splits[$0] != nil }
    let dataset = PhotoDataset(
      name: "d", folder: .init(filePath: "/d"), labels: labels,
      splits: names.map { PhotoSplit(name: $0, photos: []) }, skipped: [], isSplit: true)
    var check = DatasetCheck(dataset: .photos(dataset), points: DatasetCheck.Points())
    for name in names {
      for (label, count) in zip(labels, splits[name] ?? []) {
        check.samples += (0..<count).map {
          DatasetCheck.Sample(split: name, place: $0, name: "\($0)", label: label, photo: nil)
        }
      }
    }
    return ClassBalance(check)
  }

  @Test func `equal classes with test photos need no word`() {
    let equal = balance(["train": [10, 10], "test": [5, 5]])
    #expect(equal.remarks == [] && equal.summary == "train 10 of each, test 5 of each")
  }

  @Test func `few, unequal and untested classes are named`() {
    let odd = balance(["train": [30, 3], "test": [4, 0]])
    #expect(odd.summary == "train 3 to 30 of each, test 0 to 4 of each")
    #expect(
      odd.remarks == [
        "Few training samples: 3 of b. Such a class is hard to learn.",
        "Unequal classes: always predicting a is right for 91 % of the training samples; train … classWeights=balanced "
          + "gives each class the same weight.",
        "Nothing to test on: b.",
      ])
    #expect(
      balance(["train": [8, 8]]).remarks == ["There is no test split to evaluate on."])
  }
}
