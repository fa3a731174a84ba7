import Foundation
import Networks
import Tensors
import Testing
import Training

@Suite struct UpdateSessionTests {
  private let settings = TrainingSettings(
    epochs: 3, miniBatchSize: 8, optimizer: .sgd(learningRate: 0.1, momentum: 0.9), seed: 42)

  private func network(seed: UInt64 = 7) throws -> Network {
    try Network(SmallNetworks.head(inputs: 4, classes: 3, seed: seed))
  }

  private func session(
    _ settings: TrainingSettings? = nil, samples: Int = 30, validated: Bool = false
  ) throws -> UpdateSession {
    try UpdateSession(
      network: try network(), settings: settings ?? self.settings, source: try SmallNetworks.samples(samples),
      validation: validated ? [ValidationSet(name: "test", source: try SmallNetworks.samples(15, seed: 2))] : [])
  }

  @discardableResult
  private func finish(_ session: UpdateSession) throws -> [TrainingEvent] {
    var events: [TrainingEvent] = []
    while let event = try session.next() { events.append(event) }
    return events
  }

  private func records(_ events: [TrainingEvent]) -> [EpochRecord] {
    events.compactMap { if case .epochEnd(let record) = $0 { record } else { nil } }
  }

  private func losses(_ events: [TrainingEvent]) -> [Float] {
    events.compactMap { if case .miniBatchEnd(_, _, _, let loss) = $0 { loss } else { nil } }
  }

  @Test func `events come in Core ML's order: 1 + 4E + E + 1`() throws {
    let events = try finish(try session())
    #expect(events.count == 1 + 4 * 3 + 3 + 1)
    var expected = ["begin"]
    for epoch in 0..<3 { expected += (0..<4).map { "batch \(epoch) \($0) of 4" } + ["epoch \(epoch + 1)"] }
    let names = events.map { event in
      switch event {
      case .trainingBegin: "begin"
      case .miniBatchEnd(let epoch, let index, let count, _): "batch \(epoch) \(index) of \(count)"
      case .epochEnd(let record): "epoch \(record.epoch)"
      case .completed: "completed"
      }
    }
    #expect(names == expected + ["completed"])
    #expect(events.last == .completed(records(events).last))
  }

  @Test func `after the end there is nothing more`() throws {
    let session = try session()
    try finish(session)
    #expect(try session.next() == nil)
    #expect(session.state.isComplete && session.state.epochs == 3)
  }

  @Test func `a record has the last loss, the mean loss and the running accuracy`() throws {
    let events = try finish(try session(validated: true))
    let losses = losses(events)
    for (index, record) in records(events).enumerated() {
      let own = losses[index * 4..<index * 4 + 4]
      #expect(record.trainLoss == own.last.map(Double.init))
      #expect(abs(record.trainLossMean - own.reduce(0.0) { $0 + Double($1) } / 4) < 1e-12)
      #expect(record.trainAccuracy.map { ($0 * 32).rounded() == $0 * 32 } == true)
      #expect(record.validations.map(\.name) == ["test"])
      #expect(record.seed == 42 && record.learningRate == 0.1 && record.miniBatchSize == 8)
      #expect(record.seconds > 0)
    }
  }

  @Test func `row 79: the running accuracy is that of the parameters before each step`() throws {
    var settings = settings
    settings.epochs = 1
    settings.miniBatchSize = 30
    settings.shuffle = false
    let set = ValidationSet(name: "train", source: try SmallNetworks.samples(30))
    let before = try network().measure(set)
    let record = try #require(records(try finish(try session(settings))).first)
    #expect(record.trainAccuracy == before.accuracy)
    #expect(abs(record.trainLossMean - before.loss) < 1e-6)
  }

  @Test func `the validation is what measuring the network gives`() throws {
    let session = try session(validated: true)
    let events = try finish(session)
    let set = ValidationSet(name: "test", source: try SmallNetworks.samples(15, seed: 2))
    #expect(try session.network.measure(set) == records(events).last?.validations.first)
  }

  @Test func `the same settings give the same bits, another seed others`() throws {
    let first = try session(), second = try session()
    #expect(losses(try finish(first)) == losses(try finish(second)))
    #expect(ParameterSnapshot(first.network) == ParameterSnapshot(second.network))
    var other = settings
    other.seed = 43
    let third = try session(other)
    try finish(third)
    #expect(ParameterSnapshot(first.network) != ParameterSnapshot(third.network))
  }

