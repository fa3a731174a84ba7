import Networks
import Synchronization
import Tensors
import Testing

@Suite struct NetworkTests {
  @Test func `shapes and counts are known before anything runs`() throws {
    let network = try Network(fireNetwork())
    #expect(network.shape(of: "x") == [3, 10, 11])
    #expect(network.shape(of: "joined") == [38, 10, 11])
    #expect(network.shape(of: "pool") == [38, 5, 5])
    #expect(network.shape(of: "head") == [4])
    #expect(network.shape(of: "nothing") == nil)
    #expect(network.parameterCount == 3 * 5 + 5 + 5 * 18 + 18 + 5 * 20 * 9 + 20 + 38 * 25 * 4 + 4)
    #expect(Set(network.trainableParameters) == Set(network.definition.parameters.keys))
    #expect(try Network(fireNetwork(updatable: false)).trainableParameters.isEmpty)
  }

  @Test func `any tensor can be asked for, and several at once`() throws {
    let network = try Network(fireNetwork())
    let x = random([2, 3, 10, 11], seed: 1)
    let results = try network.forward(["x": x], outputs: ["squeeze", "squeezed", "joined", "probabilities", "x"])
    #expect(results["x"] == x)
    let squeeze = try #require(results["squeeze"])
    #expect(squeeze.values.contains { $0 < 0 })
    #expect(results["squeezed"]?.values == squeeze.values.map { max($0, 0) })
    #expect(results["joined"]?.shape == [2, 38, 10, 11])
    #expect(try network.forward(["x": x])["probabilities"] == results["probabilities"])
    let sums = [results["probabilities"]?.row(0).reduce(0, +), results["probabilities"]?.row(1).reduce(0, +)]
    #expect(sums.allSatisfy { abs(($0 ?? 0) - 1) < 1e-6 })
  }

