import Networks
import Tensors
import Testing
import Training

@Suite struct ValidationTests {
  private func set(_ features: [Float], _ targets: Targets) throws -> ValidationSet {
    ValidationSet(
      name: "set",
      source: try InMemorySamples(
        inputs: ["features": Tensor(shape: [features.count / 4, 4], values: features)], targets: targets))
  }

  @Test func `equally probable classes lose ln 3 each, and the first is the answer`() throws {
    let network = try Network(SmallNetworks.head(inputs: 4, classes: 3, seed: 1, initialization: .zero))
    let record = try network.measure(try set([Float](repeating: 1, count: 16), .classes([0, 0, 1, 2])))
    #expect(abs(record.loss - 1.0986122886681098) < 1e-6)
    #expect(record.accuracy == 0.5)
    #expect(record.name == "set")
  }

  @Test func `an impossible answer costs 230.2585`() throws {
    var definition = SmallNetworks.head(inputs: 4, classes: 2, seed: 1, initialization: .zero)
    definition.layers[0].bias = Tensor(shape: [2], values: [1000, 0])
    let record = try Network(definition).measure(try set([0, 0, 0, 0], .classes([1])))
    #expect(abs(record.loss - 230.2585) < 5e-5)
  }

  @Test func `more samples than run at once are measured as one by one`() throws {
    let network = try Network(SmallNetworks.head(inputs: 4, classes: 3, seed: 1))
    let source = try SmallNetworks.samples(600)
    let all = try network.measure(ValidationSet(name: "all", source: source))
    var (loss, correct) = (0.0, 0.0)
    for place in 0..<600 {
      let one = source.samples(at: [place], epoch: 0)
      guard let tensors = one.inputs.tensors else { continue }
      let single = try network.measure(
        ValidationSet(name: "one", source: try InMemorySamples(inputs: tensors, targets: one.targets)))
      loss += single.loss
      correct += single.accuracy ?? 0
    }
    #expect(abs(all.loss - loss / 600) < 1e-12)
    #expect(all.accuracy == correct / 600)
  }

  @Test func `what does not fit is a fact`() throws {
    let network = try Network(SmallNetworks.head(inputs: 4, classes: 3, seed: 1))
    #expect(throws: TrainingError.noSamples) { try network.measure(try set([], .classes([]))) }
    #expect(throws: TrainingError.unknownClass(sample: 1, target: 3, classes: 3)) {
      try network.measure(try set([Float](repeating: 0, count: 8), .classes([2, 3])))
    }
    #expect(throws: TrainingError.unknownClass(sample: 0, target: -1, classes: 3)) {
      try network.measure(try set([0, 0, 0, 0], .classes([-1])))
    }
    #expect(throws: NetworkError.self) {
      try network.measure(try set([0, 0, 0, 0], .values(Tensor(shape: [1, 2]))))
    }
    #expect(throws: NetworkError.self) {
      try network.measure(try set([0, 0, 0, 0], .classes([0])), tensor: "nothing")
    }
  }
}
