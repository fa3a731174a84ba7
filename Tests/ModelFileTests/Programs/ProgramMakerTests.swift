import Foundation
import Networks
import Tensors
import Testing

@testable import ExperimentSupport
@testable import ModelFile

struct ProgramMakerTests {
  private func answers(_ network: NetworkDefinition) throws -> [Float] {
    let count = network.inputs[0].shape.reduce(1, *)
    let x = Tensor(shape: [1] + network.inputs[0].shape, values: (0..<count).map { Float($0 % 29) / 8 })
    return try Network(network).forward([network.inputs[0].name: x])[network.outputs[0]]?.values ?? []
  }

  @Test func `changed weights are written where they lay`() throws {
    let original = try PackageBuilder.classifier().file()
    var network = try original.program.network()
    let index = try #require(network.layers.firstIndex { $0.outputs == ["convolved"] })
    network.layers[index].weights = network.layers[index].weights.map {
      Tensor(shape: $0.shape, values: $0.values.map { $0 * 2 + 0.5 })
    }
    let file = try ProgramMaker.file(of: network, labels: ClassLabels(of: original), from: original)
    #expect(try answers(file.program.network()) == answers(network))
    #expect(file.storage.byteCount == original.storage.byteCount)
    #expect(file.content == original.content && file.description == original.description)
  }

  @Test func `constants that stand in the program itself move to the file of weights`() throws {
    let original = try PackageBuilder.classifier().file()
    var network = try original.program.network()
    let index = try #require(network.layers.firstIndex { $0.outputs == ["scores"] })
    network.layers[index].weights = network.layers[index].weights.map {
      Tensor(shape: $0.shape, values: $0.values.map { 1 - $0 })
    }
    let file = try ProgramMaker.file(of: network, labels: ClassLabels(of: original), from: original)
    #expect(try answers(file.program.network()) == answers(network))
    // Read from its bytes as well.
    let again = try ModelFile(bytes: file.bytes)
    #expect(try answers(again.program.network()) == answers(network))
    #expect(ClassLabels(of: again) == ClassLabels(of: original))
  }

  @Test func `what has not changed stays byte for byte`() throws {
    let original = try PackageBuilder.classifier().file()
    let file = try ProgramMaker.file(
      of: original.program.network(), labels: ClassLabels(of: original), from: original)
    #expect(file == original)
  }

  @Test func `records of weights lie on lines of 64 bytes`() throws {
    var writer = WeightFileWriter(nil)
    let offsets = [writer.add([1, 2, 3], as: .float32), writer.add([4], as: .float16), writer.add([5], as: .float32)]
    #expect(offsets == [64, 192, 320] && writer.bytes.count == 448 && writer.bytes[0] == 3 && writer.bytes[4] == 2)
    writer.replace([6], at: 192)
    let package = ModelPackage(files: ["Data/weights/weight.bin": writer.bytes], modelPath: "Data/model.mlmodel")
    func numbers(_ offset: Int, _ element: ElementType, _ count: Int) throws -> [Float] {
      let record = try WeightFile.record(
        at: UInt64(offset), in: "@model_path/weights/weight.bin", of: package, element: element, count: count)
      return try ProgramConstant(element, shape: [count], packed: record.file.bytes(record.range)).floats
    }
    #expect(
      try numbers(64, .float32, 3) == [1, 2, 3] && numbers(192, .float16, 1) == [6] && numbers(320, .float32, 1) == [5])
  }
}
