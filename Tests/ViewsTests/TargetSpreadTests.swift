import DataFiles
import Testing

@testable import Experiments
@testable import Views

struct TargetSpreadTests {
  /// What is said of a table with such numbers to predict.
  private func spread(_ numbers: [(split: String, numbers: [Double])]) -> TargetSpread {
    let splits = numbers.map { split, numbers in
      let data = TabularData(
        columns: [TableColumn(name: "x")], truths: .numbers(numbers.map { Float($0) }),
        floats: numbers.indices.map { Float($0) })
      return TableSplit(name: split, data: data, places: Array(numbers.indices))
    }
    let table = TableDataset(name: "t", source: "t.csv", labels: [], scale: 1, splits: splits)
    var check = DatasetCheck(dataset: .table(table), points: DatasetCheck.Points())
    for split in splits {
      check.samples += split.places.map { place in
        DatasetCheck.Sample(
          split: split.name, place: place, name: "\(split.name) \(place)", label: split.data.truths.text(place),
          photo: nil)
      }
    }
    return TargetSpread(check)
  }

  @Test func `the least and the greatest number of each split are told`() {
    let spread = spread([("train", [1, 2, 3, 4.5]), ("test", [2, 3])])
    #expect(spread.summary == "train 1.000 to 4.500, test 2.000 to 3.000")
    #expect(spread.remarks.isEmpty)
  }

  @Test func `numbers far from the others, and beyond what is learnt, are told`() {
    let far = spread([("train", (0..<40).map { Double($0 % 10) } + [500]), ("test", [3, 700, -1])])
    #expect(far.remarks.count == 2)
    #expect(far.remarks[0].hasPrefix("Far from the others: 1 number of the training samples, the farthest 500.0."))
    #expect(far.remarks[1].hasPrefix("Outside the training range: 2 numbers of the test samples"))
    let equal = spread([("train", [5, 5, 5]), ("test", [5])])
    #expect(equal.remarks == ["All training numbers are 5.000."])
  }

  @Test func `a table without a test split is told`() {
    #expect(
      spread([("train", [1, 2, 3])]).remarks == ["There is no test split to evaluate on."])
  }
}
