import Tensors

/// How far a model's numbers are from the true ones, and how sure one can be of that.
public struct NumberEvaluation: Sendable, Equatable {
  /// The true numbers, and the model's, example by example, output by output.
  public let truths: [Double], answers: [Double]
  /// How many numbers an example has.
  public let outputs: Int

  /// How far answers are from the truth.
  public struct Measures: Sendable, Equatable {
    /// The mean of the squared differences, and of their amounts.
    public let squared: Double, absolute: Double
    /// The share of the truths' variance that the answers explain (coefficient of determination): 1 is perfect, 0 no better
    /// than the truths' mean; nil where all truths are the same. Of several outputs the mean of theirs, each of which varies.
    public let explained: Double?

    /// The root of the mean squared difference, in the unit of the numbers.
    public var root: Double { squared.squareRoot() }
  }

  /// The intervals of the measures.
  public struct Intervals: Sendable, Equatable {
    /// Of the root mean squared error, the mean absolute error and the share explained; the last nil where resamples have none.
    public let root: ClosedRange<Double>, absolute: ClosedRange<Double>, explained: ClosedRange<Double>?
  }

  /// Compares numbers.
  ///
  /// - Parameters:
  ///   - truths: The true numbers, example by example.
  ///   - answers: As many answers, in the same order.
  ///   - outputs: How many numbers an example has.
  public init(truths: [Double], answers: [Double], outputs: Int = 1) {
    precondition(truths.count == answers.count && outputs > 0 && truths.count % outputs == 0, "numbers do not fit")
    self.truths = truths
    self.answers = answers
    self.outputs = outputs
  }

  /// How many examples there are.
  public var count: Int { truths.count / outputs }

  /// The measures over all examples and outputs.
  public var measures: Measures { measures(nil) }

  /// The numbers of one output alone.
  ///
  /// - Parameter output: Its place.
  /// - Returns: An evaluation of one number for each example.
  public func only(_ output: Int) -> NumberEvaluation {
    func column(_ values: [Double]) -> [Double] {
      stride(from: output, to: values.count, by: outputs).map { values[$0] }
    }
    return NumberEvaluation(truths: column(truths), answers: column(answers))
  }

  /// The amount of each example's difference, of several outputs the mean.
  public var errors: [Double] {
    (0..<count).map { example in
      (0..<outputs).reduce(0) { $0 + abs(answers[example * outputs + $1] - truths[example * outputs + $1]) }
        / Double(outputs)
    }
  }

  /// The examples, the largest difference first; equal ones in their order.
  public var worstFirst: [Int] {
    let errors = errors
    return errors.indices.sorted { errors[$0] != errors[$1] ? errors[$0] > errors[$1] : $0 < $1 }
  }

  /// Where the measures may well lie: what the middle of resamples of the examples comes to, drawn with replacement (Efron,
  /// "Bootstrap methods: another look at the jackknife", 1979). Equal seeds give equal intervals.
  ///
  /// - Parameters:
  ///   - confidence: The share of resamples within, 0 ..< 1.
  ///   - resamples: How many are drawn.
  ///   - seed: What they are drawn from.
  /// - Returns: The intervals; points where there are no examples.
  public func intervals(confidence: Double = 0.95, resamples: Int = 1000, seed: UInt64 = 1) -> Intervals {
    guard count > 0 else { return Intervals(root: 0...0, absolute: 0...0, explained: nil) }
    let plan = SeedPlan(seed: seed)
    let drawn = Parallel.map(resamples) { number -> Measures in
      var generator = plan.generator(for: .resamples, number)
      return measures((0..<count).map { _ in generator.below(count) })
    }
    let shares = drawn.compactMap(\.explained)
    return Intervals(
      root: Statistics.middle(confidence, of: drawn.map(\.root)),
      absolute: Statistics.middle(confidence, of: drawn.map(\.absolute)),
      explained: shares.isEmpty ? nil : Statistics.middle(confidence, of: shares))
  }

  /// The measures of examples by their places; nil for all.
  private func measures(_ places: [Int]?) -> Measures {
    let rows = places?.count ?? count
    guard rows > 0 else { return Measures(squared: 0, absolute: 0, explained: nil) }
    var (squared, absolute) = (0.0, 0.0)
    var shares: [Double] = []
    for output in 0..<outputs {
      var (sum, own) = (0.0, 0.0)
      for row in 0..<rows {
        let place = (places?[row] ?? row) * outputs + output
        let difference = answers[place] - truths[place]
        own += difference * difference
        absolute += abs(difference)
        sum += truths[place]
      }
      let mean = sum / Double(rows)
      var variance = 0.0
      for row in 0..<rows {
        let distance = truths[(places?[row] ?? row) * outputs + output] - mean
        variance += distance * distance
      }
      squared += own
      // The mean of equal numbers is not always the number itself.
      if variance > 1e-22 * mean * mean * Double(rows) { shares.append(1 - own / variance) }
    }
    let numbers = Double(rows * outputs)
    return Measures(
      squared: squared / numbers, absolute: absolute / numbers,
      explained: shares.isEmpty ? nil : shares.reduce(0, +) / Double(shares.count))
  }
}
