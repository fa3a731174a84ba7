import ExperimentSupport
import Figures
import Language
import Networks
import Synchronization
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

struct ExtractorPoolingTests {
  private func extractor(_ layer: String) throws -> Extractor {
    try Extractor.cut(TinyNetwork().definition, after: layer, source: "tiny")
  }

  @Test func `of maps the mean and the maximum are taken`() throws {
    let whole = try extractor("relu1")
    let pooled = try whole.pooled()
    #expect(try pooled.featureCount() == 8)
    let pixels = (0..<768).map { (place: Int) -> UInt8 in UInt8(place * 7 % 256) }
    let image = PixelBuffer(width: 16, height: 16, bytes: pixels)
    let maps = try #require(try Network(whole.definition).forward(images: [image])[whole.definition.outputs[0]])
    let features = try #require(try Network(pooled.definition).forward(images: [image])[pooled.definition.outputs[0]])
    for channel in 0..<4 {
      let map = maps.values[channel * 256..<(channel + 1) * 256]
      #expect(abs(features.values[channel] - map.reduce(0, +) / 256) < 1e-4)
      #expect(features.values[4 + channel] == map.max())
    }
  }

  @Test func `a vector stays as it is`() throws {
    let whole = try extractor("fc1")
    #expect(try whole.pooled().fingerprint == whole.fingerprint)
  }

  @Test func `names that are taken are not taken again`() throws {
    var network = TinyNetwork().definition
    network.layers[0].name = "features_mean"
    let pooled = try Extractor.cut(network, after: "relu1", source: "tiny").pooled()
    #expect(pooled.definition.layers.suffix(3).map(\.name) == ["features_mean_1", "features_max", "features"])
    _ = try Network(pooled.definition)
  }

  @Test func `nor is the name of what the network reads`() throws {
    var network = TinyNetwork().definition
    let input = network.inputs[0].name
    network.inputs[0].name = "features"
    for index in network.layers.indices {
      network.layers[index].inputs = network.layers[index].inputs.map { $0 == input ? "features" : $0 }
    }
    let pooled = try Extractor.cut(network, after: "relu1", source: "tiny").pooled()
    #expect(pooled.definition.outputs == ["features_1"])
    _ = try Network(pooled.definition)
  }

  @Test func `a group's name stands for its last layer`() throws {
    var network = TinyNetwork().definition
    network.layers[0].name = "fire1/squeeze"
    network.layers[1].name = "fire1/concat"
    #expect(try Extractor.cut(network, after: "fire1", source: "tiny").layer == "fire1/concat")
  }
}
