import ModelFile
import Networks
import Pictures
import Tensors

/// Runs the cases that only compute: forward, classify, features.
enum FixtureNetworks {
  static func forward(_ example: FixtureCase) throws -> FixtureComparison {
    let file = try example.modelFile()
    let outputs = example.outputs ?? []
    var definition = try file.network()
    definition.outputs = outputs
    var comparison = FixtureComparison()
    try compareParameters(example, definition, &comparison)
    let feed = try example.feed()
    // A file states one step of a sequence; how many there are is the data's.
    if case .tensors(let tensors) = feed {
      for (index, input) in definition.inputs.enumerated() {
        guard let shape = tensors[input.name]?.shape, shape.count == input.shape.count + 2 else { continue }
        definition.inputs[index].sequenceLength = shape[1]
      }
    }
    let network = try Network(definition)
    let results = try network.forward(feed, outputs: outputs)
    let alone = try network.forward(feed.rows([feed.count - 1]), outputs: outputs)
    for name in outputs {
      guard let expected = try example.tensor(name) else { throw FixtureCase.Missing("result \(name)") }
      let actual = results[name]?.values ?? []
      comparison.take(name, actual, expected.values, allowed: example.tolerance(name))
      // A sample by itself has the bits it has among others.
      let last = alone[name]?.values ?? []
      let isSame = zip(actual.suffix(last.count), last).allSatisfy { $0.bitPattern == $1.bitPattern }
      comparison.take("\(name) of the last sample alone", isTrue: isSame)
    }
    return comparison
  }

  /// Numbers that were stored in few bits, expanded: the same to the last bit but one.
  private static func compareParameters(
    _ example: FixtureCase, _ definition: NetworkDefinition, _ comparison: inout FixtureComparison
  ) throws {
    for stored in example.decoded?.tensors ?? [] {
      let parts = stored.name.split(separator: ".").map(String.init)
      guard let expected = try FixtureCase.tensor(stored.name, in: example.decoded),
        let layer = definition.layers.first(where: { $0.name == parts[0] }), parts.count == 2,
        let actual = parts[1] == "bias" ? layer.bias : layer.weights
      else { throw FixtureCase.Missing(stored.name) }
      comparison.take(stored.name, actual.values, expected.values, allowed: 1e-6)
    }
  }

  static func classify(_ example: FixtureCase) throws -> FixtureComparison {
    let file = try example.modelFile()
    guard let scores = file.neuralNetwork.scoreTensor, let labels = ClassLabels(of: file)?.texts else {
      throw FixtureCase.Missing("a classifier")
    }
    var comparison = FixtureComparison()
    if let expected = example.labels {
      comparison.take("class labels", isTrue: expected.map(\.text) == labels)
    }
    let feed = try example.feed()
    let expected = try example.data?.tensors.filter { $0.dtype != "uint8" && !(example.inputs ?? []).contains($0.name) }
      .first.flatMap { try example.tensor($0.name) }
    let count = expected?.shape.first ?? example.predicted?.count ?? feed.count
    let rows = feed.rows(Array(0..<count))
    guard let actual = try Network(file.network()).forward(rows, outputs: [scores])[scores] else {
      throw FixtureCase.Missing("scores")
    }
    if let expected {
      comparison.take("probabilities", actual.values, expected.values, allowed: example.tolerance("probs"))
    }
    for (sample, label) in (example.predicted ?? []).enumerated() {
      let row = Array(actual.row(sample))
      let winner = row.indices.max { (row[$0], $1) < (row[$1], $0) }
      comparison.take("label of sample \(sample)", isTrue: winner.map { labels[$0] } == label.text)
    }
    return comparison
  }

  /// The features of photos, decoded and scaled here: the bound is that of the same network fed with the reference's own
  /// pixels.
  static func features(_ example: FixtureCase) throws -> FixtureComparison {
    let file = try example.modelFile()
    let extractor = file.pipeline.models.first ?? file
    guard let stored = example.data?.tensors.first, let expected = try example.tensor(stored.name) else {
      throw FixtureCase.Missing("features")
    }
    let definition = try extractor.network()
    guard let input = definition.inputs.first, input.shape.count == 3 else {
      throw FixtureCase.Missing("an image input")
    }
    let pictures = try (example.photos ?? []).map { photo in
      guard let url = Fixtures.shared("data/gestures/\(photo.split)/\(photo.label)/\(photo.file)") else {
        throw FixtureCase.Missing(photo.file)
      }
      let picture = try Picture(contentsOf: url).resized(width: input.shape[2], height: input.shape[1])
      return PixelBuffer(width: picture.width, height: picture.height, bytes: picture.pixels)
    }
    let output = definition.outputs.first ?? ""
    guard let actual = try Network(definition).forward(images: pictures, outputs: [output])[output] else {
      throw FixtureCase.Missing("features")
    }
    var comparison = FixtureComparison()
    comparison.take(
      "features", actual.values, expected.values, allowed: example.float32_spread == nil ? 2e-3 : example.tolerance())
    return comparison
  }
}
