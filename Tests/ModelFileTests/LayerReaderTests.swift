import Networks
import Tensors
import Testing

@testable import ModelFile

@Suite struct LayerReaderTests {
  /// A layer that is wrong in one way: its type, what its content has beyond the sound one, and the fact.
  struct Bad: Sendable, CustomTestStringConvertible {
    let type: Int
    let edit: @Sendable (inout WireMessage) -> Void
    let problem: LayerProblem
    var testDescription: String { "\(type): \(problem)" }

    init(_ type: Int, _ problem: LayerProblem, _ edit: @escaping @Sendable (inout WireMessage) -> Void) {
      self.type = type
      self.edit = edit
      self.problem = problem
    }
  }

  private static func sound(_ type: Int) -> WireMessage {
    Builders.message {
      switch type {
      case 100:
        $0.set(1, 2)
        $0.set(2, 3)
        $0.set(50, message: WireMessage())
        $0.set(90, message: WeightParameters.float32([Float](repeating: 1, count: 54)))
      case 120: $0.set(30, message: WireMessage())
      case 140:
        $0.set(1, 60)
        $0.set(2, 1)
        $0.set(20, message: WeightParameters.float32([Float](repeating: 1, count: 60)))
      case 160:
        $0.set(1, 3)
        $0.set(17, message: WeightParameters.float32([1, 2, 3]))
        $0.set(18, message: WeightParameters.float32([1, 2, 3]))
      case 180: $0.set(3, 5)
      case 200: $0.set(2, message: WireMessage())
      case 250, 290:
        $0[repeated: 1].integers = [1, 1, 2]
        $0.set(2, message: WeightParameters.float32([1, 2]))
      case 300: $0[repeated: 1].integers = [3, 5, 4]
      case 310: $0[repeated: 1].integers = [0, 1, 2, 3]
      case 330: $0.set(1, 1)
      case 350: $0.set(3, 1)
      default: break
      }
    }
  }

  @Test(arguments: [100, 120, 140, 160, 180, 200, 250, 300, 310, 330, 350])
  func `the layers that the next test breaks are sound`(type: Int) throws {
    let model = try Builders.network(of: Builders.layer("l", ["x"], ["y"], type: type, LayerReaderTests.sound(type)))
    _ = try model.network()
  }

