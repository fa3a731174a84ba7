import Testing

@testable import ModelFile

@Suite struct ModelDescriptionTests {
  static let types: [FeatureType] = [
    .int64, .double, .string, .sequence, .state, .unspecified, .dictionary(.int64), .dictionary(.string),
    .dictionary(.unspecified),
    .image(ImageFeature(width: 227, height: 300, colorSpace: .bgr)),
    .image(ImageFeature(width: 1, height: 2, colorSpace: .rgb)),
    .image(ImageFeature(width: 1, height: 2, colorSpace: .grayscale)),
    .image(ImageFeature(width: 1, height: 2, colorSpace: .grayscaleFloat16)),
    .image(ImageFeature(width: 1, height: 2, colorSpace: .unknown(77))),
    .image(
      ImageFeature(
        width: 8, height: 8, colorSpace: .rgb,
        flexibility: .enumerated([.init(width: 8, height: 8), .init(width: 16, height: 9)]))),
    .image(
      ImageFeature(
        width: 8, height: 8, colorSpace: .rgb,
        flexibility: .range(
          width: SizeSpan(lowerBound: 4, upperBound: nil), height: SizeSpan(lowerBound: 0, upperBound: 9)))),
    .multiArray(ArrayFeature(shape: [3, 4, 5], dataType: .float32)),
    .multiArray(ArrayFeature(shape: [], dataType: .double)),
    .multiArray(ArrayFeature(shape: [1], dataType: .int32)),
    .multiArray(ArrayFeature(shape: [2], dataType: .float16)),
    .multiArray(ArrayFeature(shape: [2], dataType: .int8)),
    .multiArray(ArrayFeature(shape: [2], dataType: .unknown(5))),
    .multiArray(ArrayFeature(shape: [2], dataType: .float32, flexibility: .enumerated([[2], [3, 4]]))),
    .multiArray(
      ArrayFeature(
        shape: [2], dataType: .float32,
        flexibility: .range([SizeSpan(lowerBound: 1, upperBound: 5), SizeSpan(lowerBound: 0, upperBound: nil)]))),
  ]

  @Test(arguments: types)
  func `every type of feature is written and read`(type: FeatureType) {
    for isOptional in [false, true] {
      let feature = FeatureDescription(name: "f", shortDescription: "what", type: type, isOptional: isOptional)
      let wire = feature.encoded(over: WireMessage())
      #expect(FeatureDescription(wire) == feature)
      #expect(feature.encoded(over: wire) == wire)
    }
  }

  @Test(arguments: types)
  func `every type can take the place of every other`(type: FeatureType) {
    for other in ModelDescriptionTests.types {
      let wire = other.encoded(over: type.encoded(over: WireMessage()))
      #expect(FeatureType(wire) == other)
    }
  }

  @Test func `a changed shape keeps the array's other fields`() {
    var array = Builders.message {
      $0[repeated: 1].integers = [3]
      $0.set(2, 65568)
      $0.set(51, Float(1.5))
      $0.set(99, "unknown")
    }
    let wire = Builders.message { $0.set(5, message: array) }
    let changed = FeatureType.multiArray(ArrayFeature(shape: [4, 5, 6], dataType: .float32)).encoded(over: wire)
    array[repeated: 1].integers = [4, 5, 6]
    #expect(changed.message(5) == array)
  }

  @Test func `a whole description is written and read`() {
    let description = ModelDescription(
      inputs: [FeatureDescription(name: "x", type: .string)],
      outputs: [FeatureDescription(name: "y", type: .int64), FeatureDescription(name: "p", type: .dictionary(.int64))],
      trainingInputs: [FeatureDescription(name: "x", type: .string), FeatureDescription(name: "y", type: .int64)],
      predictedFeatureName: "y", predictedProbabilitiesName: "p",
      metadata: ModelMetadata(
        shortDescription: "s", version: "1.0", author: "a", license: "l", userDefined: ["k": "v", "": "", "é": "✊"]))
    let wire = description.encoded(over: WireMessage())
    #expect(ModelDescription(wire) == description)
    #expect(description.encoded(over: wire) == wire)
  }

  @Test func `features that stay keep fields nobody knows, wherever they move`() {
    func feature(_ name: String, _ extra: Int) -> WireMessage {
      Builders.message {
        $0.set(1, name)
        $0.set(900, extra)
      }
    }
    let base = Builders.message { $0[repeated: 1].messages = [feature("a", 1), feature("b", 2)] }
    var description = ModelDescription(base)
    description.inputs.swapAt(0, 1)
    description.inputs.append(FeatureDescription(name: "c", type: .string))
    let inputs = description.encoded(over: base)[repeated: 1].messages
    #expect(inputs.map { $0.text(1) } == ["b", "a", "c"])
    #expect(inputs.map { $0.integer(900) } == [2, 1, 0])
  }

  @Test func `own metadata are written in the order of their keys`() {
    let metadata = ModelMetadata(userDefined: ["b": "2", "a": "1", "c": "3"])
    #expect(metadata.encoded(over: WireMessage())[repeated: 100].messages.map { $0.text(1) } == ["a", "b", "c"])
  }
}
