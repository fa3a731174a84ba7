import JupyterWire
import Testing

@testable import JupyterKernel

/// What is kept of the outputs of cells, and within which room.
@Suite struct SessionOutputsTests {
  private let first = CellRun(cell: "a", request: "1", sender: "page")
  private let second = CellRun(cell: "b", request: "2", sender: "page")

  private func texts(_ cell: JSONObject) -> [String] {
    (cell["outputs"]?.arrayValue ?? []).compactMap { output in
      let output = output.objectValue ?? [:]
      return output["text"]?.stringValue ?? output["data"]?.objectValue?["text/plain"]?.stringValue
        ?? output["evalue"]?.stringValue
    }
  }

  private func bundle(_ text: String) -> MIMEBundle { MIMEBundle(plainText: text) }

  @Test func `a cell's outputs are kept as nbformat has them, figures in their last state`() throws {
    let outputs = SessionOutputs()
    outputs.begin(first, source: "train", number: 4)
    outputs.take(.stream(.stdout, "one "), of: first)
    outputs.take(.stream(.stdout, "two"), of: first)
    outputs.take(.display(bundle("epoch 1"), id: "figure"), of: first)
    outputs.take(.updateDisplay(bundle("epoch 2"), id: "figure"), of: first)
    outputs.take(CellFailure(name: "Mistake", value: "wrong", traceback: ["wrong"]), of: first)
    var cell = try #require(outputs.cells(since: 0).cells.first)
    #expect(texts(cell) == ["one two", "epoch 2", "wrong"])
    #expect(cell["cell"] == "a" && cell["count"] == 4 && cell["sender"] == "page" && cell["isRunning"] == true)
    let kinds = cell["outputs"]?.arrayValue?.compactMap { $0.objectValue?["output_type"]?.stringValue }
    #expect(kinds == ["stream", "display_data", "error"])
    #expect(cell["outputs"]?.arrayValue?[1].objectValue?["display"] == "figure")
    outputs.end(first)
    outputs.take(.updateDisplay(bundle("epoch 3"), id: "figure"), of: first)
    cell = try #require(outputs.cells(since: 0).cells.first)
    #expect(cell["isRunning"] == false && texts(cell)[1] == "epoch 3")
  }

  @Test func `only cells that have changed are told, the one changed last at the end`() {
    let outputs = SessionOutputs()
    outputs.begin(first, source: "", number: 1)
    outputs.begin(second, source: "", number: 2)
    let (cells, change) = outputs.cells(since: 0)
    #expect(cells.map { $0["cell"] } == ["a", "b"])
    #expect(outputs.cells(since: change).cells.isEmpty)
    outputs.take(.stream(.stderr, "late"), of: first)
    #expect(outputs.cells(since: change).cells.map { $0["cell"] } == ["a"])
    #expect(outputs.cells(since: 0).cells.map { $0["cell"] } == ["b", "a"])
  }

  @Test func `a cell that runs again forgets what it showed, and what its earlier run still shows`() throws {
    let outputs = SessionOutputs()
    outputs.begin(first, source: "", number: 1)
    outputs.take(.display(bundle("old"), id: "old"), of: first)
    let again = CellRun(cell: "a", request: "3", sender: "other page")
    outputs.begin(again, source: "", number: 2)
    outputs.take(.updateDisplay(bundle("older"), id: "old"), of: first)
    outputs.take(.result(bundle("new")), of: again)
    let cells = outputs.cells(since: 0).cells
    #expect(cells.count == 1 && texts(cells[0]) == ["new"] && cells[0]["sender"] == "other page")
  }

  @Test func `a figure may be updated by another cell than its own`() {
    let outputs = SessionOutputs()
    outputs.begin(first, source: "", number: 1)
    outputs.take(.display(bundle("1"), id: "figure"), of: first)
    outputs.begin(second, source: "", number: 2)
    outputs.take(.updateDisplay(bundle("2"), id: "figure"), of: second)
    #expect(outputs.cells(since: 0).cells.map(texts) == [[], ["2"]])
  }

  @Test func `outputs are cleared at once, or when the next one comes`() throws {
    let outputs = SessionOutputs()
    outputs.begin(first, source: "", number: 1)
    outputs.take(.stream(.stdout, "gone"), of: first)
    outputs.take(.clear(wait: true), of: first)
    #expect(texts(outputs.cells(since: 0).cells[0]) == ["gone"])
    outputs.take(.stream(.stdout, "new"), of: first)
    #expect(texts(outputs.cells(since: 0).cells[0]) == ["new"])
    outputs.take(.clear(wait: false), of: first)
    #expect(texts(outputs.cells(since: 0).cells[0]) == [])
  }

  @Test func `cells without an identifier, or with an endless one, are not kept`() {
    let outputs = SessionOutputs()
    for cell in [nil, "", String(repeating: "a", count: 10_000)] {
      let run = CellRun(cell: cell, request: "9", sender: "page")
      outputs.begin(run, source: "", number: 1)
      outputs.take(.stream(.stdout, "text"), of: run)
      outputs.end(run)
    }
    #expect(outputs.cells(since: 0).cells.isEmpty && outputs.bytes == 0)
  }

  @Test func `the cells changed last are kept within the room of all`() {
    let outputs = SessionOutputs(room: 100_000)
    let text = String(repeating: "x", count: 30_000)
    for number in 0..<100 {
      let run = CellRun(cell: "\(number)", request: "\(number)", sender: "page")
      outputs.begin(run, source: "", number: number)
      outputs.take(.stream(.stdout, text), of: run)
      #expect(outputs.bytes <= 100_000)
    }
    #expect(outputs.cells(since: 0).cells.map { $0["cell"] } == ["97", "98", "99"])
  }

  @Test func `of a cell that shows too much the newest is kept, and that it is not all`() {
    let outputs = SessionOutputs(room: 100_000, roomOfCell: 10_000)
    outputs.begin(first, source: "", number: 1)
    outputs.take(.display(bundle("first"), id: "figure"), of: first)
    for _ in 0..<1000 { outputs.take(.stream(.stdout, String(repeating: "x", count: 1000)), of: first) }
    #expect(outputs.bytes <= 11_000)
    outputs.take(.updateDisplay(bundle("last"), id: "figure"), of: first)
    let cell = outputs.cells(since: 0).cells[0]
    #expect(cell["isPartial"] == true && texts(cell).last == "last")
  }

  @Test func `what a user has removed is forgotten, but not of a cell that runs`() {
    let outputs = SessionOutputs()
    outputs.begin(first, source: "", number: 1)
    outputs.begin(second, source: "", number: 2)
    outputs.end(second)
    outputs.forget(["a", "b", "c"])
    #expect(outputs.cells(since: 0).cells.map { $0["cell"] } == ["a"])
  }
}