  @Test func `stopped while the end of an epoch is measured, it stands before it`() throws {
    let whole = try session(validated: true)
    let expected = try finish(whole)
    let stopped = try session(validated: true)
    var seen: [TrainingEvent] = []
    for _ in 0..<5 { if let event = try stopped.next() { seen.append(event) } }
    stopped.goesOn = { false }
    let state = stopped.state
    #expect(throws: Stopped()) { try stopped.next() }
    #expect(stopped.state == state && state.batch == 4)
    stopped.goesOn = { true }
    seen += try finish(stopped)
    #expect(losses(seen) == losses(expected))
    #expect(records(seen).map(\.validations) == records(expected).map(\.validations))
    #expect(ParameterSnapshot(stopped.network) == ParameterSnapshot(whole.network))
  }

  @Test func `stopped wherever it asks within a mini-batch, it does that anew with the same bits`() throws {
    let whole = try session()
    let expected = try finish(whole)
    let stopped = try session()
    var (patience, left, stops) = (0, 0, 0)
    stopped.goesOnWithinBatch = {
      left -= 1
      return left >= 0
    }
    var seen: [TrainingEvent] = []
    while true {
      left = patience
      let state = stopped.state
      do {
        guard let event = try stopped.next() else { break }
        seen.append(event)
        patience = 0
      } catch is Stopped {
        #expect(stopped.state.batch == state.batch && stopped.state.epoch == state.epoch)
        patience += 1
        stops += 1
      }
    }
    // Before its one layer, which the softmax is part of, and before the way back.
    #expect(stops == 4 * 3 * 2)
    #expect(losses(seen) == losses(expected))
    #expect(ParameterSnapshot(stopped.network) == ParameterSnapshot(whole.network))
    #expect(stopped.state == whole.state)
  }

  @Test(
    arguments: [OptimizerSettings.sgd(learningRate: 0.1, momentum: 0.9), .adam(learningRate: 0.01)],
    [Schedule.constant, .exponential(rate: 0.9, every: .batch)])
  func `interrupted anywhere and written down, it goes on with the same bits`(
    optimizer: OptimizerSettings, schedule: Schedule
  ) throws {
    var settings = settings
    settings.optimizer = optimizer
    settings.schedule = schedule
    let whole = try session(settings, validated: true)
    let expected = try finish(whole)
    let source = try SmallNetworks.samples(30)
    let validation = [ValidationSet(name: "test", source: try SmallNetworks.samples(15, seed: 2))]
    for pause in 1..<expected.count {
      let first = try session(settings, validated: true)
      var seen: [TrainingEvent] = []
      for _ in 0..<pause { if let event = try first.next() { seen.append(event) } }
      let state = try JSONDecoder().decode(TrainingState.self, from: JSONEncoder().encode(first.state))
      let parameters = try JSONDecoder().decode(
        ParameterSnapshot.self, from: JSONEncoder().encode(ParameterSnapshot(first.network)))
      #expect(state == first.state && parameters == ParameterSnapshot(first.network))

      let network = try network(seed: 99)
      parameters.restore(to: network)
      let second = try UpdateSession(
        network: network, settings: settings, state: state, source: source, validation: validation)
      seen += try finish(second).dropFirst()
      #expect(losses(seen) == losses(expected))
      #expect(records(seen).map(\.validations) == records(expected).map(\.validations))
      #expect(records(seen).map(\.trainLossMean) == records(expected).map(\.trainLossMean))
      #expect(ParameterSnapshot(network) == ParameterSnapshot(whole.network))
      #expect(second.state == whole.state)
    }
  }