  @Test func `rows of a tensor are read as if they had been copied together`() throws {
    let network = try Network(fireNetwork())
    let all = random([4, 3, 10, 11], seed: 1)
    for rows in [[2], [3, 0, 3], []] {
      let copied = Tensor(shape: [rows.count, 3, 10, 11], values: rows.flatMap { Array(all.row($0)) })
      #expect(try network.forward(["x": all], rows: rows) == network.forward(["x": copied]))
    }
    let (one, other) = (try Network(fireNetwork()), try Network(fireNetwork()))
    var states = [OptimizerState(.sgd(learningRate: 0.1)), OptimizerState(.sgd(learningRate: 0.1))]
    for rows in [[1, 3], [0, 2, 1]] {
      let copied = Tensor(shape: [rows.count, 3, 10, 11], values: rows.flatMap { Array(all.row($0)) })
      let targets = Targets.classes(rows)
      let first = try one.trainStep(inputs: ["x": all], rows: rows, targets: targets, optimizer: &states[0])
      #expect(try other.trainStep(inputs: ["x": copied], targets: targets, optimizer: &states[1]) == first)
    }
    #expect(one.definition == other.definition)
    #expect(throws: NetworkError.feed(.batchMismatch(expected: 1, actual: 2))) {
      try one.trainStep(inputs: ["x": all], rows: [3], targets: .classes([0, 1]), optimizer: &states[0])
    }
  }

  @Test func `the time of a forward pass is told layer by layer`() throws {
    let image = ImagePreprocessing(colorSpace: .rgb)
    let network = try Network(
      NetworkDefinition(
        inputs: [NetworkInput(name: "image", shape: [3, 2, 2], image: image)],
        layers: [
          LayerDefinition(
            name: "double", inputs: ["image"], outputs: ["d"], kind: .activation(.linear(alpha: 2, beta: 0))),
          LayerDefinition(name: "shares", inputs: ["d"], outputs: ["s"], kind: .softmax),
        ], outputs: ["s"]))
    let picture = PixelBuffer(width: 2, height: 2, bytes: [UInt8](repeating: 9, count: 12))
    for count in [1, 3] {
      let pictures = [PixelBuffer](repeating: picture, count: count)
      let before = try network.forward(images: pictures)
      let times = try network.layerTimes(images: pictures, runs: 2)
      #expect(times.map(\.layer) == ["double", "shares", nil])
      #expect(times.allSatisfy { $0.seconds > 0 })
      #expect(try network.forward(images: pictures) == before)
    }
  }

  @Test(arguments: [1, 2, 5]) func `a prediction is stopped within a large layer, and the next one has its bits`(
    pictures: Int
  ) throws {
    let image = ImagePreprocessing(colorSpace: .rgb)
    let network = try Network(
      NetworkDefinition(
        inputs: [NetworkInput(name: "image", shape: [3, 96, 96], image: image)],
        layers: [
          LayerDefinition(name: "c", inputs: ["image"], outputs: ["c"], kind: convolution(3, 64, 5, seed: 1))
        ], outputs: ["c"]))
    let noise = PixelBuffer(width: 96, height: 96, bytes: (0..<96 * 96 * 3).map { UInt8(truncatingIfNeeded: $0 * 37) })
    let images = [PixelBuffer](repeating: noise, count: pictures)
    let expected = try network.forward(images: images)
    let asked = Atomic(0)
    #expect(
      try network.forward(images: images) {
        asked.add(1, ordering: .relaxed)
        return true
      } == expected)
    let questions = asked.load(ordering: .relaxed)
    // Before the layer and after it: 2 a picture at most; what is beyond was asked within it.
    #expect(questions > 4 * pictures, "\(questions)")
    asked.store(0, ordering: .relaxed)
    #expect(throws: NetworkError.step(.stopped)) {
      // Asked again, it would answer that the run may go on: it is not asked.
      try network.forward(images: images) { asked.add(1, ordering: .relaxed).newValue != questions / 2 }
    }
    #expect(asked.load(ordering: .relaxed) < questions / 2 + 4)
    #expect(try network.forward(images: images) == expected)
  }

  @Test func `no samples give no samples`() throws {
    let results = try Network(fireNetwork()).forward(["x": Tensor(shape: [0, 3, 10, 11])])
    #expect(results["probabilities"]?.shape == [0, 4])
  }

  @Test func `a network of constants needs no input`() throws {
    let constant = Tensor(shape: [1, 2, 2], values: [1, 2, 3, 4])
    let network = try Network(
      NetworkDefinition(
        inputs: [],
        layers: [LayerDefinition(name: "k", inputs: [], outputs: ["y"], kind: .loadConstant(constant))],
        outputs: ["y"]))
    #expect(try network.forward([:])["y"]?.values == [1, 2, 3, 4])
  }

  @Test func `what was fed in wrongly is said`() throws {
    let network = try Network(fireNetwork())
    let good = random([1, 3, 10, 11], seed: 1)
    #expect(throws: NetworkError.feed(.missing(name: "x"))) { try network.forward([:]) }
    #expect(throws: NetworkError.feed(.unknown(name: "z", known: ["x"]))) { try network.forward(["z": good]) }
    #expect(throws: NetworkError.unknownTensor(layer: nil, name: "z")) {
      try network.forward(["x": good], outputs: ["z"])
    }
    #expect(throws: NetworkError.feed(.shape(name: "x", expected: [3, 10, 11], actual: [1, 3, 11, 10]))) {
      try network.forward(["x": Tensor(shape: [1, 3, 11, 10])])
    }
    #expect(throws: NetworkError.feed(.shape(name: "x", expected: [3, 10, 11], actual: [330]))) {
      try network.forward(["x": Tensor(shape: [330])])
    }
    #expect(throws: NetworkError.feed(.imageInputs(count: 0))) {
      try network.forward(images: [PixelBuffer(width: 1, height: 1, bytes: [0, 0, 0])])
    }
  }

  @Test func `parameters can be read and replaced`() throws {
    let network = try Network(chain([2], [("d", dense(2, 1))]))
    let key = ParameterKey(layer: "d", part: .weights)
    network[parameter: key] = Tensor(shape: [1, 2], values: [3, 4])
    network[parameter: ParameterKey(layer: "d", part: .bias)] = Tensor(shape: [1], values: [5])
    #expect(network[parameter: key]?.values == [3, 4])
    #expect(try network.forward(["x": Tensor(shape: [1, 2], values: [1, 10])])["d"]?.values == [48])
    #expect(network.definition.parameters[key]?.values == [3, 4])
    network[parameter: key] = Tensor(shape: [1], values: [0])
    #expect(network[parameter: key]?.values == [3, 4])
    #expect(network[parameter: ParameterKey(layer: "e", part: .bias)] == nil)
  }
}
