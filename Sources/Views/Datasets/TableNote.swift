import DataFiles
import Experiments
import Figures
import Wording

/// What is said of a table below its classes: where it is from, and what was found out about it.
struct TableNote {
  /// The dataset.
  let dataset: TableDataset

  /// The sentences.
  var text: String {
    ([origin] + found + [divided, room, counting].compactMap(\.self)).joined(separator: " ")
  }

  private var origin: String {
    let text = "From \(dataset.source); each sample has the shape \(dataset.sampleShape)"
    return text + (dataset.scale == 1 ? "." : ", each number times \(Numbers.factor(dataset.scale)).")
  }

  private var found: [String] {
    guard let report = dataset.report else { return [] }
    var sentences: [String] = []
    if let part = report.part {
      sentences.append("Samples: \(part). Target: \(report.target).")
    } else {
      sentences.append("Target: \(report.target).")
    }
    let dates = dataset.columns.compactMap(date)
    if !dates.isEmpty { sentences.append("Dates became numbers: \(Words.shortened(dates)).") }
    let texts = dataset.columns.filter(\.isOfTexts)
    if !texts.isEmpty {
      let named = texts.map { "\($0.name) (\(Numbers.count($0.width, "text")))" }
      sentences.append("One-hot encoded: \(Words.shortened(named)).")
    }
    let missing = dataset.columns.filter { $0.missing > 0 }
    if !missing.isEmpty {
      let named = missing.map { "\($0.name) (\(Numbers.grouped($0.missing)))" }
      sentences.append("Missing values were filled in \(Words.shortened(named)).")
    }
    if report.dropped > 0 {
      sentences.append(
        "\(Numbers.count(report.dropped, "sample")) with missing values \(report.dropped == 1 ? "was" : "were") left out."
      )
    }
    if let format = report.format { sentences += written(format) }
    return sentences
  }

  /// Whether a column tells of days, so that its samples have an order.
  private func hasDays(_ column: TableColumn) -> Bool {
    if case .date(let form) = column.kind { form.order != nil } else { false }
  }

  /// What became of a column's days or times; nil of other columns.
  private func date(_ column: TableColumn) -> String? {
    guard case .date(let form) = column.kind else { return nil }
    guard form.order != nil else { return "\(column.name) (hour)" }
    let order = form.isAmbiguous ? "; read as month/day/year" : ""
    return "\(column.name) (days since 2000-01-01, month, weekday\(form.hasTime ? ", hour" : "")\(order))"
  }

  private func written(_ format: TextFormat) -> [String] {
    var sentences: [String] = []
    let names: [UInt8: String] = [59: "semicolons", 9: "tabs", 124: "bars", 32: "spaces"]
    if let name = names[format.separator] {
      sentences.append(
        "Separator: \(name)\(format.hasDecimalComma ? ", decimal commas" : "").")
    }
    switch format.encoding {
    case .utf8: break
    case .utf16: sentences.append("Its text is UTF-16.")
    case .windows1252: sentences.append("Its text is not UTF-8 and was read as Windows-1252.")
    }
    return sentences
  }

  private var divided: String? {
    switch dataset.report?.order {
    case .column(.name(let column))?: return "Divided in the order of \(column): the last samples are for testing."
    case .some: return "Divided in the order of the rows: the last samples are for testing."
    case nil: break
    }
    return dataset.division.map { division in
      let isByGroup = dataset.splits.first?.data.groups != nil
      let day = isByGroup ? nil : dataset.columns.first(where: hasDays)
      return DatasetView.divided(division.seed, byGroup: isByGroup, hasClasses: !dataset.isRegression)
        + (day.map { " To test on the latest \($0.name) instead: orderBy=\"\($0.name)\"" } ?? "")
    }
  }

  private var room: String? {
    dataset.room.map { room in
      "It is larger than the \(Numbers.bytes(room.bytes)) that tables may use in memory, so its numbers, "
        + "\(Numbers.bytes(dataset.byteCount)), are read from a file as needed."
    }
  }

  /// That columns seem to number the rows: what is learnt from them says nothing of other rows.
  private var counting: String? {
    guard let report = dataset.report, !report.rowNumbers.isEmpty else { return nil }
    let names = report.rowNumbers, isOne = names.count == 1
    let list = (report.ignored + names).map { "\"\($0)\"" }.joined(separator: ", ")
    return "⚠️ \(Words.shortened(names)) \(isOne ? "grows" : "grow") from row to row, as numbers of rows do. "
      + "To learn nothing from \(isOne ? "it" : "them"): ignore=[\(list)]"
  }
}
