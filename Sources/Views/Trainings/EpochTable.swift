import Experiments
public import Figures
public import Training
import Wording

/// The table of epochs, as the articles' app shows it: epoch, training loss, validation loss, validation accuracy; and
/// beside it what the app could not say.
public struct EpochTable {
  /// The epochs.
  let records: [EpochRecord]
  /// What stands above.
  var caption: String?
  /// The most rows shown.
  var rowLimit: Int?
  /// Whether each row tells its settings, too.
  var hasSettings = false
  /// Whether the table is replaced with every epoch, and so carries no rows that it does not show.
  var isLive = false

  /// Lists epochs, of many the last ones.
  public init(records: [EpochRecord], caption: String? = nil, rowLimit: Int? = nil, hasSettings: Bool = false) {
    (self.records, self.caption, self.rowLimit, self.hasSettings) = (records, caption, rowLimit, hasSettings)
  }

  /// The table.
  public var rendering: Rendering {
    let hasValidation = records.contains { !$0.validations.isEmpty }
    let more = records.map(\.validations.count).max() ?? 0
    var columns: [Table.Column] = [.number("epoch"), .number("training loss"), .number("mean")]
    if hasAccuracy { columns.append(.number("training accuracy %")) }
    if hasValidation { columns.append(.number("validation loss")) }
    if hasValidation, hasAccuracy { columns.append(.number("validation accuracy %")) }
    for index in stride(from: 1, to: max(more, 1), by: 1) {
      let name = records.last?.validations.dropFirst(index).first?.name ?? "validation \(index + 1)"
      columns.append(.number("\(name) loss"))
      if hasAccuracy { columns.append(.number("\(name) accuracy %")) }
    }
    if hasSettings {
      columns += [.number("learningRate"), Table.Column("optimizer"), .number("miniBatchSize"), .number("seed")]
      if isVaried { columns.append(Table.Column("augment")) }
    }
    var table = Table(
      caption: caption, columns: columns, rows: records.map { row($0, validations: more) }, note: Self.explanation,
      rowLimit: rowLimit)
    table.carriesRest = !isLive
    return table.rendering
  }

  /// The table below a training's curves, to be opened: these show its course.
  public var folded: Rendering {
    rendering.folded(records.count == 1 ? "1 epoch as a table" : "\(Numbers.grouped(records.count)) epochs as a table")
  }

  private static let explanation =
    "training loss: the last mini-batch, which is what Core ML reports; mean: all mini-batches of the epoch."

  private func row(_ record: EpochRecord, validations count: Int) -> [Table.Cell] {
    var cells: [Table.Cell] = [
      .integer(record.epoch), .number(record.trainLoss, .decimal(4)), .number(record.trainLossMean, .decimal(4)),
    ]
    if hasAccuracy { cells.append(.number(record.trainAccuracy.map { $0 * 100 }, .fixed(2))) }
    for index in 0..<count {
      let validation = index < record.validations.count ? record.validations[index] : nil
      cells.append(.number(validation?.loss, .decimal(4)))
      if hasAccuracy { cells.append(.number(validation?.accuracy.map { $0 * 100 }, .fixed(2))) }
    }
    guard hasSettings else { return cells }
    return cells + [
      .number(record.learningRate, .significant(6)), .text(record.optimizer.name), .integer(record.miniBatchSize),
      .text(String(record.seed)),
    ] + (isVaried ? [.text(record.variation ?? "", .muted)] : [])
  }

  /// Whether classes were learnt: numbers have no accuracy.
  private var hasAccuracy: Bool {
    records.isEmpty
      || records.contains { $0.trainAccuracy != nil || $0.validations.contains { $0.accuracy != nil } }
  }

  /// Whether some epoch showed its samples varied.
  private var isVaried: Bool { records.contains { $0.variation != nil } }
}
