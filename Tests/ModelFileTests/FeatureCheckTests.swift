import Testing

@testable import ModelFile

/// What Core ML's open validator says of inputs and outputs; codes and messages were taken from it.
@Suite struct FeatureCheckTests {
  private static func array(
    _ shape: [Int], _ type: ArrayFeature.DataType = .float32, _ flexibility: ArrayFeature.Flexibility = .fixed
  ) -> FeatureType { .multiArray(ArrayFeature(shape: shape, dataType: type, flexibility: flexibility)) }

  private static func image(
    _ width: Int, _ height: Int, _ colors: ImageFeature.ColorSpace = .rgb,
    _ flexibility: ImageFeature.Flexibility = .fixed
  ) -> FeatureType {
    .image(ImageFeature(width: width, height: height, colorSpace: colors, flexibility: flexibility))
  }

  private static func span(_ lower: Int, _ upper: Int?) -> SizeSpan { SizeSpan(lowerBound: lower, upperBound: upper) }

  private static let ofFeatures: [(FeatureType, Int, Rule?)] = [
    (.int64, 1, nil), (.string, 1, nil), (.double, 1, nil),
    (.unspecified, 4, .feature(.typeMissing(feature: "f"))),
    (.dictionary(.string), 1, nil), (.dictionary(.unspecified), 1, .feature(.dictionaryKeyMissing(feature: "f"))),
    (array([3]), 1, nil), (array([]), 4, .feature(.arrayShape(feature: "f", shape: []))),
    (array([3, -1, 2]), 4, .feature(.arrayShape(feature: "f", shape: [3, -1, 2]))), (array([0]), 4, nil),
    (array([3], .unknown(7)), 4, .feature(.arrayTypeUnknown(feature: "f", number: 7))),
    (array([3], .float16), 6, .feature(.tooNew(feature: "f", version: 6, least: 7))), (array([3], .float16), 7, nil),
    (array([3], .int8), 9, .feature(.tooNew(feature: "f", version: 9, least: 10))), (array([3], .int8), 10, nil),
    (array([], .float32, .enumerated([[3], [4]])), 3, nil),
    (array([], .float32, .enumerated([[3], [4]])), 2, .feature(.arrayShape(feature: "f", shape: []))),
    (array([5], .float32, .enumerated([[3], [4]])), 3, .feature(.sizeNotAllowed(feature: "f"))),
    (array([5], .float32, .enumerated([[3], [4]])), 2, nil),
    (array([3], .float32, .enumerated([])), 3, .feature(.sizeNotAllowed(feature: "f"))),
    (array([3], .float32, .enumerated([[3], []])), 3, .feature(.sizeNotAllowed(feature: "f"))),
    (array([3], .float32, .range([span(1, 9)])), 3, nil), (array([3], .float32, .range([span(1, nil)])), 3, nil),
    (array([3], .float32, .range([span(4, nil)])), 3, .feature(.sizeNotAllowed(feature: "f"))),
    (array([3], .float32, .range([span(1, 9), span(1, 9)])), 3, .feature(.sizeNotAllowed(feature: "f"))),
    (array([], .float32, .range([span(9, 1)])), 3, .feature(.sizeNotAllowed(feature: "f"))),
    (image(4, 3), 1, nil), (image(0, 3), 1, .feature(.imageSize(feature: "f", width: 0, height: 3))),
    (image(4, -3), 1, .feature(.imageSize(feature: "f", width: 4, height: -3))),
    (image(4, 3, .unknown(0)), 1, .feature(.colorSpaceUnknown(feature: "f", number: 0))),
    (image(4, 3, .grayscaleFloat16), 6, .feature(.tooNew(feature: "f", version: 6, least: 7))),
    (image(4, 3, .grayscaleFloat16), 7, nil),
    (image(0, 0, .rgb, .enumerated([.init(width: 4, height: 3)])), 3, nil),
    (
      image(0, 0, .rgb, .enumerated([.init(width: 4, height: 3)])), 2,
      .feature(.imageSize(feature: "f", width: 0, height: 0))
    ),
    (image(5, 3, .rgb, .enumerated([.init(width: 4, height: 3)])), 3, .feature(.sizeNotAllowed(feature: "f"))),
    (image(5, 3, .rgb, .enumerated([])), 3, .feature(.sizeNotAllowed(feature: "f"))),
    (image(5, 3, .rgb, .range(width: span(1, 9), height: span(1, nil))), 3, nil),
    (image(5, 3, .rgb, .range(width: span(6, 9), height: span(1, nil))), 3, .feature(.sizeNotAllowed(feature: "f"))),
    (
      image(0, 0, .rgb, .range(width: span(0, 9), height: span(1, nil))), 3,
      .feature(.imageSize(feature: "f", width: 0, height: 1))
    ),
  ]

