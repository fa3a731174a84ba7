import Foundation
import Testing
import Training

@Suite struct ScheduleTests {
  /// The rates of a run, mini-batch by mini-batch.
  private func rates(_ schedule: Schedule, base: Double = 1, epochs: Int, batches: Int = 1) -> [Double] {
    (0..<epochs).flatMap { epoch in
      (0..<batches).map {
        schedule.learningRate(base, at: Schedule.Position(epoch: epoch, of: epochs, batch: $0, of: batches))
      }
    }
  }

  private func expect(_ rates: [Double], _ expected: [Double], tolerance: Double = 1e-12) {
    #expect(rates.count == expected.count)
    for (rate, expected) in zip(rates, expected) { #expect(abs(rate - expected) <= tolerance * max(1, abs(expected))) }
  }

  @Test func `constant`() { #expect(rates(.constant, base: 0.3, epochs: 3) == [0.3, 0.3, 0.3]) }

  @Test func `exponential falls after every epoch: 0.9044 of the start after ten`() {
    let all = rates(.exponential(rate: 0.99), epochs: 11, batches: 4)
    #expect(all[0] == 1 && all[3] == 1)
    #expect((all[40] * 10_000).rounded() == 9044)
  }

  @Test func `or after every mini-batch`() {
    expect(
      rates(.exponential(rate: 0.5, every: .batch), epochs: 2, batches: 3), [1, 0.5, 0.25, 0.125, 0.0625, 0.03125])
  }

  @Test func `step`() {
    expect(rates(.step(factor: 0.1, epochs: 2), base: 2, epochs: 5), [2, 2, 0.2, 0.2, 0.02])
  }

  @Test func `cosine`() {
    expect(rates(.cosine(), epochs: 4), [1, (1 + 0.5.squareRoot()) / 2, 0.5, (1 - 0.5.squareRoot()) / 2])
    expect(rates(.cosine(minimum: 0.2), epochs: 2), [1, 0.6])
  }

  @Test func `cyclic`() {
    expect(
      rates(.cyclic(maximum: 5, stepSize: 4), epochs: 3, batches: 4), [1, 2, 3, 4, 5, 4, 3, 2, 1, 2, 3, 4])
  }

  @Test func `oneCycle`() {
    let expected = [
      0.04, 0.52, 1.0, 0.950484632, 0.811745654, 0.611262022, 0.388741978, 0.188258346, 0.049519368, 4e-06,
    ]
    expect(rates(.oneCycle, epochs: 5, batches: 2), expected, tolerance: 1e-9)
    #expect(rates(.oneCycle, epochs: 1) == [1])
    expect(rates(.oneCycle, epochs: 2), [1, 4e-6], tolerance: 1e-15)
  }

  @Test func `warm-up rises to the other schedule in a straight line`() {
    expect(
      rates(.warmUp(epochs: 2, then: .step(factor: 0.5, epochs: 3)), epochs: 4, batches: 2),
      [0.25, 0.5, 0.75, 1, 1, 1, 0.5, 0.5])
  }

  @Test func `schedules survive being written down`() throws {
    let schedules: [Schedule] = [
      .constant, .exponential(rate: 0.99), .exponential(rate: 0.9, every: .batch), .step(factor: 0.1, epochs: 3),
      .cosine(minimum: 0.1), .cyclic(maximum: 2, stepSize: 7), .oneCycle, .warmUp(epochs: 1, then: .cosine()),
    ]
    for schedule in schedules {
      #expect(try JSONDecoder().decode(Schedule.self, from: try JSONEncoder().encode(schedule)) == schedule)
    }
  }

  @Test(
    arguments: [
      (.exponential(rate: 0), [.rate]), (.exponential(rate: .nan), [.rate]), (.exponential(rate: 0.99), []),
      (.step(factor: -1, epochs: 0), [.rate, .every]), (.cosine(minimum: -1), [.minimum]),
      (.cyclic(maximum: .infinity, stepSize: 0), [.maximum, .stepSize]),
      (.warmUp(epochs: 0, then: .exponential(rate: 0)), [.warmUp, .rate]), (.oneCycle, []), (.constant, []),
    ] as [(Schedule, [SettingError.Name])])
  func `what cannot be is a fault`(schedule: Schedule, names: [SettingError.Name]) {
    #expect(schedule.faults.map(\.name) == names)
  }
}
