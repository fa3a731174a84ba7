import Networks
import Sketching
import Testing
import Training

struct SketchNetworkTests {
  @Test func `five convolutions, a mean and a classifier, the same first weights for the same seed`() throws {
    let network = SketchNetwork.definition(classes: 24, seeds: SeedPlan(seed: 1))
    let shapes = try network.shapes()
    #expect(
      (1...5).map { shapes["relu\($0)"] } == [[24, 48, 48], [48, 24, 24], [96, 12, 12], [128, 6, 6], [256, 6, 6]])
    #expect(shapes["pool5"] == [SketchNetwork.features, 1, 1] && shapes["probability"]?.reduce(1, *) == 24)
    #expect(network == SketchNetwork.definition(classes: 24, seeds: SeedPlan(seed: 1)))
    #expect(network != SketchNetwork.definition(classes: 24, seeds: SeedPlan(seed: 2)))
    #expect(network.layers.filter(\.isUpdatable).count == 6)
  }
}
