import Experiments
public import Figures

/// Facts about one thing, a line each.
public struct FactsView {
  let title: String
  let facts: [(name: String, value: String)]
  var note: String?

  /// Takes the facts, each with its name.
  public init(title: String, facts: [(String, String)], note: String? = nil) {
    self.title = title
    self.facts = facts.map { (name: $0.0, value: $0.1) }
    self.note = note
  }

  /// The facts as a table of two columns.
  public var rendering: Rendering {
    Table(
      caption: title, columns: [Table.Column(""), Table.Column("")],
      rows: facts.map { [.text($0.name, .muted), .text($0.value)] }, note: note
    ).rendering
  }
}