  static let bad: [Bad] = [
    Bad(100, .size(field: "outputChannels", value: 0)) { $0.set(1, 0) },
    Bad(100, .size(field: "outputChannels", value: .max)) { $0.set(1, -1) },
    Bad(100, .size(field: "kernelChannels", value: 1 << 40)) { $0.set(2, 1 << 40) },
    Bad(100, .groups(channels: 2, groups: 3)) { $0.set(10, 3) },
    Bad(100, .listLength(field: "kernelSize", allowed: [0, 2], actual: 3)) { $0[repeated: 20].integers = [1, 1, 1] },
    Bad(100, .size(field: "kernelSize", value: 0)) { $0[repeated: 20].integers = [1, 0] },
    Bad(100, .size(field: "stride", value: 0)) { $0[repeated: 30].integers = [0, 1] },
    Bad(100, .size(field: "dilationFactor", value: .max)) { $0[repeated: 40].integers = [1, -1] },
    Bad(100, .noPaddingKind) { $0.remove(50) },
    Bad(100, .choice(field: "asymmetryMode", value: 2)) {
      $0.set(51, message: Builders.message { $0.set(1, 2) })
    },
    Bad(100, .listLength(field: "borderAmounts", allowed: [0, 2], actual: 1)) {
      let borders = Builders.message { $0[repeated: 10].messages = [.pair(1, 1)] }
      $0.set(50, message: Builders.message { $0.set(1, message: borders) })
    },
    Bad(100, .size(field: "startEdgeSize", value: .max)) {
      let borders = Builders.message { $0[repeated: 10].messages = [.pair(-1, 1), .pair(1, 1)] }
      $0.set(50, message: Builders.message { $0.set(1, message: borders) })
    },
    Bad(100, .weights(field: "weights", .missing)) { $0.remove(90) },
    Bad(100, .weights(field: "weights", .count(expected: 54, actual: 1))) {
      $0.set(90, message: WeightParameters.float32([1]))
    },
    Bad(100, .weights(field: "weights", .count(expected: 1 << 32, actual: 54))) {
      $0.set(1, 1 << 14)
      $0.set(2, 1 << 14)
      $0[repeated: 20].integers = [4, 4]
    },
    Bad(100, .size(field: "weights", value: .max)) { $0[repeated: 20].integers = [1 << 30, 1 << 31 - 1] },
    Bad(100, .weights(field: "bias", .missing)) { $0.set(70, true) },
    Bad(120, .noPaddingKind) { $0.remove(30) },
    Bad(120, .choice(field: "type", value: 3)) { $0.set(1, 3) },
    Bad(120, .size(field: "kernelSize", value: 0)) { $0[repeated: 10].integers = [0, 0] },
    Bad(120, .listLength(field: "paddingAmounts", allowed: [0, 2], actual: 1)) {
      $0.set(oneOf: [30, 31, 32], 32, message: Builders.message { $0[repeated: 10].integers = [1] })
    },
    Bad(130, .noType) { _ in },
    Bad(130, .weights(field: "alpha", .missing)) { $0.set(25, message: WireMessage()) },
    Bad(130, .weights(field: "alpha", .uncountable)) {
      $0.set(
        25, message: Builders.message { $0.set(1, message: WeightParameters.lookupTable([1, 2], bits: 3)) })
    },
    Bad(140, .size(field: "inputChannels", value: 0)) { $0.set(1, 0) },
    Bad(140, .weights(field: "weights", .count(expected: 61, actual: 60))) { $0.set(1, 61) },
    Bad(160, .weights(field: "mean", .missing)) { $0.remove(17) },
    Bad(160, .weights(field: "variance", .count(expected: 3, actual: 1))) {
      $0.set(18, message: WeightParameters.float32([1]))
    },
    Bad(180, .size(field: "localSize", value: 0)) { $0.set(3, 0) },
    Bad(200, .noPaddingKind) { $0.remove(2) },
    Bad(210, .choice(field: "mode", value: 2)) { $0.set(5, 2) },
    Bad(210, .choice(field: "linearUpsampleMode", value: 3)) { $0.set(6, 3) },
    Bad(210, .listLength(field: "fractionalScalingFactor", allowed: [0, 2], actual: 1)) {
      $0[repeated: 7].floats = [1.5]
    },
    Bad(220, .choice(field: "type", value: 8)) { $0.set(1, 8) },
    Bad(250, .listLength(field: "shape", allowed: [1, 3], actual: 2)) { $0[repeated: 1].integers = [1, 2] },
    Bad(280, .choice(field: "mode", value: 10)) { $0.set(1, 10) },
    Bad(280, .choice(field: "axis", value: -1)) { $0.set(3, -1) },
    Bad(290, .tensorCount(field: "input", allowed: 0...0, actual: 1)) { _ in },
    Bad(300, .listLength(field: "targetShape", allowed: [3, 4], actual: 2)) { $0[repeated: 1].integers = [12, 5] },
    Bad(300, .size(field: "targetShape", value: -1)) { $0[repeated: 1].integers = [3, -1, 4] },
    Bad(301, .choice(field: "mode", value: 2)) { $0.set(1, 2) },
    Bad(310, .listLength(field: "axis", allowed: [4], actual: 3)) { $0[repeated: 1].integers = [0, 1, 2] },
    Bad(310, .choice(field: "axis", value: 1)) { $0[repeated: 1].integers = [0, 1, 1, 3] },
    Bad(310, .choice(field: "axis", value: 4)) { $0[repeated: 1].integers = [0, 1, 2, 4] },
    Bad(340, .size(field: "nRepetitions", value: Int(Int32.max) + 1)) { $0.set(1, Int(Int32.max) + 1) },
    Bad(345, .size(field: "blockSize", value: 0)) { _ in },
    Bad(211, .choice(field: "samplingMethod", value: 4)) {
      $0.set(2, message: Builders.message { $0.set(1, 4) })
    },
    Bad(211, .listLength(field: "targetSize", allowed: [0, 2], actual: 1)) { $0[repeated: 1].integers = [3] },
    Bad(400, .listLength(field: "activation", allowed: [1], actual: 0)) {
      $0.set(1, 2)
      $0.set(2, 3)
    },
    Bad(400, .size(field: "inputVectorSize", value: 0)) { _ in },
    Bad(420, .listLength(field: "weightParams", allowed: [1], actual: 0)) {
      $0.set(1, 2)
      $0.set(2, 3)
      $0[repeated: 10].messages = (0..<3).map { _ in Builders.message { $0.set(40, message: WireMessage()) } }
    },
    Bad(330, .tensorCount(field: "output", allowed: 2...2, actual: 1)) { $0.set(1, 2) },
    Bad(350, .size(field: "stride", value: 0)) { $0.set(3, 0) },
    Bad(350, .size(field: "startIndex", value: Int.min)) { $0.set(1, Int.min) },
    Bad(350, .choice(field: "axis", value: 3)) { $0.set(4, 3) },
  ]

