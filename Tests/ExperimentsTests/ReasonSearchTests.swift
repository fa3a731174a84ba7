import DataFiles
import Foundation
import Networks
import Tensors
import Testing
import Training

@testable import Experiments

/// Which training samples speak for an answer.
struct ReasonSearchTests {
  private let workspace = Workspace(
    files: DataFolder(workingFolder: URL(filePath: "/nowhere"), folder: URL(filePath: "/nowhere")), store: nil)

  /// Samples of one number in two classes: five to learn from, two to be asked about.
  init() throws {
    let data = TabularData(
      columns: [TableColumn(name: "x")], truths: TableTruths(labels: ["a", "a", "b", "b", "b", "a", "b"]),
      floats: [0, 1, 8, 9, 12, 2, 10])
    let splits = [
      TableSplit(name: "train", data: data, places: [0, 1, 2, 3, 4]),
      TableSplit(name: "test", data: data, places: [5, 6]),
    ]
    try workspace.catalogue.put(
      .table(TableDataset(name: "t", source: "t.csv", labels: ["a", "b"], scale: 1, splits: splits)))
  }

  private func reasons(of model: Model, on split: String, count: Int) throws -> Reasons {
    let search = ReasonSearch(workspace: workspace, signal: NeverStops())
    return try #require(
      try search.reasons(of: model, for: try workspace.selection(named: split), count: count))
  }

  private func network() throws -> Model {
    guard case .table(let table) = try workspace.selection(named: "t.train") else {
      throw ExperimentError.name(.noPhotos("t"))
    }
    return .network(NetworkModel(linear: "n", on: table))
  }

  @Test func `a network's are nearest in what its last layer reads, weighted by the inverse of the squared distance`()
    throws
  {
    let found = try reasons(of: try network(), on: "t.test", count: 2)
    if case .input(let layer) = found.space {
      #expect(layer == "innerProduct0")
    } else {
      Issue.record("\(found.space)")
    }
    #expect(found.reasons.map { $0.map(\.name) } == [["1", "0"], ["3", "2"]])
    #expect(found.reasons.map { $0.map(\.label) } == [["a", "a"], ["b", "b"]])
    // Both are 1 and 2 away.
    for reasons in found.reasons { #expect(reasons.map(\.share) == [0.8, 0.2]) }
    for case .sample(_, let selection) in found.reasons.joined().map(\.origin) { #expect(selection.text == "t.train") }
  }

  @Test func `a training sample is not its own reason`() throws {
    let found = try reasons(of: try network(), on: "t.train", count: 1)
    #expect(found.reasons.map { $0.map(\.name) } == [["1"], ["0"], ["3"], ["2"], ["3"]])
  }

  @Test func `a k-NN model's are those that voted; of samples that are in no dataset the class is known`() throws {
    var near = try NeighborsModel(name: "near", looksThrough: .numbers(shape: [1]), numberOfNeighbors: 2)
    try near.memory.remember(
      Tensor(shape: [3, 1], values: [0, 1, 9]), labels: ["a", "a", "b"], keys: ["p", "q", nil])
    let found = try reasons(of: .neighbors(near), on: "t.test", count: 9)
    if case .input = found.space { Issue.record("\(found.space)") }
    #expect(found.reasons.map { $0.map(\.name) } == [["q", "p"], ["", "q"]])
    #expect(found.reasons.map { $0.map(\.label) } == [["a", "a"], ["b", "a"]])
    #expect(found.reasons.joined().allSatisfy { if case .unknown = $0.origin { true } else { false } })
  }
}
