import Arithmetic
import Tensors
import Testing

@testable import Training

@Suite struct LogisticLossTests {
  private struct Data {
    var features: [Float], targets: [Int], point: [Double]
    let classes: Int, featureCount: Int

    init(_ count: Int, _ featureCount: Int, _ classes: Int, seed: UInt64 = 1) {
      var generator = SeededGenerator(seed: seed)
      features = (0..<count * featureCount).map { _ in generator.uniform(-1, 1) }
      targets = (0..<count).map { _ in generator.below(classes) }
      point = (0..<(featureCount + 1) * classes).map { _ in Double(generator.uniform(-1, 1)) }
      self.classes = classes
      self.featureCount = featureCount
    }

    var exact: ExactLogisticLoss {
      ExactLogisticLoss(
        features: features.map { Double($0) }, targets: targets, classes: classes, featureCount: featureCount)
    }

    func blocked(threads: Int) -> BlockedLogisticLoss {
      BlockedLogisticLoss(
        features: features, targets: targets, classes: classes, featureCount: featureCount,
        workers: WorkerPool(threads: threads))
    }

    func evaluate(_ loss: some LogisticLoss) -> (Double, [Double]) {
      var gradient = [Double](repeating: 0, count: point.count)
      let value = loss.add(at: point, to: &gradient)
      return (value, gradient)
    }
  }

  @Test func `the gradient is the slope`() {
    var data = Data(12, 3, 4)
    let (_, gradient) = data.evaluate(data.exact)
    for index in data.point.indices {
      let here = data.point[index]
      data.point[index] = here + 1e-5
      let above = data.evaluate(data.exact).0
      data.point[index] = here - 1e-5
      let below = data.evaluate(data.exact).0
      data.point[index] = here
      #expect(abs((above - below) / 2e-5 - gradient[index]) < 1e-7)
    }
  }

  @Test(arguments: [1, 95, 96, 97, 500, 6145, 13000], [(1, 2), (17, 3), (40, 11)])
  func `blocks come to what is exact, and to the same bits on any number of threads`(
    count: Int, shape: (features: Int, classes: Int)
  ) {
    let data = Data(count, shape.features, shape.classes)
    let exact = data.evaluate(data.exact)
    let blocked = [1, 2, 4].map { data.evaluate(data.blocked(threads: $0)) }
    #expect(abs(blocked[0].0 - exact.0) < 1e-6 * exact.0 + 1e-6)
    for (one, other) in zip(blocked[0].1, exact.1) { #expect(abs(one - other) < 2e-6 * Double(count) + 1e-6) }
    for more in blocked.dropFirst() {
      #expect(more.0 == blocked[0].0)
      #expect(more.1 == blocked[0].1)
    }
  }

  @Test func `computing again gives the same`() {
    let data = Data(1000, 9, 3)
    let loss = data.blocked(threads: 2)
    let (first, second) = (data.evaluate(loss), data.evaluate(loss))
    #expect(first.0 == second.0 && first.1 == second.1)
  }
}
