import DataFiles
import Foundation
import Tensors
import Testing
import Training

@testable import Experiments

struct NumberPredictionsTests {
  private let workspace: Workspace
  private let selection: Selection

  /// Three samples of one number x, with the numbers of `truths` to predict.
  private init(truths: [Float], outputs: Int = 1) {
    let files = DataFolder(workingFolder: URL(filePath: "/nowhere"), folder: URL(filePath: "/nowhere"))
    workspace = Workspace(files: files, store: nil)
    let data = TabularData(
      columns: [TableColumn(name: "x")], truths: .numbers(truths, outputs: outputs), floats: [0, 1, 2])
    let split = TableSplit(name: "train", data: data, places: [0, 1, 2])
    let table = TableDataset(name: "t", source: "t.csv", labels: [], scale: 1, splits: [split])
    selection = .table(TableSelection(text: "t.train", dataset: table, splits: [split]))
  }

  init() { self.init(truths: [1, 3, 6]) }

  private func line(outputs: [Float]) throws -> Model {
    guard case .table(let table) = selection else { throw ExperimentError.name(.noPhotos("t")) }
    let model = NetworkModel(linear: "line", on: table)
    return .network(
      model.fitted(
        weights: Tensor(shape: [outputs.count, 1], values: outputs),
        bias: Tensor(shape: [outputs.count], values: outputs.map { _ in 1 })))
  }

  @Test func `a network's numbers stand beside the true ones`() throws {
    let predictions = try NumberPredictions(of: line(outputs: [2]), on: selection, workspace.inference())
    #expect(predictions.model == "line" && predictions.split == "t.train" && predictions.outputs == ["prediction"])
    #expect(predictions.evaluation == NumberEvaluation(truths: [1, 3, 6], answers: [1, 3, 5]))
  }

  @Test func `several numbers are named by their table`() throws {
    let tests = NumberPredictionsTests(truths: [1, 0, 3, 1, 5, 2], outputs: 2)
    let predictions = try NumberPredictions(
      of: tests.line(outputs: [2, 1]), on: tests.selection, tests.workspace.inference())
    #expect(predictions.outputs == ["number 0", "number 1"])
    #expect(predictions.evaluation.truths == [1, 0, 3, 1, 5, 2])
    #expect(predictions.evaluation.answers == [1, 1, 3, 2, 5, 3])
  }

  @Test func `a k-NN model's numbers are those of its neighbours`() throws {
    guard case .table(let table) = selection else { return }
    let extractor = Extractor.numbers(shape: table.dataset.sampleShape)
    var near = try NeighborsModel(name: "near", looksThrough: extractor, numberOfNeighbors: 1)
    near.memory.answersNumbers = true
    try near.memory.remember(try table.tensor([0, 1, 2]), labels: table.truths)
    let predictions = try NumberPredictions(of: .neighbors(near), on: selection, workspace.inference())
    #expect(predictions.evaluation.answers == [1, 3, 6] && predictions.evaluation.measures.root == 0)
  }

  @Test func `a hybrid answers with classes`() throws {
    guard case .network(let network) = try line(outputs: [2]) else { return }
    let near = try NeighborsModel(name: "near", looksThrough: .numbers(shape: [1]))
    let hybrid = HybridModel(name: "both", network: network, neighbors: near, weight: 0.5)
    #expect(throws: ExperimentError.self) {
      try NumberPredictions(of: .hybrid(hybrid), on: selection, workspace.inference())
    }
  }
}
