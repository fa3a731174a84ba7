import Tensors
import Testing

@testable import Training

struct StandardizationTests {
  @Test func `means and deviations are those of scikit-learn's StandardScaler`() {
    // StandardScaler().fit([[1, 10], [2, 10], [4, 10], [9, 30]]): mean_ [4, 15], scale_ [3.082207, 8.660254].
    let measured = Standardization(of: [1, 10, 2, 10, 4, 10, 9, 30], dimension: 2)
    #expect(measured.offsets == [-4, -15])
    #expect(abs(1 / measured.factors[0] - 3.082207) < 1e-5 && abs(1 / measured.factors[1] - 8.660254) < 1e-5)
    let applied = measured.apply(to: [1, 10, 9, 30])
    #expect(zip(applied, [-0.973329, -0.577350, 1.622214, 1.732051]).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test func `a feature that never changes is only centred, also where rounding moves it`() {
    let measured = Standardization(of: [0.1, 7, 0.1, 7, 0.1, 7], dimension: 2)
    #expect(measured.factors == [1, 1])
    #expect(abs(measured.apply(to: [0.3, 9])[0] - 0.2) < 1e-6 && measured.apply(to: [0.3, 9])[1] == 2)
  }

  @Test func `large numbers with small differences keep them`() {
    let measured = Standardization(of: [1_000_000, 1_000_001, 1_000_002], dimension: 1)
    #expect(measured.apply(to: [1_000_000, 1_000_002]).map { ($0 * 1000).rounded() } == [-1225, 1225])
  }

  @Test func `nothing has no means`() {
    let measured = Standardization(of: [], dimension: 2)
    #expect(measured.offsets == [0, 0] && measured.factors == [1, 1])
  }

  @Test func `neighbours are found in the unit of deviations, of what is remembered now`() throws {
    // In kilometres the first feature decides nothing, though it alone tells the classes apart.
    let features: [Float] = [0.1, 900, 0.2, 100, 0.8, 850, 0.9, 150]
    var memory = NearestNeighbors(dimension: 2, numberOfNeighbors: 1)
    try memory.remember(Tensor(shape: [4, 2], values: features), labels: ["a", "a", "b", "b"])
    let query = Tensor(shape: [1, 2], values: [0.15, 840])
    #expect(try memory.classify(query)[0].label == "b")
    memory.isStandardized = true
    #expect(try memory.classify(query)[0].label == "a")
    let scale = try #require(memory.standardization)
    #expect(scale == Standardization(of: features, dimension: 2))
    #expect(memory.samples == features)
    for index in [NearestNeighbors.Index.linear, .kdTree(leafSize: 1)] {
      memory.index = index
      let behind = memory.standardizedMemory
      #expect(!behind.isStandardized && behind.samples == scale.apply(to: features))
      let asked = Tensor(shape: [1, 2], values: scale.apply(to: query.values))
      #expect(try behind.classify(asked) == memory.classify(query))
      #expect(behind.classifyEachByTheOthers() == memory.classifyEachByTheOthers())
    }
    try memory.remember(Tensor(shape: [1, 2], values: [50, 500]), labels: ["c"])
    #expect(memory.standardization == Standardization(of: features + [50, 500], dimension: 2))
    memory.forgetAll()
    #expect(memory.standardization == nil)
  }
}
