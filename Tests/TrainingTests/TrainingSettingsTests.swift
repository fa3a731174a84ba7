import Foundation
import Networks
import Testing
import Training

@Suite struct TrainingSettingsTests {
  private let settings = TrainingSettings(seed: 42)

  private func faults(_ change: (inout TrainingSettings) -> Void) -> [SettingError] {
    var changed = settings
    change(&changed)
    return changed.faults()
  }

  @Test func `the defaults have no fault`() { #expect(settings.faults().isEmpty) }

  @Test func `every number out of its range is a fault that says the range`() {
    let counting = AllowedValues.interval(from: 1, to: 1e9)
    #expect(faults { $0.epochs = 0 } == [SettingError(.epochs, value: 0, allowed: counting)])
    #expect(
      faults { $0.miniBatchSize = 65_537 }
        == [SettingError(.miniBatchSize, value: 65_537, allowed: .interval(from: 1, to: 65_536))])
    #expect(faults { $0.optimizer = .sgd(learningRate: -1, momentum: 1.5) }.map(\.name) == [.learningRate, .momentum])
    #expect(
      faults { $0.optimizer = .adam(beta1: 1, beta2: -0.1, eps: 0, weightDecay: -1) }.map(\.name)
        == [.weightDecay, .beta1, .beta2, .eps])
    #expect(faults { $0.schedule = .exponential(rate: 0) }.map(\.name) == [.rate])
    #expect(faults { $0.earlyStop = TrainingSettings.EarlyStop(patience: 0) }.map(\.name) == [.patience])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `what is no finite number is a fault`(value: Double) {
    #expect(faults { $0.optimizer = .sgd(learningRate: value) }.map(\.name) == [.learningRate])
    #expect(faults { $0.optimizer = .adam(eps: value) }.map(\.name) == [.eps])
  }

  @Test func `a model file's set and range hold besides`() {
    var limits = TrainingLimits()
    limits[.miniBatchSize] = .set([1, 2, 8, 16])
    limits[.learningRate] = .interval(from: 0, to: 1)
    var changed = settings
    changed.miniBatchSize = 7
    changed.optimizer.learningRate = 1.5
    #expect(
      changed.faults(within: limits) == [
        SettingError(.miniBatchSize, value: 7, allowed: .set([1, 2, 8, 16])),
        SettingError(.learningRate, value: 1.5, allowed: .interval(from: 0, to: 1)),
      ])
    #expect(settings.faults(within: limits).isEmpty)
  }

  @Test func `sense comes before the file: a range of 0…1 for beta does not admit 1`() {
    var limits = TrainingLimits()
    limits[.beta1] = .interval(from: 0, to: 1)
    var changed = settings
    changed.optimizer = .adam(beta1: 1)
    #expect(
      changed.faults(within: limits) == [SettingError(.beta1, value: 1, allowed: TrainingLimits.sense(of: .beta1))])
  }

  @Test func `what may not change while training is named`() {
    var changed = settings
    changed.optimizer = .adam()
    changed.schedule = .oneCycle
    #expect(changed.fixedDifferences(from: settings).isEmpty)
    changed.epochs += 1
    changed.shuffle = false
    #expect(changed.fixedDifferences(from: settings) == ["epochs", "shuffle"])
  }

  @Test func `settings survive being written down`() throws {
    var changed = TrainingSettings(
      epochs: 3, miniBatchSize: 5, lastBatch: .short, optimizer: .adam(weightDecay: 0.01),
      schedule: .warmUp(epochs: 1, then: .cosine()), shuffle: false, seed: .max,
      loss: LossSettings(labelSmoothing: 0.1, classWeights: [1, 2]), keep: .best,
      earlyStop: TrainingSettings.EarlyStop(patience: 3, leastGain: 0.01), watched: .validationAccuracy)
    let data = try JSONEncoder().encode(changed)
    #expect(try JSONDecoder().decode(TrainingSettings.self, from: data) == changed)
    changed.seed = 1
    #expect(try JSONDecoder().decode(TrainingSettings.self, from: data) != changed)
  }

  @Test(
    arguments: [
      (.interval(from: 0, to: 1), [0, 0.5, 1], [-0.1, 1.1, .nan, .infinity]),
      (.interval(from: 0, to: 1, includingLower: false, includingUpper: false), [0.5], [0, 1]),
      (.set([1, 2]), [1, 2], [0, 1.5, .nan]), (.anything, [-1e300, 0], [.infinity, .nan]),
    ] as [(AllowedValues, [Double], [Double])])
  func `intervals and sets`(allowed: AllowedValues, inside: [Double], outside: [Double]) {
    for value in inside { #expect(allowed.contains(value)) }
    for value in outside { #expect(!allowed.contains(value)) }
  }
}