  @Test(arguments: bad)
  func `a layer that contradicts itself is named with what is wrong`(bad: Bad) throws {
    var content = LayerReaderTests.sound(bad.type)
    bad.edit(&content)
    let model = try Builders.network(of: Builders.layer("l", ["x"], ["y"], type: bad.type, content))
    let name = LayerName(name: "l", type: LayerType.name(bad.type))
    #expect(throws: ModelFileError.layer(name, bad.problem)) { _ = try model.network() }
  }

  @Test func `a layer reads and makes as many tensors as its type does`() throws {
    for (inputs, outputs, problem) in [
      (["x", "x"], ["y"], LayerProblem.tensorCount(field: "input", allowed: 1...1, actual: 2)),
      ([], ["y"], .tensorCount(field: "input", allowed: 1...1, actual: 0)),
      (["x"], [], .tensorCount(field: "output", allowed: 1...1, actual: 0)),
    ] {
      let model = try Builders.network(of: Builders.layer("l", inputs, outputs, type: 175))
      #expect(throws: ModelFileError.layer(LayerName(name: "l", type: "softmax"), problem)) { _ = try model.network() }
    }
  }

  @Test func `a layer without a type is named`() throws {
    let model = try Builders.network(of: Builders.message { $0.set(1, "l") })
    #expect(throws: ModelFileError.layer(LayerName(name: "l", type: nil), .noType)) { _ = try model.network() }
  }

  @Test func `all layers the engine does not know are named at once, before any number is unpacked`() throws {
    let model = try Builders.network(
      inputs: [Builders.arrayFeature("x", [3])],
      layers: [
        Builders.layer("broken", ["x"], ["a"], type: 100), Builders.layer("nd", ["a"], ["b"], type: 950),
        Builders.layer("custom", ["b"], ["c"], type: 500), Builders.layer("new", ["c"], ["d"], type: 1999),
      ])
    let unknown = [("nd", "softmaxND"), ("custom", "custom"), ("new", "1999")]
    #expect(throws: ModelFileError.unsupportedLayers(unknown.map { LayerName(name: $0.0, type: $0.1) })) {
      _ = try model.network()
    }
    #expect(model.layers.map(\.isKnown) == [true, false, false, false])
  }

  @Test func `what a layer leaves out is what the format says it is`() throws {
    func kind(_ type: Int) throws -> LayerKind {
      try Builders.network(of: Builders.layer("l", ["x"], ["y"], type: type)).network().layers[0].kind
    }
    #expect(try kind(310) == .permute(axes: [0, 1, 2, 3]))
    #expect(
      try kind(165)
        == .meanVarianceNormalization(
          MeanVarianceNormalizationDefinition(acrossChannels: false, normalizesVariance: false, epsilon: 1e-6)))
    #expect(try kind(170) == .l2Normalization(epsilon: 1e-6))
  }

  @Test func `the gates' numbers bear the format's names`() {
    #expect(RecurrentReader.Fields.simple.names.map(\.1) == ["weightMatrix", "recursionMatrix", "biasVector"])
    let gated = Dictionary(uniqueKeysWithValues: RecurrentReader.Fields.gated.names)
    #expect(gated[32] == "outputGateWeightMatrix")
    #expect(gated[71] == "resetGateBiasVector")
    let long = Dictionary(uniqueKeysWithValues: RecurrentReader.Fields.longShortTerm.names)
    #expect(long.count == 15)
    #expect(long[3] == "blockInputWeightMatrix")
    #expect(long[62] == "outputGatePeepholeVector")
  }

  @Test func `of two types in one layer the last one counts`() throws {
    var layer = Builders.layer("l", ["x"], ["y"], type: 175)
    layer.bytes += [0xEA, 0x12, 0x00]
    #expect(try Builders.network(of: layer).network().layers[0].kind == .flatten(.channelFirst))
  }
}
