import Networks
import Tensors
import Testing
import Training

/// How trainings end otherwise than after their last epoch.
@Suite struct UpdateSessionEndingTests {
  /// A source that fails at one epoch, or whose samples turn into what is no number.
  private struct Trap: SampleSource {
    struct Vanished: Error, Equatable { let place: Int }
    enum Kind { case vanishes, spoils }

    let samples: InMemorySamples
    let kind: Kind
    let epoch: Int
    var sampleCount: Int { samples.sampleCount }

    func samples(at places: [Int], epoch: Int) throws -> Samples {
      var found = samples.samples(at: places, epoch: epoch)
      guard epoch == self.epoch, places.contains(5) else { return found }
      if kind == .vanishes { throw Vanished(place: 5) }
      guard var tensors = found.inputs.tensors else { return found }
      tensors["features"]?.values[2] = .nan
      found.inputs = .tensors(tensors)
      return found
    }
  }

  private func session(
    _ settings: TrainingSettings, source: (any SampleSource)? = nil, validated: Bool = true
  ) throws -> UpdateSession {
    try UpdateSession(
      network: try Network(SmallNetworks.head(inputs: 4, classes: 3, seed: 7)), settings: settings,
      source: try source ?? SmallNetworks.samples(30),
      validation: validated ? [ValidationSet(name: "test", source: try SmallNetworks.samples(15, seed: 2))] : [])
  }

  private func records(_ session: UpdateSession) throws -> [EpochRecord] {
    var records: [EpochRecord] = []
    while let event = try session.next() { if case .epochEnd(let record) = event { records.append(record) } }
    return records
  }

  @Test func `a photo that vanishes leaves the training where it stood`() throws {
    let settings = TrainingSettings(epochs: 3, seed: 1)
    let trap = Trap(samples: try SmallNetworks.samples(30), kind: .vanishes, epoch: 1)
    let session = try session(settings, source: trap)
    #expect(throws: Trap.Vanished(place: 5)) { try records(session) }
    #expect(session.state.epoch == 1)
    let state = session.state
    let parameters = ParameterSnapshot(session.network)
    #expect(throws: Trap.Vanished.self) { try session.next() }
    #expect(session.state == state && ParameterSnapshot(session.network) == parameters)

    let resumed = try UpdateSession(
      network: session.network, settings: settings, state: state, source: try SmallNetworks.samples(30))
    _ = try records(resumed)
    let whole = try self.session(settings)
    _ = try records(whole)
    #expect(ParameterSnapshot(resumed.network) == ParameterSnapshot(whole.network))
  }

  @Test func `a loss that is no number stops training with the last good parameters`() throws {
    let settings = TrainingSettings(
      epochs: 5, optimizer: .sgd(learningRate: 0.02), shuffle: false, seed: 1)
    let trap = Trap(samples: try SmallNetworks.samples(30), kind: .spoils, epoch: 2)
    let session = try session(settings, source: trap)
    let divergence = Divergence(
      epoch: 3, batch: 0, step: 8, learningRate: 0.02, suggestedLearningRate: 0.002, keptEpochs: 1)
    #expect(throws: divergence) { try records(session) }
    #expect(session.state.epochs == 1)
    var one = settings
    one.epochs = 1
    let first = try self.session(one)
    _ = try records(first)
    #expect(ParameterSnapshot(session.network) == ParameterSnapshot(first.network))
  }

  @Test(arguments: [true, false])
  func `a rate much too high ends in a fact, never in weights that are no numbers`(validated: Bool) throws {
    let settings = TrainingSettings(
      epochs: 50, optimizer: .sgd(learningRate: 1e38, momentum: 0.9), seed: 1)
    let session = try session(settings, validated: validated)
    #expect(throws: Divergence.self) { try records(session).count }
    #expect(ParameterSnapshot(session.network).isFinite)
    let probe = Tensor(shape: [1, 4], values: [0.5, -0.5, 0.25, 1])
    let output = try session.network.forward(["features": probe])["probabilities"]
    #expect(output?.values.allSatisfy { $0.isFinite } == true)
    var calmer = settings
    calmer.optimizer.learningRate = 0.01
    try session.change(to: calmer)
    let kept = session.state.epoch
    #expect(try records(session).count == 50 - kept)
  }

