import CSketch
import ModelFile
import Networks
import Sketching
import Testing

/// The file that is part of the program.
struct SketchModelTests {
  @Test func `it has at most a megabyte, and Core ML accepts it`() throws {
    #expect(SketchModel.bytes.count <= 1_000_000)
    #expect(SketchModel.bytes.count == whet_sketch_length())
    #expect(try SketchModel.file().check().isAccepted)
  }

  @Test func `it reads pictures of 96 by 96 and finds 256 features in them`() throws {
    let network = try SketchModel.file().network()
    #expect(network.inputs.map(\.shape) == [[3, 96, 96]])
    #expect(try network.shapes()[SketchModel.featureLayer] == [256, 1, 1])
    #expect(network.layers.last?.kind == .softmax)
  }
}
