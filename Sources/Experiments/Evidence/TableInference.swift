import DataFiles
public import Tensors
public import Training

/// A model asked about rows of numbers that stand in no table: samples of one with some of their numbers changed.
public struct TableInference {
  /// A column, and which numbers of a sample are its own.
  public struct Column: Sendable, Equatable {
    /// What it is called.
    public let name: String
    /// The places of its numbers: one, or of a column of texts one for each text.
    public let numbers: Range<Int>
  }

  /// The columns; of a table without columns each number is one.
  public let columns: [Column]
  /// The samples as they are, [samples, numbers].
  public let rows: Tensor
  /// Whether numbers are predicted.
  public var answersNumbers: Bool { model.isRegressor }

  private let model: Model
  private let table: TableSelection
  private let truths: [String]
  private let inference: Inference

  /// Takes samples.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - table: A table with the numbers that it reads.
  ///   - places: Which of its samples.
  ///   - inference: Where the model is asked.
  /// - Throws: `NameError.notTrainedYet` for a k-NN model that remembers nothing, `SourceError.table` where numbers that are
  ///   kept in a file cannot be read back.
  public init(
    _ model: Model, on table: TableSelection, places: [Int], _ inference: Inference
  ) throws(ExperimentError) {
    try model.checkRemembers()
    self.model = model
    self.table = table
    self.inference = inference
    let all = table.truths
    truths = places.map { all[$0] }
    // What is no number is told before anything is asked.
    if case .network(let network) = model, network.outputs.isRegressor {
      _ = try network.numbers(truths, of: table.text)
    }
    let values = try table.tensor(places).values
    let width = table.dataset.sampleShape.reduce(1, *)
    rows = Tensor(shape: [places.count, width], values: values)
    var columns: [Column] = []
    for column in table.dataset.columns {
      let start = columns.last?.numbers.upperBound ?? 0
      columns.append(Column(name: column.name, numbers: start..<start + column.width))
    }
    self.columns = columns.isEmpty ? (0..<width).map { Column(name: "number \($0)", numbers: $0..<$0 + 1) } : columns
  }

  /// How wrong the answers to rows are, one for each sample: 1 for a wrong class and 0 for the right one, or the squared error.
  ///
  /// - Parameter rows: As many rows as there are samples, in their order.
  /// - Returns: The losses.
  /// - Throws: `ExperimentError` where the model cannot be asked, `Interruption`.
  public func losses(of rows: Tensor) throws -> [Double] {
    guard answersNumbers else {
      return try zip(answers(to: rows), truths).map { LabelSpelling.areSame($0.label, $1) ? 0 : 1 }
    }
    let answers = try numbers(of: rows)
    return zip(answers, truths).map { answer, truth in
      let wanted = truth.split { " \t;".contains($0) }.map { Double($0) ?? .nan }
      let squares = zip(answer, wanted).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
      return squares / Double(max(1, answer.count))
    }
  }

  /// The most probable class of each row, and the probability of every class.
  ///
  /// - Parameter rows: The rows.
  /// - Returns: The answers of a classifier.
  /// - Throws: as `losses`.
  public func answers(to rows: Tensor) throws -> [(label: String, probabilities: [LabelProbability])] {
    try inference.answers(of: model, on: selection(rows)).map { ($0.first?.label ?? "", $0) }
  }

  /// The numbers predicted for each row.
  ///
  /// - Parameter rows: The rows.
  /// - Returns: The answers of a regressor.
  /// - Throws: as `losses`.
  public func numbers(of rows: Tensor) throws -> [[Double]] {
    try inference.numbers(of: model, on: selection(rows))
  }

  /// Rows as the samples of a table in memory, with the shape and the classes of the one they are from.
  private func selection(_ rows: Tensor) -> Selection {
    let count = rows.shape[0]
    let label = table.dataset.labels.first ?? "0"
    let data = TabularData(
      sampleShape: table.dataset.sampleShape, labels: [String](repeating: label, count: count), floats: rows.values)
    let split = TableSplit(name: "test", data: data, places: Array(0..<count))
    var dataset = TableDataset(
      name: table.dataset.name, source: table.dataset.source, labels: table.dataset.labels, scale: 1, splits: [split])
    dataset.pixelScale = table.dataset.pixelScale
    return .table(TableSelection(text: table.text, dataset: dataset, splits: [split]))
  }
}

extension Tensor {
  /// The same rows with some of their numbers from others.
  ///
  /// - Parameters:
  ///   - numbers: The places of the numbers within a row.
  ///   - others: Rows as long as these.
  ///   - order: For each row which of the others they are from.
  /// - Returns: The rows.
  public func taking(_ numbers: Range<Int>, of others: Tensor, at order: [Int]) -> Tensor {
    let width = shape[1]
    var values = values
    for (row, other) in order.enumerated() {
      for place in numbers { values[row * width + place] = others.values[other * width + place] }
    }
    return Tensor(shape: shape, values: values)
  }
}
