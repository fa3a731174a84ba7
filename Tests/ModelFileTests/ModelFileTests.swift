import ExperimentSupport
import Foundation
import Testing

@testable import ModelFile

@Suite struct ModelFileTests {
  @Test(arguments: SharedModels.paths)
  func `every model file is written back byte for byte`(path: String) throws {
    let model = try SharedModels.model(path)
    #expect(try model.bytes == SharedModels.bytes(path))
  }

  @Test func `these are all the model files there are`() throws {
    guard SharedModels.areThere else {
      #expect(SharedModels.paths.count == 29 + BrokenModel.all.count)
      return
    }
    #expect(SharedModels.paths.count == 292)
    #expect(SharedModels.paths.count { $0.hasPrefix("fixtures/invalid/") } == 96)
    #expect(SharedModels.paths.count { $0.hasPrefix("models/") } == 3)
  }

  @Test(arguments: [
    [], [0x08], Array("just a text, no model".utf8), Array("{\"json\": 1}".utf8), [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10],
    [0x50, 0x4B, 0x03, 0x04, 0x14, 0x00], [0x08, 0x04], [UInt8](repeating: 0, count: 100),
  ])
  func `bytes that are no model are told from a broken one`(bytes: [UInt8]) {
    #expect(throws: ModelFileError.notAModel(byteCount: bytes.count)) { _ = try ModelFile(bytes: bytes) }
  }

  @Test func `a truncated model names field, layer and offset`() throws {
    let model = try Builders.network(of: Builders.layer("conv9", ["x"], ["y"], type: 175))
    let bytes = model.bytes
    let whole = #expect(throws: ModelFileError.self) { _ = try ModelFile(bytes: Array(bytes.dropLast(1))) }
    // The network is the last field; 1 byte of it is missing, and it begins where its tag lies.
    let start = bytes.count - model.content.bytes.count - 3
    #expect(whole == .malformed(.truncated(missing: 1), field: "", layer: nil, offset: start))
  }

