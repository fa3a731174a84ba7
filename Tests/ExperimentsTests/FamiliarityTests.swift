import Tensors
import Testing
import Training

@testable import Experiments

struct FamiliarityTests {
  /// A memory of points on a line.
  private func memory(_ places: [Float], metric: DistanceMetric = .euclidean) throws -> NearestNeighbors {
    var memory = NearestNeighbors(dimension: 1, numberOfNeighbors: 3, metric: metric)
    try memory.remember(Tensor(shape: [places.count, 1], values: places), labels: places.map { _ in "a" })
    return memory
  }

  private func rarities(_ places: [Float], in familiarity: Familiarity) throws -> [Double] {
    try familiarity.rarities(of: Tensor(shape: [places.count, 1], values: places))
  }

  @Test func `the p-value is the share of learnt samples that are as far from the nearest other one`() throws {
    // Distances to the nearest other one: 1, 1, 1, 2, 2, and of the last 94.
    let familiarity = try Familiarity(memory([0, 1, 2, 4, 6, 100]))
    #expect(familiarity.count == 6)
    #expect(try rarities([3, 8, 8.5, 100, 60, 300, 0.5], in: familiarity) == [7, 4, 2, 7, 2, 1, 7].map { $0 / 7 })
  }

  @Test func `what was learnt twice is at no distance from itself`() throws {
    let familiarity = try Familiarity(memory([5, 5, 5]))
    #expect(try rarities([5, 5.5], in: familiarity) == [1, 0.25])
  }

  @Test func `of samples like those learnt about one in twenty is unfamiliar, and what is far always is`() throws {
    var generator = SeededGenerator(seed: 4)
    func places(_ count: Int) -> [Float] { (0..<count).map { _ in Float.random(in: 0..<1, using: &generator) } }
    let familiarity = try Familiarity(memory(places(3000)))
    #expect(familiarity.count == 1500)
    let strangers = try rarities(places(2000), in: familiarity).count(where: Familiarity.isUnfamiliar)
    #expect((60...140).contains(strangers))
    #expect(try rarities([1.5, -0.5], in: familiarity).allSatisfy(Familiarity.isUnfamiliar))
  }

  @Test func `from nineteen samples on something can be unfamiliar`() throws {
    for count in [Familiarity.fewest - 1, Familiarity.fewest] {
      let familiarity = try Familiarity(memory((0..<count).map(Float.init)))
      let far = try rarities([1000], in: familiarity)[0]
      #expect(Familiarity.isUnfamiliar(far) == (count == Familiarity.fewest))
    }
  }

  @Test func `features that are no numbers are a fact`() throws {
    let familiarity = try Familiarity(memory([0, 1, 2]))
    #expect(throws: TrainingError.self) { try rarities([.nan], in: familiarity) }
  }
}
