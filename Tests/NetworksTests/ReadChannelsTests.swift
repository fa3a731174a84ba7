import Tensors
import Testing

@testable import Networks

@Suite struct ReadChannelsTests {
  private func convolution(
    _ name: String, from input: String, _ channels: (Int, Int), _ weights: [Float]
  ) -> LayerDefinition {
    LayerDefinition(
      name: name, inputs: [input], outputs: [name],
      kind: .convolution(
        ConvolutionDefinition(
          outputChannels: channels.1, kernelSize: Extent(1, 1),
          weights: Tensor(shape: [channels.1, channels.0, 1, 1], values: weights), bias: nil)))
  }

  private func known(
    _ layers: [LayerDefinition], inputs: [NetworkInput], _ seen: [String: [Float]]
  ) throws -> [String: ReadChannels.Values] {
    let definition = NetworkDefinition(inputs: inputs, layers: layers, outputs: [layers[layers.count - 1].outputs[0]])
    let shapes = try definition.inferShapes()
    let numbers = seen.mapValues { values in
      let tensor = Tensor(shape: [1, values.count, 1, 1], values: values)
      var channels = SeenChannels(tensor)
      channels.add(tensor)
      return channels
    }
    return ReadChannels(definition, shapes, try QuantizedLayer.all(of: definition, shapes), numbers).known
  }

  @Test func `a channel's factor makes its numbers as large as its weights`() throws {
    let values = try #require(
      try known(
        [convolution("sums", from: "x", (3, 2), [1, 0.25, 0, 0.5, 0.125, 0])],
        inputs: [NetworkInput(name: "x", shape: [3, 1, 1])], ["x": [4, -1, 0]])["x"])
    // Roots of 4 / 1 and 1 / 0.25; what is 0 has the factor of the least numbers and weights.
    #expect(values.factors[0] == 2 && values.factors[1] == 2)
    #expect(abs(values.factors[2] - Float(4.0).squareRoot()) < 1e-5)
    #expect(values.range == -0.5...2 && values.offsets.isEmpty)
  }

  @Test func `tensors that are passed on to each other have the same factors`() throws {
    let known = try known(
      [
        convolution("one", from: "x", (2, 2), [1, 0.5, 0.25, 1]),
        LayerDefinition(name: "both", inputs: ["x", "one"], outputs: ["both"], kind: .concat),
        convolution("sums", from: "both", (4, 1), [1, 0.1, 0.5, 1]),
      ], inputs: [NetworkInput(name: "x", shape: [2, 1, 1])], ["x": [3, 8], "both": [3, 8, 2, 1]])
    let (one, both) = (try #require(known["x"]), try #require(known["both"]))
    #expect(one.factors.count == 2 && Array(both.factors.prefix(2)) == one.factors)
    // The largest weight of either reader counts.
    #expect(one.factors == [Float(3).squareRoot(), Float(8).squareRoot()])
  }

  @Test func `what was never a number is not known`() throws {
    let layer = convolution("sums", from: "x", (1, 1), [1])
    let input = NetworkInput(name: "x", shape: [1, 1, 1])
    #expect(try known([layer], inputs: [input], ["x": [.nan]]).isEmpty)
    #expect(try known([layer], inputs: [input], [:]).isEmpty)
    let nothing = try #require(try known([layer], inputs: [input], ["x": [0]])["x"])
    #expect(nothing.factors.isEmpty && nothing.range == 0...0)
  }

  @Test func `a fully connected layer over a map reads it in one scale`() throws {
    let layer = LayerDefinition(
      name: "sums", inputs: ["x"], outputs: ["sums"],
      kind: .innerProduct(
        InnerProductDefinition(
          inputChannels: 8, outputChannels: 1, weights: Tensor(shape: [1, 8], repeating: 1), bias: nil)))
    let values = try known([layer], inputs: [NetworkInput(name: "x", shape: [2, 2, 2])], ["x": [1, 5]])["x"]
    #expect(values?.factors == [] && values?.range == 1...5)
  }
}
