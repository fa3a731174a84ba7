import Networks
import Tensors
import Testing
import Training

@Suite struct SampleSourceTests {
  private let features = Tensor(shape: [3, 2], values: [1, 2, 3, 4, 5, 6])

  @Test func `samples come in the order asked for, repeated if asked`() throws {
    let source = try InMemorySamples(inputs: ["x": features], targets: .classes([7, 8, 9]))
    #expect(source.sampleCount == 3)
    let found = source.samples(at: [2, 0, 2], epoch: 0)
    #expect(found.inputs.tensors == ["x": Tensor(shape: [3, 2], values: [5, 6, 1, 2, 5, 6])])
    #expect(found.targets == .classes([9, 7, 9]))
  }

  @Test func `samples in memory are named, not copied`() throws {
    let source = try InMemorySamples(inputs: ["x": features], targets: .classes([7, 8, 9]))
    #expect(source.samples(at: [1, 1], epoch: 0).inputs == .rows(["x": features], at: [1, 1]))
    #expect(Samples.Inputs.images([]).tensors == nil)
  }

  @Test func `numbers as targets come along`() throws {
    let source = try InMemorySamples(inputs: ["x": features], targets: .values(features))
    #expect(source.samples(at: [1], epoch: 0).targets == .values(Tensor(shape: [1, 2], values: [3, 4])))
  }

  @Test func `unequal numbers are facts`() {
    #expect(throws: TrainingError.count(of: "x", expected: 2, actual: 3)) {
      try InMemorySamples(inputs: ["x": features], targets: .classes([0, 1]))
    }
    #expect(throws: TrainingError.shape([])) {
      try InMemorySamples(inputs: ["x": Tensor(shape: [])], targets: .classes([0]))
    }
  }
}
