import DataFiles
import Tensors
import Training

/// How much the answers of a model hang on each column of a table: the model is asked again with the column's values in
/// another order, so that they say nothing of their sample any more (L. Breiman, "Random forests", 2001).
public struct ColumnImportance: Sendable {
  /// What a column is worth.
  public struct Column: Sendable {
    /// What it is called.
    public let name: String
    /// By how much the answers get worse without it: the share of right answers lost, 0…1, or what the root of the mean squared
    /// error grows by; below 0 where they get better.
    public let change: Double
    /// Where the change may well lie: the middle of resamples of the samples.
    public let interval: ClosedRange<Double>
  }

  /// The columns, the one that most hangs on first; equal ones in their order.
  public let columns: [Column]
  /// The score with all columns as they are: the share of right answers, 0…1, or the root of the mean squared error.
  public let score: Double
  /// Whether numbers are predicted.
  public let answersNumbers: Bool
  /// How many samples the model was asked about.
  public let asked: Int

  /// The most samples that a model is asked about; of more some are drawn.
  public static let mostSamples = 1_000

  /// Asks a model, its table's columns being put in another order one after the other.
  ///
  /// - Parameters:
  ///   - model: The model, which stays as it is.
  ///   - table: The samples, at best some that it has not learnt from.
  ///   - repeats: How many orders of each column are tried; the changes are their means.
  ///   - seed: What orders and resamples are drawn from.
  ///   - confidence: How sure the intervals are to be.
  ///   - inference: Where the model is asked; asked whether to stop.
  ///   - update: Told how many columns are done, and how many there are.
  /// - Throws: `ExperimentError` where the model cannot be asked about such samples, `Interruption`.
  public init(
    of model: Model, on table: TableSelection, repeats: Int, seed: UInt64, confidence: Double = 0.95,
    _ inference: Inference, update: (Int, Int) -> Void = { _, _ in }
  ) throws {
    try model.checkAnswers(.table(table))
    let plan = SeedPlan(seed: seed)
    let places = Self.places(table.count, plan)
    let asking = try TableInference(model, on: table, places: places, inference)
    let before = try asking.losses(of: asking.rows)
    let parts = asking.columns
    var losses: [[Double]] = []
    for (number, column) in parts.enumerated() {
      var sums = [Double](repeating: 0, count: before.count)
      for time in 0..<repeats {
        guard !inference.signal.isInterrupted else { throw Interruption.dropped }
        var generator = plan.generator(for: .permutations, number, time)
        let order = generator.permutation(before.count)
        let own = try asking.losses(of: asking.rows.taking(column.numbers, of: asking.rows, at: order))
        for place in sums.indices { sums[place] += own[place] }
      }
      losses.append(sums.map { $0 / Double(repeats) })
      update(number + 1, parts.count)
    }
    answersNumbers = asking.answersNumbers
    asked = before.count
    let isRoot = answersNumbers
    let value = { (mean: Double) in isRoot ? mean.squareRoot() : mean }
    let mean = before.reduce(0, +) / Double(max(1, before.count))
    score = isRoot ? mean.squareRoot() : 1 - mean
    let resamples = Self.resamples(of: [before] + losses, plan)
    let found = parts.indices.map { number in
      let all = losses[number].reduce(0, +) / Double(max(1, before.count))
      let drawn = resamples.map { value($0[number + 1]) - value($0[0]) }.map { $0.isNaN ? 0 : $0 }
      return Column(
        name: parts[number].name, change: value(all) - value(mean),
        interval: drawn.isEmpty ? 0...0 : Statistics.middle(confidence, of: drawn))
    }
    columns = found.enumerated().sorted { one, other in
      one.element.change != other.element.change
        ? one.element.change > other.element.change : one.offset < other.offset
    }.map(\.element)
  }

  /// The samples asked about: all, or so many of them as are no burden, in their order.
  private static func places(_ count: Int, _ plan: SeedPlan) -> [Int] {
    guard count > mostSamples else { return Array(0..<count) }
    var generator = plan.generator(for: .subsets, 0)
    return generator.permutation(count).prefix(mostSamples).sorted()
  }

  /// The means of rows of losses over samples drawn with replacement: for each resample one of each row.
  private static func resamples(of losses: [[Double]], _ plan: SeedPlan) -> [[Double]] {
    let count = losses.first?.count ?? 0
    guard count > 0 else { return [] }
    return Parallel.map(1000) { number in
      var generator = plan.generator(for: .resamples, number)
      var times = [Double](repeating: 0, count: count)
      for _ in 0..<count { times[generator.below(count)] += 1 }
      return losses.map { row in zip(row, times).reduce(0) { $0 + $1.0 * $1.1 } / Double(count) }
    }
  }
}
