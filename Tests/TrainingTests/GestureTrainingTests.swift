import Networks
import Tensors
import Testing
import Training

/// The articles' figures: a classifier layer of ten outputs on the features of the 45 photos, 30 to train and 15 to
/// test; or on rows drawn in their place.
struct GestureTrainingTests {
  private let train: InMemorySamples, test: InMemorySamples

  init() throws {
    let photos = try Gestures()
    func source(_ features: Tensor, _ labels: [String]) throws -> InMemorySamples {
      let classes = labels.map { Gestures.labels.firstIndex(of: $0) ?? -1 }
      return try InMemorySamples(inputs: ["features": features], targets: .classes(classes))
    }
    train = try source(photos.train, photos.trainLabels)
    test = try source(photos.test, photos.testLabels)
  }

  private func network(seed: UInt64) throws -> Network {
    try Network(SmallNetworks.head(inputs: 1000, classes: 10, seed: seed))
  }

  /// The last records of trainings of 50 epochs with the seeds 0 ..< 20.
  private func lastRecords(rate: Double, epochs: Int = 50) throws -> [EpochRecord] {
    try (0..<20).map { seed in
      let settings = TrainingSettings(
        epochs: epochs, miniBatchSize: 8, optimizer: .sgd(learningRate: rate), seed: UInt64(seed))
      let session = try UpdateSession(
        network: try network(seed: UInt64(seed)), settings: settings, source: train,
        validation: [ValidationSet(name: "test", source: test), ValidationSet(name: "train", source: train)])
      while let event = try session.next() {
        if case .completed(let record) = event { return try #require(record) }
      }
      throw TrainingError.noSamples
    }
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  @Test func `untrained, it is right about one time in ten: 200 seeds`() throws {
    let set = ValidationSet(name: "test", source: test)
    let accuracies = try (0..<200).map { try network(seed: UInt64($0)).measure(set).accuracy ?? .nan }
    let mean = accuracies.reduce(0, +) / 200
    #expect((0.08...0.13).contains(mean))
    #expect((accuracies.max() ?? 1) < 0.55)
  }

  @Test func `at a rate of 1e-4 about 53 %, with a loss near 3, or 2 on drawn rows`() throws {
    let records = try lastRecords(rate: 1e-4)
    let accuracy = median(records.compactMap(\.validationAccuracy))
    let loss = median(records.compactMap(\.validationLoss))
    #expect((0.46...0.60).contains(accuracy))
    #expect(Gestures.expected(real: 2.3...3.6, drawn: 1.6...2.3).contains(loss))
  }

  @Test func `at a rate of 1e-3 all training photos and about 73 % of the test photos`() throws {
    let records = try lastRecords(rate: 1e-3)
    let accuracy = median(records.compactMap(\.validationAccuracy))
    #expect((0.66...0.80).contains(accuracy))
    #expect(records.allSatisfy { $0.validations.last?.accuracy == 1 })
    #expect(median(records.map(\.trainLossMean)) < 0.001)
  }

  @Test(arguments: [(1e-6, Gestures.expected(real: 0.10...0.24, drawn: 0.18...0.32)), (1e-5, 0.26...0.40)])
  func `at lower rates it learns little`(rate: Double, range: ClosedRange<Double>) throws {
    let accuracy = median(try lastRecords(rate: rate).compactMap(\.validationAccuracy))
    #expect(range.contains(accuracy))
  }

  @Test func `at a rate of 1e-2 the validation loss is huge`() throws {
    let records = try lastRecords(rate: 1e-2)
    let loss = median(records.compactMap(\.validationLoss))
    #expect((40...60).contains(loss))
    #expect(records.allSatisfy { $0.validations.last?.accuracy == 1 })
  }
}