  @Test(arguments: ofFeatures.indices) func `a feature by itself`(index: Int) {
    let (type, version, rule) = FeatureCheckTests.ofFeatures[index]
    #expect(FeatureDescription(name: "f", type: type).breach(isInput: true, version: version) == rule)
    if let rule { #expect(rule.code == 12) }
  }

  @Test func `an output needs no shape, and everything a name`() {
    #expect(
      FeatureDescription(name: "f", type: FeatureCheckTests.array([])).breach(isInput: false, version: 4) == nil)
    #expect(FeatureDescription(name: "", type: .int64).breach(isInput: false, version: 4) == .feature(.nameMissing))
  }

  /// A network of one layer, changed in its description.
  private static func findings(_ change: (inout ModelDescription) -> Void) throws -> [Finding] {
    var model = try Builders.network(
      inputs: [Builders.arrayFeature("x", [3])], outputs: [Builders.arrayFeature("y", [3])],
      layers: [Builders.layer("r", ["x"], ["y"], type: 175)])
    var description = model.description
    change(&description)
    model.description = description
    return model.check().findings
  }

  @Test func `a network as a whole`() throws {
    #expect(try FeatureCheckTests.findings { _ in } == [])
    let cases: [((inout ModelDescription) -> Void, Rule, Int)] = [
      ({ $0.outputs = [] }, .interface(.outputMissing), 12),
      ({ $0.outputs[0].isOptional = true }, .feature(.outputOptional(feature: "y")), 12),
      ({ $0.inputs[0].isOptional = true }, .feature(.inputOptional(feature: "x")), 13),
      ({ $0.outputs[0].name = "ghost" }, .interface(.outputUnmade(feature: "ghost")), 12),
      ({ $0.outputs[0].type = .string }, .interface(.outputNeitherArrayNorImage(feature: "y", .string)), 12),
    ]
    for (change, rule, code) in cases {
      let findings = try FeatureCheckTests.findings(change)
      #expect(findings.map(\.rule) == [rule])
      #expect(findings.map(\.code) == [code])
    }
    let some = try FeatureCheckTests.findings {
      $0.inputs.append(FeatureDescription(name: "z", type: FeatureCheckTests.array([3]), isOptional: true))
    }
    #expect(some == [])
    #expect(try FeatureCheckTests.findings { $0.inputs = [] }.first?.code == 6)
  }

  /// A layer of a type, alone in a network of vectors.
  private static func findings(
    _ type: Int, _ inputs: [String] = ["x"], _ outputs: [String] = ["y"], exact: Bool = false,
    content: (inout WireMessage) -> Void = { _ in }
  ) throws -> [Finding] {
    try Builders.network(
      inputs: ["x", "h", "c"].map { Builders.arrayFeature($0, [1]) },
      outputs: outputs.map { Builders.arrayFeature($0, [1]) },
      layers: [Builders.layer("l", inputs, outputs, type: type, Builders.message(content))], exactShapes: exact
    ).check().findings.filter { $0.layer == "l" }
  }

