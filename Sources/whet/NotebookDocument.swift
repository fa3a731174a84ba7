import Foundation
import JupyterKernel
import JupyterWire

/// A notebook file (nbformat 4), as far as running it needs: the code cells are found, and get new outputs; all else is
/// kept.
struct NotebookDocument {
  /// What is wrong with a file that is no notebook.
  enum Problem: Error {
    case notJSON(JSONError)
    case notANotebook
  }

  private var root: JSONObject
  private var cells: [JSONValue]

  /// Reads a notebook.
  init(bytes: [UInt8]) throws {
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes)
    } catch {
      throw Problem.notJSON(error)
    }
    guard let root = value.objectValue, let cells = root["cells"]?.arrayValue,
      root["nbformat"]?.integerValue == 4
    else { throw Problem.notANotebook }
    self.root = root
    self.cells = cells
  }

  /// The places of the code cells.
  var codeCells: [Int] { cells.indices.filter { cells[$0].objectValue?["cell_type"]?.stringValue == "code" } }

  /// The text of a cell.
  func source(_ index: Int) -> String {
    let source = cells[index].objectValue?["source"]
    return source?.stringValue ?? (source?.arrayValue ?? []).compactMap(\.stringValue).joined()
  }

  /// Puts a cell with parameters behind the one tagged `parameters`, or first.
  mutating func inject(parameters: [(name: String, value: String)]) {
    guard !parameters.isEmpty else { return }
    let lines = parameters.map { "\($0.name) = \($0.value)" }
    let cell = JSONObject([
      ("cell_type", "code"), ("execution_count", nil), ("id", "injected-parameters"),
      ("metadata", .object(JSONObject([("tags", .array(["injected-parameters"]))]))), ("outputs", .array([])),
      ("source", .string((["# Parameters"] + lines).joined(separator: "\n"))),
    ])
    let place = codeCells.first { tags($0).contains("parameters") }.map { $0 + 1 } ?? 0
    cells.insert(.object(cell), at: place)
  }

  /// Gives a cell its outputs and number.
  mutating func setOutputs(_ outputs: [JSONObject], count: Int, of index: Int) {
    guard var cell = cells[index].objectValue else { return }
    cell["outputs"] = .array(outputs.map { .object($0) })
    cell["execution_count"] = .integer(count)
    cells[index] = .object(cell)
  }

  /// The notebook as a file, laid out as Jupyter lays it out.
  func write() throws -> Data {
    var root = root
    root["cells"] = .array(cells)
    let object = try JSONSerialization.jsonObject(with: Data(JSONWriter.write(root)))
    var data = try JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    data.append(UInt8(ascii: "\n"))
    return data
  }

  private func tags(_ index: Int) -> [String] {
    let metadata = cells[index].objectValue?["metadata"]?.objectValue
    return (metadata?["tags"]?.arrayValue ?? []).compactMap(\.stringValue)
  }
}
