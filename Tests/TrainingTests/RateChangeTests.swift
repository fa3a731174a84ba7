import Networks
import Tensors
import Testing

@testable import Training

@Suite struct RateChangeTests {
  private func session(_ schedule: Schedule = .constant, _ optimizer: OptimizerSettings) throws -> UpdateSession {
    var settings = TrainingSettings(epochs: 4, miniBatchSize: 8, optimizer: optimizer, seed: 42)
    settings.schedule = schedule
    return try UpdateSession(
      network: try Network(SmallNetworks.head(inputs: 4, classes: 3, seed: 7)), settings: settings,
      source: try SmallNetworks.samples(30))
  }

  /// Trains to the end and sets rates on the way; gives the rate of every mini-batch.
  @discardableResult
  private func finish(_ session: UpdateSession, _ changes: [RateChange] = []) throws -> [Double] {
    var changes = changes[...]
    var rates: [Double] = []
    while true {
      while let change = changes.first, change.isDue(at: session.state) {
        try session.change(learningRate: change.learningRate)
        changes.removeFirst()
      }
      let rate = session.learningRate
      guard let event = try session.next() else { return rates }
      if case .miniBatchEnd = event { rates.append(rate) }
    }
  }

  @Test(arguments: [
    Schedule.constant, .exponential(rate: 0.9), .exponential(rate: 0.9, every: .batch), .step(factor: 0.5, epochs: 2),
    .cosine(minimum: 0.001), .cyclic(maximum: 0.4, stepSize: 3), .oneCycle, .warmUp(epochs: 2, then: .cosine()),
  ])
  func `a rate that is set holds at once, and the schedule goes on from it in proportion`(schedule: Schedule) throws {
    let usual = try finish(try session(schedule, .sgd(learningRate: 0.1)))
    let changed = try finish(
      try session(schedule, .sgd(learningRate: 0.1)), [RateChange(epoch: 1, batch: 2, learningRate: 0.05)])
    let place = 4 + 2
    #expect(changed[..<place] == usual[..<place])
    let factor = 0.05 / usual[place]
    for (rate, before) in zip(changed[place...], usual[place...]) {
      #expect(abs(rate - before * factor) <= 1e-12, "\(schedule)")
    }
    #expect(abs(changed[place] - 0.05) <= 1e-15)
  }

  @Test func `a rate of nothing can be left again`() throws {
    let session = try session(.exponential(rate: 0.5), .sgd(learningRate: 0.1))
    let rates = try finish(
      session,
      [RateChange(epoch: 1, batch: 0, learningRate: 0), RateChange(epoch: 2, batch: 0, learningRate: 0.1)])
    #expect(rates[4..<8].allSatisfy { $0 == 0 })
    #expect(abs(rates[8] - 0.1) < 1e-15 && abs(rates[12] - 0.05) < 1e-15)
  }

  @Test(arguments: [OptimizerSettings.sgd(learningRate: 0.1, momentum: 0.9), .adam(learningRate: 0.01)])
  func `the same changes give the same bits, and others do not`(optimizer: OptimizerSettings) throws {
    let changes = [
      RateChange(epoch: 0, batch: 3, learningRate: 0.02), RateChange(epoch: 1, batch: 4, learningRate: 0.004),
      RateChange(epoch: 3, batch: 0, learningRate: 0.05),
    ]
    func parameters(_ changes: [RateChange]) throws -> [[UInt32]] {
      let session = try session(.exponential(rate: 0.9), optimizer)
      try finish(session, changes)
      #expect(session.rateChanges == changes)
      return session.network.trainableParameters.map { key in
        (session.network[parameter: key]?.values ?? []).map(\.bitPattern)
      }
    }
    let first = try parameters(changes)
    #expect(try parameters(changes) == first)
    #expect(try parameters(Array(changes.dropLast())) != first)
  }

  @Test func `what is no rate is rejected, and nothing changes`() throws {
    let session = try session(.constant, .sgd(learningRate: 0.1))
    for rate in [-1, .nan, .infinity] {
      #expect(throws: TrainingError.self) { try session.change(learningRate: rate) }
    }
    #expect(session.learningRate == 0.1 && session.rateChanges.isEmpty)
  }
}