  @Test(arguments: [(0.01, 0.001), (0.5, 0.05), (0.37, 0.04), (3, 0.3), (1e-4, 1e-5), (0, 0)])
  func `a tenth of the rate is suggested`(rate: Double, suggestion: Double) throws {
    var settings = TrainingSettings(epochs: 1, optimizer: .sgd(learningRate: rate), shuffle: false, seed: 1)
    settings.miniBatchSize = 30
    let trap = Trap(samples: try SmallNetworks.samples(30), kind: .spoils, epoch: 0)
    do {
      _ = try records(try session(settings, source: trap))
      Issue.record("training went on")
    } catch let divergence as Divergence {
      #expect(abs(divergence.suggestedLearningRate - suggestion) < 1e-12)
      #expect(divergence.keptEpochs == 0 && divergence.step == 0)
    }
  }

  @Test func `it stops early when nothing has been gained for as long as patience lasts`() throws {
    var settings = TrainingSettings(
      epochs: 200, optimizer: .sgd(learningRate: 0.5), seed: 1,
      earlyStop: TrainingSettings.EarlyStop(patience: 4, leastGain: 0.001))
    let session = try session(settings)
    let losses = try records(session).map { $0.validationLoss ?? .nan }
    let best = try #require(session.state.best)
    #expect(losses.count < 200)
    #expect(losses.count == best.epoch + 4)
    #expect(losses.dropFirst(best.epoch).allSatisfy { $0 > best.value - 0.001 })
    #expect(session.state.isComplete)
    settings.earlyStop = nil
    #expect(try records(try self.session(settings)).count == 200)
  }

  @Test func `kept are the parameters of the best epoch, or of the last`() throws {
    var settings = TrainingSettings(epochs: 40, optimizer: .sgd(learningRate: 1), seed: 1, keep: .best)
    let test = ValidationSet(name: "test", source: try SmallNetworks.samples(15, seed: 2))
    let best = try session(settings)
    let losses = try records(best).map { $0.validationLoss ?? .nan }
    #expect(try best.network.measure(test).loss == losses.min())
    #expect(best.state.best?.epoch == (losses.firstIndex(of: losses.min() ?? 0) ?? -1) + 1)
    settings.keep = .lastEpoch
    let last = try session(settings)
    _ = try records(last)
    #expect(try last.network.measure(test).loss == losses.last)
    #expect(losses.last != losses.min())
  }

  @Test func `the best parameters survive a pause`() throws {
    let settings = TrainingSettings(epochs: 40, optimizer: .sgd(learningRate: 1), seed: 1, keep: .best)
    let whole = try session(settings)
    _ = try records(whole)
    let first = try session(settings)
    while first.state.epoch < 39 { _ = try first.next() }
    let second = try UpdateSession(
      network: first.network, settings: settings, state: first.state, best: first.bestParameters,
      source: try SmallNetworks.samples(30),
      validation: [ValidationSet(name: "test", source: try SmallNetworks.samples(15, seed: 2))])
    _ = try records(second)
    #expect(ParameterSnapshot(second.network) == ParameterSnapshot(whole.network))
  }

  @Test func `what is best depends on what is watched`() throws {
    for watched in TrainingSettings.Watched.allCases {
      var settings = TrainingSettings(epochs: 30, optimizer: .sgd(learningRate: 1), seed: 1)
      settings.watched = watched
      let session = try session(settings)
      let records = try records(session)
      let expected: Double? =
        switch watched {
        case .trainLossMean: records.map(\.trainLossMean).min()
        case .validationLoss: records.compactMap(\.validationLoss).min()
        case .validationAccuracy: records.compactMap(\.validationAccuracy).max()
        }
      #expect(session.state.best?.value == expected)
    }
  }
}
