import ModelFile
import Networks
import Pictures
import Samples
import Sketching
import Tensors
import TestSupport
import Testing
import Training

/// Features, and what is trained on them, have the same bits on every processor; the digests were written down once.
struct SketchBitsTests {
  /// The features of some drawn hands, [hands, 256].
  private func features(_ count: Int) throws -> Tensor {
    var definition = try SketchModel.file().network()
    let last = try #require(definition.layers.firstIndex { $0.outputs == [SketchModel.featureLayer] })
    definition.layers.removeSubrange((last + 1)...)
    definition.outputs = [SketchModel.featureLayer]
    let hands = DrawnHands(seed: 2, side: SketchNetwork.side)
    let images = (0..<count).map { number in
      let picture = hands.picture(of: Gesture.allCases[number % 3], number: number)
      return PixelBuffer(width: picture.width, height: picture.height, bytes: picture.pixels)
    }
    return try #require(try Network(definition).forward(images: images)[SketchModel.featureLayer])
  }

  @Test func `the features of drawn hands, and a head after fifty epochs on them`() throws {
    let features = try features(9)
    #expect(Digest.of(features.values) == 3_815_025_452_997_501_006)
    var head = LayerDefinition(
      name: "head", inputs: ["x"], outputs: ["scores"],
      kind: .innerProduct(
        InnerProductDefinition(
          inputChannels: SketchNetwork.features, outputChannels: 3,
          weights: Tensor(shape: [3, SketchNetwork.features]), bias: Tensor(shape: [3]))), isUpdatable: true)
    head.initialize(.kaiming, seeds: SeedPlan(seed: 7))
    let network = try Network(
      NetworkDefinition(
        inputs: [NetworkInput(name: "x", shape: [SketchNetwork.features])],
        layers: [head, LayerDefinition(name: "shares", inputs: ["scores"], outputs: ["shares"], kind: .softmax)],
        outputs: ["shares"]))
    var state = OptimizerState(.adam(learningRate: 0.01))
    let flat = Tensor(shape: [9, SketchNetwork.features], values: features.values)
    for _ in 0..<50 {
      _ = try network.trainStep(inputs: ["x": flat], targets: .classes((0..<9).map { $0 % 3 }), optimizer: &state)
    }
    #expect(
      Digest.of(network.trainableParameters.flatMap { network[parameter: $0]?.values ?? [] })
        == 7_264_319_224_600_748_266)
  }
}
