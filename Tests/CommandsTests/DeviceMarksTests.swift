import Foundation
import ModelFile
import Networks
import Testing

@testable import Commands
@testable import Experiments

/// What a file marks as updatable, and what learns here.
struct DeviceMarksTests {
  private func updatable(_ notebook: Notebook, _ path: String) throws -> [String] {
    let file = try ModelFile(contentsOf: notebook.folder.appending(path: path))
    #expect(file.check().findings == [])
    return file.layers.filter(\.isUpdatable).map(\.name)
  }

  @Test func `layers whose gradient stops are not marked, and learn here all the same once loaded`() throws {
    let notebook = try Notebook(data: nil)
    notebook.run(
      """
      network x input=[4] seed=1 {
        innerProduct 4 name=low
        innerProduct 4 name=middle updatable=false
        leakyRelu
        innerProduct 4 name=high activation=relu
        innerProduct 2 name=top
        softmax
      }
      save x path="x.mlmodel"
      load y "x.mlmodel"
      """)
    #expect(try updatable(notebook, "x.mlmodel") == ["high", "top"])
    #expect(try notebook.network("y").definition == notebook.network("x").definition)
    // What changes afterwards is what is saved then.
    notebook.run("update y layers=[high]; save y path=\"y.mlmodel\"; load z \"y.mlmodel\"")
    #expect(try updatable(notebook, "y.mlmodel") == ["high"])
    #expect(try notebook.network("z").definition.layers.filter(\.isUpdatable).map(\.name) == ["high"])
  }

  @Test func `a dropout stops nothing`() throws {
    let notebook = try Notebook(data: nil)
    notebook.run(
      "network x input=[4] seed=1 { innerProduct 3 name=low; dropout 0.5; softmax }; save x path=\"x.mlmodel\"")
    #expect(try updatable(notebook, "x.mlmodel") == ["low"])
  }

  @Test func `where both ways lead to the loss, the one that stops counts`() throws {
    let notebook = try Notebook(data: nil)
    notebook.run(
      """
      network x input=[4] seed=1 {
        innerProduct 4 name=low
        elu name=bent
        add from=[low, bent]
        innerProduct 2 name=top
        softmax
      }
      save x path="x.mlmodel"
      """)
    #expect(try updatable(notebook, "x.mlmodel") == ["top"])
  }

  @Test func `a network of which a device can train nothing says so`() throws {
    let mistake = Mistake(
      "save x path=\"x.mlmodel\"",
      """
      save x path="x.mlmodel"
                  ^^^^^^^^^^^ x.mlmodel cannot be written as a Core ML file: no layer of it is updatable; add updatable=false.
      """)
    let notebook = try Notebook(data: nil)
    notebook.run("network x input=[4] seed=1 { innerProduct 2; elu; softmax }")
    notebook.expect(mistake)
    notebook.run("save x path=\"x.mlmodel\" updatable=false")
    #expect(try updatable(notebook, "x.mlmodel") == [])
  }
}