  @Test func `layers the engine runs and the validator refuses`() throws {
    func problems(_ findings: [Finding]) -> [Rule] { findings.map(\.rule) }
    let one = { (wire: inout WireMessage) in
      wire.set(1, 1)
      wire.set(2, 1)
    }
    #expect(
      try problems(FeatureCheckTests.findings(400, content: one)) == [
        .layers(.contradiction(.tensorCount(field: "input", allowed: 2...2, actual: 1)))
      ])
    #expect(
      try problems(FeatureCheckTests.findings(410, content: one)) == [
        .layers(.contradiction(.tensorCount(field: "output", allowed: 2...2, actual: 1)))
      ])
    #expect(
      try problems(FeatureCheckTests.findings(420, ["x", "h", "c"], ["y"], content: one)) == [
        .layers(.contradiction(.tensorCount(field: "output", allowed: 3...3, actual: 1)))
      ])
    #expect(
      try problems(FeatureCheckTests.findings(320)) == [
        .layers(.contradiction(.tensorCount(field: "input", allowed: 2...Int.max, actual: 1)))
      ])
    #expect(
      try problems(FeatureCheckTests.findings(330) { $0.set(1, 1) }) == [
        .layers(.contradiction(.tensorCount(field: "output", allowed: 2...Int.max, actual: 1)))
      ])
    #expect(
      try problems(FeatureCheckTests.findings(310)) == [
        .layers(.contradiction(.listLength(field: "axis", allowed: [4], actual: 0)))
      ])
    #expect(
      try problems(FeatureCheckTests.findings(190, ["x", "h"])) == [
        .layers(.contradiction(.listLength(field: "offset", allowed: [2], actual: 0)))
      ])
    #expect(try FeatureCheckTests.findings(210) { $0.set(6, 2) }.map(\.rule) == [.interface(.shapesNotExact)])
    #expect(try FeatureCheckTests.findings(210, exact: true) { $0.set(6, 2) } == [])
    #expect(try FeatureCheckTests.findings(960).map(\.rule) == [.interface(.shapesNotExact)])
  }

  @Test func `a grouped deconvolution has one scale, or one for each channel of all groups`() throws {
    func problems(scales: Int) throws -> [Rule] {
      let weights = Builders.message {
        $0.set(30, data: [1, 2, 3, 4][...])
        $0.set(
          40,
          message: Builders.message {
            $0.set(1, 8)
            $0.set(
              101, message: Builders.message { $0[repeated: 1].floats = [Float](repeating: 0.5, count: scales) })
          })
      }
      return try FeatureCheckTests.findings(100) {
        for (number, value) in [(1, 4), (2, 2), (10, 2)] { $0.set(number, value) }
        $0[repeated: 20].integers = [1, 1]
        $0.set(50, message: WireMessage())
        $0.set(60, true)
        $0.set(90, message: weights)
      }.map(\.rule)
    }
    let problem = WeightProblem.scaleCount(channels: 4, scales: 2, biases: 0)
    #expect(try problems(scales: 2).contains(.layers(.contradiction(.weights(field: "weights", problem)))))
    for scales in [1, 4] {
      #expect(try !problems(scales: scales).contains { if case .layers(.contradiction) = $0 { true } else { false } })
    }
  }

  @Test func `a network without layers`() throws {
    let model = try Builders.network(
      inputs: [Builders.arrayFeature("x", [1])], outputs: [Builders.arrayFeature("y", [1])], layers: [])
    #expect(model.check().findings.map(\.rule) == [.layers(.missing), .interface(.outputUnmade(feature: "y"))])
    #expect(model.check().code == 13)
  }

  @Test func `choices the format does not have are let pass, and told`() throws {
    let findings = try FeatureCheckTests.findings(301) { $0.set(1, 9) }
    #expect(findings.map(\.rule) == [.layers(.contradiction(.choice(field: "mode", value: 9)))])
    #expect(findings.map(\.severity) == [.unnoticed])
  }
}