  @Test func `what dropout zeroes follows from the seed, through any pause`() throws {
    func train(_ settings: TrainingSettings, pausedAfter events: Int = 0) throws -> (ParameterSnapshot, [Float]) {
      var session = try UpdateSession(
        network: try Network(SmallNetworks.forgetful(seed: 7)), settings: settings,
        source: try SmallNetworks.samples(30))
      var seen: [TrainingEvent] = []
      for _ in 0..<events { if let event = try session.next() { seen.append(event) } }
      if events > 0 {
        let network = try Network(session.network.definition)
        session = try UpdateSession(
          network: network, settings: settings, state: session.state, source: try SmallNetworks.samples(30))
      }
      seen += try finish(session)
      return (ParameterSnapshot(session.network), losses(seen))
    }
    let whole = try train(settings)
    for pause in [1, 3, 7] { #expect(try train(settings, pausedAfter: pause) == whole) }
    var other = settings
    other.shuffle = false
    let unshuffled = try train(other)
    other.seed = 43
    #expect(try train(other) != unshuffled)
  }

  @Test func `two epochs and then one are three`() throws {
    let whole = try session()
    try finish(whole)
    var shorter = settings
    shorter.epochs = 2
    let first = try session(shorter)
    try finish(first)
    shorter.epochs = 1
    let second = try UpdateSession(
      network: first.network, settings: shorter,
      state: TrainingState(shorter, sampleCount: 30, after: first.state), source: try SmallNetworks.samples(30))
    let events = try finish(second)
    #expect(records(events).map(\.epoch) == [3])
    #expect(ParameterSnapshot(second.network) == ParameterSnapshot(whole.network))
  }

  @Test func `another optimizer starts without memories`() throws {
    let first = try session()
    try finish(first)
    var other = settings
    other.optimizer = .adam()
    let state = TrainingState(other, sampleCount: 30, after: first.state)
    #expect(state.optimizer == OptimizerState(.adam()))
    #expect(state.firstEpoch == 3 && state.epoch == 0)
  }

  @Test func `the learning rate of each mini-batch follows the schedule`() throws {
    var settings = settings
    settings.schedule = .exponential(rate: 0.5)
    let session = try session(settings)
    var rates: [Double] = []
    repeat { rates.append(session.learningRate) } while try session.next() != nil
    #expect(rates[1...4].allSatisfy { $0 == 0.1 })
    #expect(rates[6...9].allSatisfy { $0 == 0.05 })
    #expect(session.state.optimizer.settings.learningRate == 0.025)
  }

  @Test func `optimizer and schedule may change underway, the number of epochs not`() throws {
    let session = try session()
    for _ in 0..<3 { _ = try session.next() }
    var changed = settings
    changed.optimizer.learningRate = 0.01
    try session.change(to: changed)
    _ = try session.next()
    #expect(session.state.optimizer.settings.learningRate == 0.01)
    changed.epochs = 5
    changed.miniBatchSize = 4
    #expect(throws: TrainingError.fixedWhileTraining(["epochs", "miniBatchSize"])) {
      try session.change(to: changed)
    }
    changed.optimizer.learningRate = .nan
    #expect(throws: TrainingError.self) { try session.change(to: changed) }
    #expect(session.settings.optimizer.learningRate == 0.01)
  }

  @Test func `numbers are learnt by the squared error`() throws {
    var generator = SeededGenerator(seed: 3)
    let features = Tensor(shape: [20, 4], values: (0..<80).map { _ in generator.uniform(-1, 1) })
    let values = Tensor(
      shape: [20, 2], values: (0..<20).flatMap { [features.row($0).reduce(0, +), features.row($0).first ?? 0] })
    let source = try InMemorySamples(inputs: ["features": features], targets: .values(values))
    var settings = settings
    settings.epochs = 60
    let session = try UpdateSession(
      network: try Network(SmallNetworks.regressor(seed: 1)), settings: settings, source: source,
      validation: [ValidationSet(name: "train", source: source)])
    let records = records(try finish(session))
    #expect(records.allSatisfy { $0.trainAccuracy == nil && $0.validationAccuracy == nil })
    #expect((records.last?.validationLoss ?? .infinity) < 0.05 * (records.first?.validationLoss ?? 0))
  }

  @Test func `wrong settings, no samples and foreign states are facts`() throws {
    var wrong = settings
    wrong.epochs = 0
    #expect(throws: TrainingError.self) { try session(wrong) }
    #expect(throws: TrainingError.noSamples) { try session(samples: 0) }
    let state = TrainingState(settings, sampleCount: 29)
    #expect(throws: TrainingError.stateMismatch(of: "samples", expected: 29, actual: 30)) {
      try UpdateSession(
        network: try network(), settings: settings, state: state, source: try SmallNetworks.samples(30))
    }
  }
}
