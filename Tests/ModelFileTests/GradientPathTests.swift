import Networks
import Tensors
import Testing

@testable import ModelFile

/// Which layers a device's gradient passes, and which a device trains.
struct GradientPathTests {
  /// The types, or functions, of those layers of every kind for which something holds.
  private func names(_ holds: (LayerDefinition, LayerRecord) -> Bool) throws -> Set<String> {
    var names: Set<String> = []
    for layer in LayerKinds.all {
      let record = LayerRecord(try layer.encoded(over: nil, precision: .asStored))
      if holds(layer, record) { names.insert(record.function ?? record.type ?? "") }
    }
    return names
  }

  private static let passing: Set<String> = [
    "convolution", "innerProduct", "pooling", "batchnorm", "flatten", "uniDirectionalLSTM", "ReLU", "tanh", "sigmoid",
  ]
  private static let learning: Set<String> = ["convolution", "innerProduct", "uniDirectionalLSTM"]

  @Test func `the gradient passes these of the layers a file holds, and no others`() throws {
    #expect(try names { $1.passesGradient } == Self.passing)
    #expect(try names { !$1.passesGradient }.isDisjoint(with: Self.passing))
  }

  @Test func `these can be trained, and no others`() throws {
    #expect(try names { $1.canBeUpdatable } == Self.learning)
    #expect(try names { !$1.canBeUpdatable }.isDisjoint(with: Self.learning))
  }

  @Test(arguments: LayerKinds.all)
  func `a layer of a network is told as the one in its file`(layer: LayerDefinition) throws {
    let record = LayerRecord(try layer.encoded(over: nil, precision: .asStored))
    #expect(layer.kind.passesGradientOnDevice == record.passesGradient)
    #expect(layer.kind.canBeUpdatable == record.canBeUpdatable)
  }

  @Test func `a dropout stops nothing and learns nothing`() {
    #expect(LayerKind.dropout(probability: 0.5).passesGradientOnDevice)
    #expect(!LayerKind.dropout(probability: 0.5).canBeUpdatable)
  }

  @Test(arguments: [500, 600, 880, 1465]) func `types that only a file has stop it`(type: Int) {
    let record = LayerRecord(Builders.layer("l", ["x"], ["y"], type: type, WireMessage()))
    #expect(!record.passesGradient && !record.canBeUpdatable)
  }

  @Test func `a layer whose numbers cannot be read passes it all the same`() {
    let record = LayerRecord(Builders.layer("l", ["x"], ["y"], type: 100, WireMessage()))
    #expect(throws: ModelFileError.self) { try record.definition() }
    #expect(record.passesGradient && record.canBeUpdatable)
  }

  @Test func `an activation without a function, and a layer without a type, stop it`() {
    #expect(!LayerRecord(Builders.layer("l", ["x"], ["y"], type: 130, WireMessage())).passesGradient)
    #expect(!LayerRecord(WireMessage()).passesGradient)
  }
}
