import Figures
import Foundation
import Testing

@testable import Commands
@testable import Experiments
@testable import Views

struct PredictionPlotTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    let rows = (0..<40).map { "\($0 * 7 % 31),\($0 * 3 % 5),\(Double($0 * 7 % 31) * 2 + Double($0 % 7) / 4)" }
    try notebook.write(("area,rooms,price\n" + rows.joined(separator: "\n")).utf8, to: "houses.csv")
    notebook.run("dataset houses csv=\"houses.csv\" target=price seed=1")
    notebook.run("fit line on=houses.train; knn near numberOfNeighbors=1; train near on=houses.train")
    return notebook
  }

  private func view(_ quantity: PredictionPlot.Quantity) -> PredictionPlot {
    PredictionPlot(
      quantity: quantity,
      predictions: [
        NumberPredictions(model: "a", split: "t", outputs: ["p"], truths: [1, 2], answers: [1.5, 1]),
        NumberPredictions(model: "b", split: "t", outputs: ["p", "q"], truths: [1, 2, 3, 4], answers: [0, 0, 1, 1]),
      ], target: "price", on: "t")
  }

  @Test func `predicted numbers stand above the true ones`() {
    let plot = view(.predicted).plot
    #expect(plot.reference == .diagonal && plot.xLabel == "true price" && plot.yLabel == "predicted price")
    #expect(plot.series.map(\.name) == ["a", "b p", "b q"])
    #expect(plot.series[0].dots.map { [$0.x, $0.y] } == [[1, 1.5], [2, 1]])
    #expect(plot.series[2].dots.map { [$0.x, $0.y] } == [[2, 0], [4, 1]])
  }

  @Test func `residuals are the true numbers less the predicted ones`() {
    let plot = view(.residuals).plot
    #expect(plot.reference == .zero)
    #expect(plot.series[0].dots.map { [$0.x, $0.y] } == [[1.5, -0.5], [1, 1]])
  }

  @Test func `models are drawn beside each other, on light and dark pages and as text`() throws {
    let notebook = try notebook()
    let text = notebook.run("plot line near on=houses.test y=predicted")
    #expect(text.hasPrefix("line, near on houses.test: predicted and true\n"))
    #expect(text.contains("true price") && text.contains("sample 0"))
    #expect(notebook.page.entries.map(\.kind) == [.result])
    #expect(notebook.page.entries[0].rendering.svg?.contains("prefers-color-scheme:dark") == true)
    #expect(notebook.page.entries[0].rendering.html?.contains("class=\"whet-figure\"") == true)
    #expect(notebook.run("plot line near on=houses.test") == text)
    let residuals = notebook.run("plot line on=houses.test y=residuals")
    #expect(residuals.contains("line on houses.test: residuals") && residuals.contains("line: residuals"))
  }

  @Test func `the figure is written as a drawing or as numbers`() throws {
    let notebook = try notebook()
    notebook.run("plot line on=houses.test y=residuals path=\"left.svg\"")
    let drawing = try String(contentsOf: notebook.folder.appending(path: "left.svg"), encoding: .utf8)
    #expect(drawing.hasPrefix("<svg"))
    #expect(notebook.run("plot line near on=houses.test y=predicted path=\"both.csv\"").contains("16 rows of numbers"))
    let numbers = try String(contentsOf: notebook.folder.appending(path: "both.csv"), encoding: .utf8)
    #expect(numbers.hasPrefix("series,name,true price,predicted price\nline,sample 0,"))
  }

  @Test(arguments: [
    ("plot line y=predicted", "on="), ("plot line on=houses.test y=[predicted, residuals]", "Set y=predicted."),
    ("plot line on=houses.test y=trainLoss", "belongs to y=predicted and y=residuals"),
    ("plot line on=houses.test y=predicted logScale=true", "belongs to curves of a training"),
    ("plot kind on=houses.test y=predicted", "kind predicts classes, but houses.test has numbers to predict."),
    ("plot kind on=kinds.test y=predicted", "confusion kind on=kinds.test"),
    ("plot fresh on=houses.test y=predicted", "fresh has not been trained yet."),
    ("plot run=[1] on=houses.test y=predicted", "belongs to"),
  ])
  func `what cannot be drawn is refused`(cell: String, told: String) throws {
    let notebook = try notebook()
    notebook.run("dataset kinds sample=flowers seed=1; fit kind on=kinds.train; knn fresh")
    let text = notebook.fail(cell)
    #expect(text.contains(told), "\(text)")
  }

  @Test func `the remedy of a refused plot runs`() throws {
    let notebook = try notebook()
    notebook.run("dataset kinds sample=flowers seed=1; fit kind on=kinds.train; confusion kind on=kinds.test")
  }
}
