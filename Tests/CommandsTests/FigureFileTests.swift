import Foundation
import FoundationXML
import Networks
import Pictures
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Figures as files, whichever command draws them.
struct FigureFileTests {
  private func trained() throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train validate=pets.test epochs=3 learningRate=0.01 seed=1")
    return notebook
  }

  private func text(_ path: String, _ notebook: Notebook) throws -> String {
    try String(contentsOf: notebook.folder.appending(path: path), encoding: .utf8)
  }

  static let drawers = [
    "plot hand", "confusion hand on=pets.test", "confusion hand on=pets.test thumbnails=true",
    "gallery hand on=pets.test", "gallery hand on=pets.test neighbors=0", "weights hand layer=conv1",
    "weights hand layer=fc1",
  ]

  @Test(arguments: drawers)
  func `a drawing needs nothing beside it, and is shown as well`(line: String) throws {
    let notebook = try trained()
    let plain = notebook.run(line)
    let shown = notebook.run("\(line) path=\"figure.svg\"")
    #expect(shown.hasPrefix(plain) && shown.contains("\nfigure.svg holds the figure: "))
    let svg = try text("figure.svg", notebook)
    let parser = XMLParser(data: Data(svg.utf8))
    #expect(parser.parse(), "\(parser.parserError.debugDescription)")
    #expect(
      svg.contains("@media (prefers-color-scheme:dark)") && svg.contains("fill=\"#ffffff\" class=\"whet-paper-f\""))
    for foreign in ["currentColor", "var(", "light-dark(", "href=\"http", "<foreignObject", "<script"] {
      #expect(!svg.contains(foreign), "\(foreign)")
    }
    #expect(notebook.run("\(line) path=\"figure.svg\"") == shown, "its own file is replaced")
    #expect(try text("figure.svg", notebook) == svg)
  }

  @Test(
    .enabled(if: Drawing.missingLibrary == nil, "librsvg is not installed: apt install librsvg2-2"), arguments: drawers)
  func `a picture is the drawing in twice the pixels`(line: String) throws {
    let notebook = try trained()
    #expect(notebook.run("\(line) path=\"figure.svg\"").contains("figure.svg holds"))
    #expect(notebook.run("\(line) path=\"figure.png\"").contains("\nfigure.png holds the figure: "))
    let file = notebook.folder.appending(path: "figure.png")
    let picture = try Picture(contentsOf: file)
    let head = try text("figure.svg", notebook).prefix { $0 != ">" }
    let width = try #require(head.firstMatch(of: #/width="([0-9.]+)"/#)?.output.1).description
    #expect(abs(Double(picture.width) - 2 * (Double(width) ?? 0)) <= 1)
    let colours = stride(from: 0, to: picture.pixels.count, by: 3).map { (place: Int) -> [UInt8] in
      Array(picture.pixels[place..<place + 3])
    }
    #expect(Set(colours).count > 8)
  }

  @Test func `the numbers of curves are those of the epochs`() throws {
    let notebook = try trained()
    let told = notebook.run("plot hand y=[trainLossMean, validationAccuracy] path=\"hand.csv\"")
    #expect(told.contains("hand.csv holds 3 rows of numbers: "))
    let history = try notebook.network("hand").training.records
    let rows = history.map { "\($0.epoch),\($0.trainLossMean),\(Self.plain(($0.validationAccuracy ?? 0) * 100))" }
    #expect(
      try text("hand.csv", notebook)
        == "epoch,trainLossMean,validationAccuracy %\n" + rows.joined(separator: "\n") + "\n")
  }

  @Test func `several networks have columns under their names`() throws {
    let notebook = try trained()
    notebook.run("network other from=tiny classes=3 seed=1; train other on=pets.train epochs=1")
    notebook.run("plot hand other y=trainLoss path=\"both.csv\"")
    let lines = try text("both.csv", notebook).split(separator: "\n")
    #expect(lines.count == 4 && lines[0] == "epoch,hand.trainLoss,other.trainLoss" && lines[2].hasSuffix(","))
  }

  @Test func `a confusion is told pair by pair`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1 numberOfNeighbors=1; train near on=pets.train")
    notebook.run("confusion near on=pets.test path=\"pairs.csv\"")
    #expect(
      try text("pairs.csv", notebook) == """
        model,true,predicted,count,share %
        near,cat,cat,2,100
        near,cat,dog,0,0
        near,dog,cat,0,0
        near,dog,dog,2,100

        """)
  }

  @Test func `answers and weights are told one by one`() throws {
    let notebook = try trained()
    notebook.run("gallery hand on=pets.test path=\"answers.csv\"; weights hand layer=conv1 path=\"weights.csv\"")
    let answers = try text("answers.csv", notebook).split(separator: "\n")
    #expect(answers[0] == "photo,class,answer,confidence %,loss,correct" && answers.count == 5)
    let weights = try text("weights.csv", notebook).split(separator: "\n")
    let tensor = try #require(try notebook.network("hand").definition.layers.first { $0.name == "conv1" }?.weights)
    #expect(weights[0] == "filter,channel,row,column,weight" && weights.count == tensor.count + 1)
    #expect(weights[1] == "0,0,0,0,\(tensor.values[0])")
    let last = tensor.shape.map { "\($0 - 1)" }.joined(separator: ",")
    #expect(weights.last == "\(last),\(tensor.values[tensor.count - 1])")
  }

  @Test(arguments: [
    Mistake(
      "plot hand path=\"hand\"",
      """
      plot hand path="hand"
                     ^^^^^^ hand does not end in .svg or .png, for a drawing, or .csv, for its numbers.
                            For example: plot hand path="hand.svg"
      """),
    Mistake(
      "plot hand path=\"no/such/hand.svg\"",
      """
      plot hand path="no/such/hand.svg"
                     ^^^^^^^^^^^^^^^^^^ The folder no/such does not exist.
                                        Create it, or give another path.
      """),
    Mistake(
      "plot hand path=\"data/hand.svg\"",
      """
      plot hand path="data/hand.svg"
                     ^^^^^^^^^^^^^^^ data/hand.svg is in the data folder, which is for sample data only.
                                     Name a folder of your own.
      """),
    Mistake(
      "plot hand path=\"folder.csv\"",
      """
      plot hand path="folder.csv"
                     ^^^^^^^^^^^^ folder.csv is not a regular file but a folder. Nothing was changed.
      """),
    Mistake(
      "plot hand path=\"link.svg\" replace=true",
      """
      plot hand path="link.svg" replace=true
                     ^^^^^^^^^^ link.svg is not a regular file but a link. Nothing was changed.
      """),
    Mistake(
      "confusion hand on=pets.test path=\"pipe.svg\" replace=true",
      """
      confusion hand on=pets.test path="pipe.svg" replace=true
                                       ^^^^^^^^^^ pipe.svg is not a regular file but a named pipe. Nothing was changed.
      """),
    Mistake(
      "plot hand replace=true",
      """
      plot hand replace=true
                        ^^^^ replace=true belongs to path=.
                             Leave it out, or name a file: path=…
      """),
    Mistake(
      "weights hand path=\"w.svg\"",
      """
      weights hand path="w.svg"
                        ^^^^^^^ path="w.svg" belongs to one layer.
                                Name it: layer=…
      """),
    Mistake(
      "confusion hand on=pets.test epochs=true path=\"c.svg\"",
      """
      confusion hand on=pets.test epochs=true path="c.svg"
                                                   ^^^^^^^ path="c.svg" belongs to one matrix.
                                                           Leave it out with epochs=true.
      """),
  ])
  func `what cannot be written is told, and nothing changes`(mistake: Mistake) throws {
    let notebook = try trained()
    try notebook.write("kept".utf8, to: "target")
    mkfifo(notebook.folder.appending(path: "pipe.svg").path, 0o600)
    symlink("target", notebook.folder.appending(path: "link.svg").path)
    for folder in ["folder.csv", "data"] {
      try FileManager.default.createDirectory(
        at: notebook.folder.appending(path: folder), withIntermediateDirectories: true)
    }
    notebook.expect(mistake)
    #expect(try text("target", notebook) == "kept")
  }

  private static func plain(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