  @Test func `a fault inside a layer names the layer`() throws {
    var broken = Builders.layer("conv9", ["x"], ["y"], type: 100)
    broken.set(100, message: WireMessage([0x08, 0x01, 0xD2, 0x05, 0x03, 0x0A, 0x05, 0x00]))
    let model = Builders.message { model in
      model.set(1, 4)
      model.set(
        500,
        message: Builders.message {
          $0[repeated: 1].messages = [Builders.layer("first", ["x"], ["y"], type: 175), broken]
        })
    }
    let fault = #expect(throws: ModelFileError.self) { _ = try ModelFile(bytes: Array(model.bytes)) }
    #expect(
      fault
        == .malformed(
          .truncated(missing: 4), field: "neuralNetwork.layers[1].convolution.weights", layer: "conv9",
          offset: model.bytes.count - 3))
  }

  @Test(arguments: [
    (100, WireValue.bytes([0xFF, 0xFE]), WireError.Kind.notText, "description.metadata.userDefined.key"),
    (3, .bytes([0xC3]), .notText, "description.metadata.author"),
  ])
  func `texts that are not UTF-8 are named`(
    number: Int, value: WireValue, kind: WireError.Kind, field: String
  ) throws {
    let metadata = Builders.message { metadata in
      if number == 100 {
        metadata.set(100, message: Builders.message { $0.replace(1, with: [value]) })
      } else {
        metadata.replace(number, with: [value])
      }
    }
    let model = Builders.message {
      $0.set(1, 1)
      $0.set(2, message: Builders.message { $0.set(100, message: metadata) })
    }
    guard
      case .malformed(kind, field, nil, _)? = #expect(
        throws: ModelFileError.self,
        performing: {
          _ = try ModelFile(bytes: Array(model.bytes))
        })
    else {
      Issue.record("another fact")
      return
    }
  }

  @Test func `more layers than any model has are refused before memory is asked for them`() throws {
    let layers = (0...WireMessage.mostRepeated).flatMap { _ in [0x0A, 0x00] as [UInt8] }
    let wire = Builders.message {
      $0.set(1, 1)
      $0.set(500, message: WireMessage(layers[...]))
    }
    guard
      case .malformed(.tooMany, "neuralNetwork.layers", nil, _)? = #expect(
        throws: ModelFileError.self, performing: { _ = try ModelFile(bytes: Array(wire.bytes)) })
    else {
      Issue.record("another fact")
      return
    }
    let fewer = Builders.message {
      $0.set(1, 1)
      $0.set(500, message: WireMessage(layers.dropLast(2)))
    }
    #expect(try ModelFile(bytes: Array(fewer.bytes)).bytes == Array(fewer.bytes))
  }

  @Test func `lists that end within a number are named`() throws {
    let layer = Builders.layer("l", ["x"], ["y"], type: 140)
    for (number, value) in [(1, [0, 0, 0x80]), (40, nil)] as [(Int, [UInt8]?)] {
      var weights = WireMessage()
      if let value {
        weights.replace(number, with: [.bytes(value[...])])
      } else {
        let table = Builders.message { $0.replace(1, with: [.bytes([1, 2, 3, 4, 5])]) }
        weights.set(40, message: Builders.message { $0.set(102, message: table) })
      }
      var broken = layer
      broken.set(140, message: Builders.message { $0.set(20, message: weights) })
      let path = value == nil ? "weights.quantization.lookupTableQuantization.floatValue" : "weights.floatValue"
      let fault = #expect(throws: ModelFileError.self) { _ = try Builders.network(of: broken) }
      guard case .malformed(.brokenList, "neuralNetwork.layers.innerProduct.\(path)", "l", _)? = fault else {
        Issue.record("\(String(describing: fault))")
        return
      }
    }
  }

  @Test func `pipelines in pipelines are read to a hundred levels and no deeper`() throws {
    func nested(_ levels: Int) -> [UInt8] {
      var model = Builders.message {
        $0.set(1, 4); $0.set(2, message: WireMessage())
      }
      for _ in 0..<levels {
        let inner = model
        model = Builders.message {
          $0.set(1, 4)
          $0.set(202, message: Builders.message { $0[repeated: 1].messages = [inner] })
        }
      }
      return Array(model.bytes)
    }
    #expect(try ModelFile(bytes: nested(49)).kind == .pipeline)
    let fault = #expect(throws: ModelFileError.self) { _ = try ModelFile(bytes: nested(2000)) }
    guard case .malformed(.tooDeep, _, nil, _)? = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
  }

  @Test(arguments: [
    (200, ModelKind.pipelineClassifier), (201, .pipelineRegressor), (202, .pipeline), (303, .neuralNetworkRegressor),
    (403, .neuralNetworkClassifier), (404, .nearestNeighborsClassifier), (500, .neuralNetwork),
    (302, .other("treeEnsembleRegressor")), (502, .mlProgram), (900, .other("identity")),
    (3000, .other("serializedModel")), (4711, .other("4711")),
  ])
  func `every kind is recognised`(number: Int, kind: ModelKind) throws {
    let wire = Builders.message {
      $0.set(1, 1)
      $0.set(number, message: WireMessage())
    }
    let model = try ModelFile(bytes: Array(wire.bytes))
    #expect(model.kind == kind)
    #expect(model.bytes == Array(wire.bytes))
    if kind == .mlProgram {
      #expect { _ = try model.network() } throws: { error in
        if case .program? = error as? ModelFileError { true } else { false }
      }
    } else if !kind.isNetwork {
      #expect(
        throws: ModelFileError.wrongKind(
          kind, wanted: [.neuralNetwork, .neuralNetworkClassifier, .neuralNetworkRegressor])
      ) { _ = try model.network() }
    }
    #expect(kind.formatName != "")
  }

  @Test func `a newer field beside the kind does not hide it`() throws {
    let wire = Builders.message {
      $0.set(1, 1)
      $0.set(500, message: WireMessage())
      $0.set(4711, message: WireMessage())
    }
    #expect(try ModelFile(bytes: Array(wire.bytes)).kind == .neuralNetwork)
  }

  @Test func `of two kinds the last one counts`() throws {
    let wire = Builders.message {
      $0.set(1, 1)
      $0.set(500, message: WireMessage())
      $0.bytes += [0xA2, 0x19, 0x00]
    }
    #expect(wire.oneOf([404, 500])?.number == 404)
    #expect(try ModelFile(bytes: Array(wire.bytes)).kind == .nearestNeighborsClassifier)
  }

  @Test func `changing one fact leaves every other byte`() throws {
    var wire = try Builders.network(of: Builders.layer("l", ["x"], ["y"], type: 175)).wire
    wire.set(7, "unknown")
    wire.bytes += [0xF8, 0x7F, 0x05]
    var model = try ModelFile(bytes: Array(wire.bytes))
    var description = model.description
    description.metadata.author = "someone"
    model.description = description
    #expect(model.wire.text(7) == "unknown")
    #expect(model.wire.bytes.suffix(3) == [0xF8, 0x7F, 0x05])
    #expect(model.content == ModelFile(wire).content)
    description.metadata.author = ""
    model.description = description
    model.wire.set(2, message: ModelFile(wire).wire.message(2))
    #expect(model.wire == wire)
  }
}
