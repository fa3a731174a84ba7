public import Experiments
public import Figures
import Wording

/// How it is shown how far two ML programs agree.
public struct ProgramAgreementView {
  private let agreement: ProgramAgreement
  private let first: String, second: String, selection: String

  /// Shows it of two programs about a selection, by their names.
  public init(_ agreement: ProgramAgreement, first: String, second: String, selection: String) {
    (self.agreement, self.first, self.second, self.selection) = (agreement, first, second, selection)
  }

  /// A sentence, the photos answered otherwise, and the values.
  public var rendering: Rendering {
    Rendering.stacked([Rendering.text(sentence), disagreements, values].compactMap(\.self))
  }

  private var sentence: String {
    let worst = agreement.distances.max { $0.relative < $1.relative }
    let distance = worst.map { value in
      value.difference == 0
        ? "All \(Numbers.count(agreement.distances.count, "value")) that both make are equal."
        : "Of the \(Numbers.count(agreement.distances.count, "value")) that both make, \(value.name) differs most: by "
          + "\(Numbers.measured(value.difference)), \(Numbers.percent(value.relative, 4)) of its largest number."
    }
    let alike = agreement.count - agreement.disagreements.count
    let answers =
      agreement.answersClasses
      ? "\(first) and \(second) answer \(Numbers.grouped(alike)) of \(Numbers.count(agreement.count, "photo")) of \(selection) alike."
      : "\(first) and \(second) were asked about \(Numbers.count(agreement.count, "photo")) of \(selection)."
    return ([answers] + [distance ?? "They have no value of one name and shape."]).joined(separator: " ")
  }

  private var disagreements: Rendering? {
    guard !agreement.disagreements.isEmpty else { return nil }
    return Table(
      caption: "answered otherwise", columns: [Table.Column("photo"), Table.Column(first), Table.Column(second)],
      rows: agreement.disagreements.prefix(100).map { [.text($0.photo), .text($0.first), .text($0.second)] }
    ).rendering
  }

  private var values: Rendering? {
    guard !agreement.distances.isEmpty else { return nil }
    let table = Table(
      caption: "how far values lie apart, in the order in which \(first) makes them",
      columns: [
        Table.Column("value"), Table.Column("shape"), .number("largest difference"), .number("largest number"),
        .number("part"),
      ],
      rows: agreement.distances.map { value in
        [
          .text(value.name), .text("\(value.shape)", .muted), .number(value.difference, .significant(3)),
          .number(value.scale, .significant(3)), .number(value.relative, .significant(3)),
        ]
      }
    ).rendering
    return agreement.distances.count > 12
      ? table.folded("\(Numbers.count(agreement.distances.count, "value")), one by one") : table
  }
}
