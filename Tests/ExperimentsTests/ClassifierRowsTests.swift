import ExperimentSupport
import ModelFile
import Networks
import Tensors
import Testing
import Training

@testable import Experiments

struct ClassifierRowsTests {
  private let network = TinyNetwork(outputs: 2).definition

  @Test(arguments: [ParameterInitialization.zero, .kaiming]) func `rows join those that are there`(
    initialization: ParameterInitialization
  ) throws {
    let rows = ClassifierRows(3, for: network, initialization, seeds: SeedPlan(seed: 1))
    let grown = try rows.added(to: network)
    let place = try #require(network.classifierLayer)
    let (before, after) = (try #require(network.layers[place].weights), try #require(grown.layers[place].weights))
    #expect(after.shape[0] == before.shape[0] + 3 && after.values.prefix(before.count) == before.values[...])
    #expect(after.values.dropFirst(before.count).allSatisfy { $0 == 0 } == (initialization == .zero))
  }

  @Test func `equal seeds draw equal rows`() {
    let rows = { ClassifierRows(2, for: network, .kaiming, seeds: SeedPlan(seed: $0)).weights }
    #expect(rows(1) == rows(1) && rows(1) != rows(2))
  }
}
