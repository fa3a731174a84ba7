import Tensors
import Training

/// How the answer to one sample of a table changes with each of its columns: the model is asked again with the column's
/// value from other samples.
public struct ColumnEffects: Sendable {
  /// What becomes of the answer with a column's values from other samples.
  public struct Column: Sendable {
    /// What it is called.
    public let name: String
    /// Its numbers in the sample: one, or of a column of texts one for each text.
    public let values: [Float]
    /// By how much the answer changes in the mean, whichever way.
    public let change: Double
    /// The middle 95 % of the answers.
    public let range: ClosedRange<Double>
  }

  /// The columns, the one that changes the answer most first; equal ones in their order.
  public let columns: [Column]
  /// The answer as it is: the predicted number, or the probability of the predicted class.
  public let answer: Double
  /// The predicted class; nil where a number is predicted.
  public let label: String?
  /// Of how many other samples the values are.
  public let others: Int

  /// The most other samples that lend their values.
  public static let mostOthers = 200

  /// Asks a model.
  ///
  /// - Parameters:
  ///   - model: The model, which stays as it is.
  ///   - table: The samples.
  ///   - row: The place of the one asked about.
  ///   - output: Which of several predicted numbers.
  ///   - seed: What the other samples are drawn from, where there are many.
  ///   - inference: Where the model is asked; asked whether to stop.
  /// - Throws: `ExperimentError` where the model cannot be asked about such samples, `Interruption`.
  public init(
    of model: Model, on table: TableSelection, row: Int, output: Int = 0, seed: UInt64, _ inference: Inference
  ) throws {
    try model.checkAnswers(.table(table))
    var generator = SeedPlan(seed: seed).generator(for: .subsets, 0)
    let pool = generator.permutation(table.count).filter { $0 != row }.prefix(Self.mostOthers).sorted()
    let asking = try TableInference(model, on: table, places: [row] + pool, inference)
    let own = asking.rows.rows([0])
    let label = asking.answersNumbers ? nil : try asking.answers(to: own).first?.label
    func answers(to rows: Tensor) throws -> [Double] {
      guard let label else { return try asking.numbers(of: rows).map { output < $0.count ? $0[output] : .nan } }
      return try asking.answers(to: rows).map { answer in
        answer.probabilities.first { $0.label == label }?.probability ?? 0
      }
    }
    let answer = try answers(to: own).first ?? .nan
    let copies = asking.rows.rows([Int](repeating: 0, count: pool.count))
    let found = try asking.columns.map { column in
      guard !inference.signal.isInterrupted else { throw Interruption.dropped }
      let others =
        pool.isEmpty
        ? [] : try answers(to: copies.taking(column.numbers, of: asking.rows, at: Array(1..<pool.count + 1)))
      let drawn = others.map { $0.isNaN ? answer : $0 }
      return Column(
        name: column.name, values: Array(own.values[column.numbers]),
        change: drawn.reduce(0) { $0 + abs($1 - answer) } / Double(max(1, drawn.count)),
        range: drawn.isEmpty || answer.isNaN ? 0...0 : Statistics.middle(0.95, of: drawn))
    }
    (self.answer, self.label, others) = (answer, label, pool.count)
    columns = found.enumerated().sorted { one, other in
      one.element.change != other.element.change
        ? one.element.change > other.element.change : one.offset < other.offset
    }.map(\.element)
  }
}
