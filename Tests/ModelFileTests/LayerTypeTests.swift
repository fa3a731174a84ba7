import Networks
import Testing

@testable import ModelFile

/// A type has one name, whether a layer is looked at in a network or in a file.
struct LayerTypeTests {
  @Test(arguments: LayerKinds.all)
  func `a layer of a network is called as the one in its file`(layer: LayerDefinition) throws {
    let record = LayerRecord(try layer.encoded(over: nil, precision: .asStored))
    #expect(layer.kind.label == record.type)
    guard case .activation(let function) = layer.kind else {
      #expect(record.function == nil)
      return
    }
    #expect(function.formatName == record.function)
  }

  @Test func `names and numbers lead to each other`() throws {
    for layer in LayerKinds.all {
      let number = try #require(layer.kind.typeNumber)
      #expect(LayerType.number(layer.kind.label) == number)
      #expect(LayerType.name(number) == layer.kind.label)
    }
    #expect(LayerType.name(999) == nil)
    #expect(LayerType.number("convolutions") == nil)
  }

  @Test func `every layer type lies behind what all layers have`() {
    #expect(!LayerType.isType(10) && LayerType.isType(100) && LayerType.isType(9999))
  }
}
