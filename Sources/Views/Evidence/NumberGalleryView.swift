import DataFiles
public import Experiments
public import Figures
import Tensors
import Training
import Wording

/// Rows of a table with the numbers that a model predicts for them, the largest errors first.
public struct NumberGalleryView {
  let predictions: NumberPredictions
  let table: TableSelection
  /// The places of the rows shown, in order.
  let places: [Int]

  /// Shows rows of a table.
  ///
  /// - Parameters:
  ///   - predictions: A model's numbers beside the true ones, for the whole table.
  ///   - table: The table.
  ///   - places: The places of the rows shown, in order.
  public init(predictions: NumberPredictions, table: TableSelection, places: [Int]) {
    (self.predictions, self.table, self.places) = (predictions, table, places)
  }

  /// The most numbers of a row that are shown.
  private static let mostNumbers = 8

  private var names: [String] {
    let names = table.dataset.columns.flatMap(\.numberNames)
    return names.isEmpty ? (0..<table.dataset.sampleShape.reduce(1, *)).map { "number \($0)" } : names
  }

  /// What is predicted, what is true, and the row it is predicted from.
  ///
  /// - Throws: `SourceError.table` where numbers that are kept in a file cannot be read back.
  public func rendering() throws -> Rendering {
    let (evaluation, count) = (predictions.evaluation, predictions.outputs.count)
    let (measures, scale) = (evaluation.measures, evaluation.measures.root)
    let names = names
    let rows = try places.map { place -> [Table.Cell] in
      let own = place * count..<(place + 1) * count
      let errors = own.map { evaluation.answers[$0] - evaluation.truths[$0] }
      return [
        .integer(place, .muted), .text(own.map { Numbers.short(evaluation.truths[$0]) }.joined(separator: ", ")),
        .text(own.map { Numbers.measured(evaluation.answers[$0], like: scale) }.joined(separator: ", "), .strong),
        .text(errors.map { Numbers.measured($0, like: scale) }.joined(separator: ", ")),
      ] + (try table.tensor([place]).values.prefix(Self.mostNumbers).map { .text(Numbers.short($0), .muted) })
    }
    var notes: [String] = []
    if places.count < evaluation.count {
      notes.append("\(places.count) of \(Numbers.grouped(evaluation.count)) shown; limit= shows more.")
    }
    if names.count > Self.mostNumbers {
      notes.append("The first \(Self.mostNumbers) of \(Numbers.count(names.count, "number")) of a sample.")
    }
    let absolute = Numbers.measured(measures.absolute, like: scale)
    return Table(
      caption: "\(predictions.model) on \(predictions.split): RMSE \(Numbers.measured(scale)), MAE \(absolute)",
      columns: [
        Table.Column.number("sample"), .number("true"), .number("predicted"), .number("predicted - true"),
      ] + names.prefix(Self.mostNumbers).map { .number($0) },
      rows: rows, note: notes.isEmpty ? nil : notes.joined(separator: " "), rowLimit: 40
    ).rendering
  }

  /// The rows shown, as numbers: each output's true and predicted number, then the row.
  ///
  /// - Throws: as `rendering`.
  public func numbers() throws -> CSVText {
    let (evaluation, outputs) = (predictions.evaluation, predictions.outputs)
    let words = outputs.count == 1 ? [""] : outputs.map { " \($0)" }
    var text = CSVText(header: ["sample"] + words.flatMap { ["true\($0)", "predicted\($0)"] } + names)
    for place in places {
      let own = place * outputs.count..<(place + 1) * outputs.count
      let pairs = own.flatMap { [evaluation.truths[$0], evaluation.answers[$0]] }
      let row = try table.tensor([place]).values
      text.append(
        [.integer(place)] + pairs.map { .number($0) } + row.map { .number(Double("\($0)") ?? Double($0)) })
    }
    return text
  }
}
