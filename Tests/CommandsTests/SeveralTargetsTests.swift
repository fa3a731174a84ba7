import Foundation
import Networks
import Tensors
import Testing
import Training

@testable import Commands
@testable import DataFiles
@testable import Experiments

/// Tables with several numbers to predict.
struct SeveralTargetsTests {
  /// Fifty houses whose rent and price are nearly lines of area and rooms.
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    let rows = (0..<50).map { row -> String in
      let (area, rooms) = (30 + row * 37 % 91, 1 + row * 7 % 5)
      let (price, rent) = (
        3 * area + 20 * rooms + row * 13 % 7, Double(area) / 10 - Double(rooms) + Double(row % 3) / 8
      )
      return "\(area),\(price),\(rooms),\(rent)"
    }
    try notebook.write(("area,price,rooms,rent\n" + rows.joined(separator: "\n")).utf8, to: "houses.csv")
    notebook.run("dataset houses csv=\"houses.csv\" target=[price, rent] seed=1")
    return notebook
  }

  private func table(_ notebook: Notebook, _ name: String = "houses") throws -> TableDataset {
    try notebook.workbench.withWorkspace { workspace in
      guard case .table(let table)? = workspace.datasets[name] else { throw Notebook.NoSuchModel(name: name) }
      return table
    }
  }

  @Test func `each named column is a number to predict, and no column to predict it from`() throws {
    let notebook = try notebook()
    let houses = try table(notebook)
    #expect(houses.outputNames == ["price", "rent"] && houses.columns.map(\.name) == ["area", "rooms"])
    #expect(houses.splits[0].data.truths.text(1) == "267.0 3.825")
    let shown = notebook.run("dataset houses csv=\"houses.csv\" target=[price, rent] seed=1")
    #expect(shown.contains("50 samples with 2 numbers to predict") && shown.contains("Target: price, rent."))
    #expect(shown.contains(#/\ntrain +rent +40 /#) && shown.contains(#/\ntest +price +10 /#))
    #expect(notebook.run("show houses.train limit=2").contains(#/row +price +rent +area +rooms/#))
    #expect(notebook.run("check houses").contains("price: train "))
  }

  @Test func `places and a second file to test on mean the same columns`() throws {
    let notebook = try notebook()
    notebook.run("dataset again csv=\"houses.csv\" target=[2, 4] test=\"houses.csv\"")
    let again = try table(notebook, "again")
    #expect(again.outputNames == ["price", "rent"] && again.splits[1].data.truths == again.splits[0].data.truths)
  }

  @Test(arguments: [
    ("target=[price, rent] task=classification", "only numbers can be predicted together"),
    ("target=[price, price]", "is the target"),
    ("target=[price, rents]", "has no column rents. Did you mean rent?"),
    ("target=[price, rent] ignore=[rent]", "Column rent of houses.csv is the target."),
    ("target=[area, price, rooms, rent]", "houses.csv has no column besides"),
  ])
  func `what cannot be is told`(arguments: String, told: String) throws {
    let text = try notebook().fail("dataset wrong csv=\"houses.csv\" \(arguments)")
    #expect(text.contains(told), "\(text)")
  }

  @Test func `a text among several targets is told with its place`() throws {
    let notebook = try notebook()
    try notebook.write("x,y,kind\n1,2,a\n2,3,b\n".utf8, to: "mixed.csv")
    #expect(notebook.fail("dataset m csv=\"mixed.csv\" target=[y, kind]").contains("Line 2, column 3 of mixed.csv"))
  }

  private static let models = """
    knn near numberOfNeighbors=3 standardize=true
    train near on=houses.train
    fit line on=houses.train l2=0
    network deep input=[2] seed=3 standardize=true { innerProduct 8 activation=relu; innerProduct 2 }
    train deep on=houses.train epochs=5 miniBatchSize=8 optimizer=adam learningRate=0.01
    """

  @Test func `every kind of model has a row for all numbers and one for each`() throws {
    let notebook = try notebook()
    notebook.run(Self.models)
    let text = notebook.run("evaluate near line deep on=houses.test")
    for name in ["near", "line", "deep"] {
      for output in ["all", "price", "rent"] { #expect(text.contains(try Regex("\n\(name) .* \(output) ")), "\(text)") }
    }
    #expect(text.contains(#/\nmean +all /#))
    // Nearly a line: price is met within its noise of 0…6, rent within 0…0.25.
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("line ") }
    let errors = rows.map { row in row.split(separator: " ").compactMap { Double($0) } }
    #expect(errors.count == 3)
    #expect(notebook.run("plot near line on=houses.test y=residuals").contains("near rent"))
    #expect(notebook.run("gallery line on=houses.test").contains("predicted - true"))
    #expect(notebook.run("explain line on=houses.test").contains("RMSE grows by"))
    let one = notebook.run("explain line on=houses.test row=1")
    #expect(one.contains("line predicts price ") && one.contains("line predicts rent "))
  }

  @Test func `ridge regression of several numbers is that of each`() throws {
    let notebook = try notebook()
    notebook.run("fit line on=houses.train l2=0.5")
    notebook.run(
      "dataset prices csv=\"houses.csv\" target=price ignore=[rent] seed=1; fit price on=prices.train l2=0.5")
    notebook.run("dataset rents csv=\"houses.csv\" target=rent ignore=[price] seed=1; fit rent on=rents.train l2=0.5")
    let layers = try ["line", "price", "rent"].map { try notebook.network($0).definition.layers[0] }
    #expect(layers[0].weights?.values == (layers[1].weights?.values ?? []) + (layers[2].weights?.values ?? []))
    #expect(layers[0].bias?.values == (layers[1].bias?.values ?? []) + (layers[2].bias?.values ?? []))
  }

  @Test func `neighbours answer the weighted mean of each number`() throws {
    let notebook = try notebook()
    notebook.run("knn near numberOfNeighbors=2 weighting=uniform; train near on=houses.train")
    guard case .neighbors(let near)? = notebook.model("near") else { throw Notebook.NoSuchModel(name: "near") }
    let vote = try near.memory.classify(Tensor(shape: [1, 2], values: [50, 3]))[0]
    let labels = vote.neighbors.map {
      near.memory.sampleLabels[$0.index].split(separator: " ").compactMap { Double($0) }
    }
    let expected = (0..<2).map { place in (labels[0][place] + labels[1][place]) / 2 }
    #expect(zip(vote.numbers(of: near.memory.sampleLabels), expected).allSatisfy { abs($0 - $1) < 1e-9 })
    let text = notebook.run("predict near values=[50, 3]")
    #expect(text.contains(#/sample +price +rent/#), "\(text)")
    #expect(
      text.contains(expected[0] == expected[0].rounded() ? "\(Int(expected[0])).0000" : "\(expected[0])"), "\(text)")
  }

  @Test func `ridge regression reads any layer of a network, too`() throws {
    let notebook = try notebook()
    notebook.run(Self.models)
    notebook.run("fit head features=deep.innerProduct0 pooling=none on=houses.train l2=0.1")
    let head = try notebook.network("head")
    #expect(head.outputs.isRegressor && head.outputs.count == 2 && head.source.basis != nil)
    // scikit-learn's Ridge on what the layer gives: the same equations by hand.
    let expected = try notebook.workbench.withWorkspace { workspace in
      let houses = try workspace.selection(named: "houses.train")
      let rows = try workspace.inference().features(
        of: houses, variant: .original, through: TrainableParts(headOf: head))
      let targets = try head.numbers(houses.truths, of: houses.text).values
      return try #require(RidgeRegression(l2: 0.1).fit(rows, targets: targets, outputs: 2))
    }
    #expect(head.definition.layers.last?.weights?.values == expected.weights.values)
    #expect(notebook.run("evaluate head on=houses.test").contains("\nhead "))
    #expect(notebook.run("compare head line on=houses by=folds folds=5 seed=1").contains("deep"))
    notebook.run("save head path=\"head.mlmodel\"; load back \"head.mlmodel\"")
    let answers = notebook.run("predict head on=houses.test")
    #expect(notebook.run("predict back on=houses.test").replacing("back", with: "head") == answers)
    notebook.run("train deep on=houses.train epochs=1")
    #expect(notebook.run("evaluate head on=houses.test").contains("deep"))
  }

  @Test func `the last layer of a trained regressor is fitted anew`() throws {
    let notebook = try notebook()
    notebook.run(Self.models)
    notebook.run("network plain input=[2] seed=3 { innerProduct 8 activation=relu; innerProduct 2 }")
    notebook.run("train plain on=houses.train epochs=2")
    let before = try notebook.network("plain").definition.layers
    notebook.run("fit plain on=houses.train l2=0.01")
    let after = try notebook.network("plain").definition.layers
    #expect(after.count == before.count && after[0].weights == before[0].weights)
    #expect(after.last?.weights != before.last?.weights)
    // One that brings its answers back to their own scale has no last layer to be fitted.
    #expect(notebook.fail("fit deep on=houses.train").contains("its last layer:"))
  }

  @Test func `compare and sweep take them, by all numbers`() throws {
    let notebook = try notebook()
    notebook.run(Self.models)
    let text = notebook.run("compare near line deep on=houses by=folds folds=5 seed=1")
    #expect(text.contains("50 samples evaluated") && text.contains("corrected for 3 pairs"))
    #expect(text.contains("\nmean "))
    #expect(notebook.run("sweep near on=houses folds=4 numberOfNeighbors=[1, 3]").contains("by validationRMSE"))
    #expect(notebook.run("sweep line on=houses folds=4 l2=[0.1, 10]").contains("by validationRMSE"))
  }

  @Test func `a network is saved and loaded with all its outputs`() throws {
    let notebook = try notebook()
    notebook.run(Self.models)
    let before = notebook.run("predict deep on=houses.test")
    #expect(before.contains(#/sample +price +rent/#))
    notebook.run("save deep path=\"deep.mlmodel\"; load back \"deep.mlmodel\"")
    #expect(notebook.run("predict back on=houses.test").replacing("back", with: "deep") == before)
    notebook.run("save line path=\"line.mlmodel\"; load again \"line.mlmodel\"")
    #expect(try notebook.network("again").outputs.count == 2)
  }

  @Test func `a model of one number is not asked about two`() throws {
    let notebook = try notebook()
    notebook.run("dataset prices csv=\"houses.csv\" target=price ignore=[rent] seed=1; fit line on=prices.train")
    notebook.run("knn near; train near on=prices.train")
    for name in ["line", "near"] {
      #expect(notebook.fail("evaluate \(name) on=houses.test").contains("1 number"), "\(name)")
    }
  }
}
