public import Experiments
public import Figures
import Training
import Wording

/// A sweep on the page: the rows that are done, the best first.
public struct SweepView {
  /// What is swept.
  let name: String
  /// How rows are tried.
  let phrase: String
  /// How many trainings each row has.
  let trialsPerRow: Int
  /// By what rows are sorted.
  let rank: SweepRank
  /// The rows.
  public var rows: [SweepRow]
  /// How long it took; nil while it goes on.
  public var seconds: Double?
  /// What the reader should know of the model.
  public var remarks: [String] = []

  /// Shows the rows of a sweep; each counts once it has an outcome.
  public init(name: String, phrase: String, trialsPerRow: Int, rank: SweepRank, rows: [SweepRow]) {
    (self.name, self.phrase, self.trialsPerRow, self.rank, self.rows) = (name, phrase, trialsPerRow, rank, rows)
  }

  /// The rows that are done, the best first; equally good ones in the order typed.
  public var ranked: [SweepRow] {
    let done = rows.enumerated().compactMap { place, row in row.outcome.map { (place, row, $0) } }
    return done.sorted { one, other in
      if rank.prefers(one.2, to: other.2) { return true }
      return rank.prefers(other.2, to: one.2) ? false : one.0 < other.0
    }.map(\.1)
  }

  /// The page while it goes on, or where it was stopped.
  public func progress(done: Int, _ details: [String] = [], isStopped: Bool = false) -> Rendering {
    let bar = ProgressView(
      title: "sweep \(name)", completed: done, total: rows.count * trialsPerRow, unit: "trainings",
      details: isStopped ? ["stopped; the finished rows are kept"] : details
    ).rendering
    return ranked.isEmpty ? bar : Rendering.stacked([bar, table])
  }

  /// The page at the end.
  public var rendering: Rendering {
    remarks.isEmpty ? table : Rendering.stacked([table] + remarks.map(Rendering.text))
  }

  private static let rowLimit = 40

  /// Whether a loss is shown: the votes of k-NN have none, but where somebody ranks by it.
  private var hasLoss: Bool { rank == .validationLoss || rows.contains { $0.candidate.configuration.hasLoss } }

  private var table: Rendering {
    let ranked = ranked
    let keys = rows.first?.settings.map(\.key) ?? []
    let hasCourse = ranked.contains { !($0.outcome?.course.isEmpty ?? true) }
    let hasRepeats = ranked.contains { ($0.outcome?.scores.count ?? 0) > 1 }
    let answersNumbers = rows.contains { $0.candidate.targets != nil }
    var columns: [Table.Column] = [.number("")] + keys.map { .number($0) }
    columns.append(.number(answersNumbers ? "RMSE" : "accuracy"))
    if hasRepeats { columns += [.number("median"), .number("least – most")] }
    columns += answersNumbers ? [.number("MAE"), .number("R²")] : hasLoss ? [.number("validation loss")] : []
    if hasCourse { columns += [.number("training loss"), Table.Column("training loss by epoch")] }
    return Table(
      caption: "sweep \(name): \(phrase), by \(rank.rawValue)", columns: columns,
      rows: ranked.enumerated().map { place, row in
        cells(row, place: place, hasRepeats: hasRepeats, hasCourse: hasCourse)
      }, note: ranked.first.map(note), rowLimit: Self.rowLimit
    ).rendering
  }

  private func cells(_ row: SweepRow, place: Int, hasRepeats: Bool, hasCourse: Bool) -> [Table.Cell] {
    guard let outcome = row.outcome else { return [] }
    let emphasis: Table.Cell.Emphasis = place == 0 ? .best : .none
    var cells: [Table.Cell] = [
      Table.Cell(.text(place == 0 ? "best" : "\(place + 1)"), emphasis: emphasis, tooltip: row.command)
    ]
    cells += row.settings.map { Table.Cell(.text(Self.uniform($0.text)), emphasis: emphasis, tooltip: row.command) }
    let answersNumbers = row.candidate.targets != nil
    let score = answersNumbers ? outcome.root : outcome.accuracy
    let text = { (value: Double) in answersNumbers ? Numbers.measured(value, like: score) : Numbers.percent(value) }
    cells.append(.text(text(score), emphasis))
    if hasRepeats {
      let scores = outcome.scores
      cells.append(.text(text(outcome.median), emphasis))
      cells.append(
        .text("\(text(scores.min() ?? 0)) – \(text(scores.max() ?? 0))", place == 0 ? .best : .muted))
    }
    let failure =
      outcome.diverged > 0
      ? Table.Cell.text("diverged in \(Numbers.part(outcome.diverged, of: outcome.trainings))", .bad) : nil
    if answersNumbers {
      cells.append(failure ?? .text(text(outcome.absolute), emphasis))
      cells.append(failure == nil ? .number(outcome.explained, .decimal(4), emphasis) : "")
    } else if hasLoss {
      cells.append(failure ?? .number(outcome.loss, .decimal(4), emphasis))
    }
    if hasCourse {
      cells.append(outcome.diverged > 0 ? "" : .number(outcome.trainLoss, .decimal(4), emphasis))
      cells.append(Table.Cell(.sparkline(Sparkline(outcome.course))))
    }
    return cells
  }

  /// A value as typed, but numbers in one form: 0.001 for 1e-3 and 1.0e-3.
  private static func uniform(_ text: String) -> String {
    guard text.allSatisfy({ $0.isNumber || ".e-+E".contains($0) }), let number = Double(text) else { return text }
    return Numbers.short(number)
  }

  private func note(_ best: SweepRow) -> String {
    var lines: [String] = []
    if let seconds {
      let trainings = ranked.count * trialsPerRow
      lines.append("\(Numbers.count(trainings, "training")) in \(Numbers.duration(seconds)).")
    }
    lines.append("To repeat the best, with the same bits:  \(best.command)")
    lines.append("To keep it:  \(best.keeping)")
    return lines.joined(separator: "\n")
  }
}
