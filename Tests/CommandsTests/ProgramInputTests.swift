import Foundation
import Networks
import Tensors
import Testing

@testable import Commands
@testable import ExperimentSupport
@testable import Experiments
@testable import ModelFile

/// Programs that read several arrays, and programs that read images as an array.
struct ProgramInputTests {
  private func type(_ shape: [Int]) -> WireMessage { PackageBuilder.tensorType(.float32, shape) }

  /// x − 2 · y of two arrays of three numbers: its last operation reads both.
  private var difference: PackageBuilder {
    var builder = PackageBuilder()
    builder.inputs = [("x", [1, 3]), ("y", [1, 3])]
    builder.outputs = ["difference"]
    let two = PackageBuilder.value(.float32, [], 1) { $0[repeated: 1].floats = [2] }
    builder.add("mul", [("x", .name("y")), ("y", .value(two))], "doubled", type([1, 3]))
    builder.add("sub", [("x", .name("x")), ("y", .name("doubled"))], "difference", type([1, 3]))
    return builder
  }

  /// The means of the channels of an array [1, 3, 8, 8], or [3, 8, 8].
  private func means(rank: Int, _ element: ElementType = .float32) -> PackageBuilder {
    let shape = (rank == 4 ? [1] : []) + [3, 8, 8]
    var builder = PackageBuilder()
    builder.inputs = [("pixels", shape)]
    builder.inputTypes = ["pixels": PackageBuilder.tensorType(element, shape)]
    builder.outputs = ["means"]
    let axes = PackageBuilder.integers([rank - 2, rank - 1])
    let made = PackageBuilder.tensorType(element, Array(shape.dropLast(2)))
    builder.add(
      "reduce_mean",
      [("x", .name("pixels")), ("axes", .value(axes)), ("keep_dims", .value(PackageBuilder.truth(false)))], "means",
      made)
    return builder
  }

  private func notebook(_ builder: PackageBuilder) throws -> Notebook {
    let notebook = try Notebook(data: nil, isRemembering: true)
    try PackageBuilder.write(builder.files, to: notebook.folder.appending(path: "eyes.mlpackage"))
    return notebook
  }

  @Test func `several arrays are filled from one row, one after the other`() throws {
    let notebook = try notebook(difference)
    notebook.run("load eyes \"eyes.mlpackage\"")
    let told = notebook.run("predict eyes values=[10, 20, 30, 1, 2, 3]")
    #expect(told.contains("8") && told.contains("16") && told.contains("24"), "\(told)")
    let network = try notebook.network("eyes").definition
    #expect(network.inputs.map(\.shape) == [[6]])
    let x = Tensor(shape: [1, 6], values: [10, 20, 30, 1, 2, 3])
    #expect(try Network(network).forward([network.inputs[0].name: x])[network.outputs[0]]?.values == [8, 16, 24])
    // Fed apart they give the same.
    let apart = try difference.file().network()
    let inputs = ["x": Tensor(shape: [1, 3], values: [10, 20, 30]), "y": Tensor(shape: [1, 3], values: [1, 2, 3])]
    #expect(try Network(apart).forward(inputs)[apart.outputs[0]]?.values == [8, 16, 24])
    // Saved, it is the program it was.
    notebook.run("save eyes path=\"copy.mlpackage\"; load copy \"copy.mlpackage\"")
    #expect(try notebook.network("copy").definition == network)
  }

  @Test func `a table's rows become features of several arrays, and k-NN takes them`() throws {
    let notebook = try notebook(difference)
    let rows = (0..<12).map { "\($0),\($0 * 2),1,0,\($0 % 3),2,\($0 < 6 ? "a" : "b")" }
    try notebook.write(Data(("a,b,c,d,e,f,class\n" + rows.joined(separator: "\n") + "\n").utf8), to: "rows.csv")
    notebook.run("dataset rows csv=\"rows.csv\" target=class; load eyes \"eyes.mlpackage\"")
    #expect(notebook.run("knn near features=eyes.doubled").contains("near"))
    #expect(notebook.run("train near on=rows.train; evaluate near on=rows.test").contains("%"))
  }

  @Test(arguments: [(4, ElementType.float32), (3, .float32), (4, .float16), (3, .float16)])
  func `an array of pixels takes photos once their scale is said`(_ input: (rank: Int, element: ElementType)) throws {
    let notebook = try notebook(means(rank: input.rank, input.element))
    try notebook.photo("one.png", red: 200, green: 100, blue: 40, side: 8)
    notebook.run("load eyes \"eyes.mlpackage\"")
    #expect(notebook.fail("predict eyes image=\"one.png\"").contains("eyes"))
    notebook.run("load seeing \"eyes.mlpackage\" scale=1/100 mean=[1, 0, -1] std=[1, 2, 1]")
    let told = notebook.run("predict seeing image=\"one.png\"")
    #expect(told.contains("1.4"), "\(told)")
    let network = try notebook.network("seeing").definition
    let picture = Tensor(shape: [1, 3, 8, 8], values: [200, 100, 40].flatMap { [Float](repeating: $0, count: 64) })
    let made = try #require(try Network(network).forward([network.inputs[0].name: picture])[network.outputs[0]]?.values)
    for (value, wanted) in zip(made, [1, 0.5, 1.4] as [Float]) { #expect(abs(value - wanted) < 2e-3) }
    // The scale goes with the saved program.
    notebook.run("save seeing path=\"seeing.mlpackage\"; load again \"seeing.mlpackage\"")
    #expect(try notebook.network("again").definition == network)
    #expect(notebook.run("describe again").contains("pixels 8×8 RGB"))
    #expect(notebook.fail("load other \"eyes.mlpackage\" mean=[1, 2]").contains("mean=[1.0, 2.0] is not possible"))
    #expect(notebook.fail("load other \"seeing.mlpackage\" scale=2").contains("not an array"))
  }
}
