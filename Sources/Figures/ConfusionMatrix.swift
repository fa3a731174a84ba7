import NumberForms

/// How often each true class was predicted as each class, as a table whose ground shows the share of the row.
///
/// It is a table and no drawing: it keeps its colours where drawings are taken away, and its cells can hold pictures.
public struct ConfusionMatrix: Sendable, Equatable {
  /// What stands above.
  public var caption: String?
  /// The classes, in the order of rows and columns.
  public var labels: [String]
  /// How often: a row for each true class, a column for each predicted one.
  public var counts: [[Int]]
  /// Whether cells show the share of their row instead of the count.
  public var showsShares: Bool
  /// Pictures shown in the cells, by row and column; none where there are no rows.
  public var pictures: [[[Thumbnail]]]

  /// Makes a matrix.
  ///
  /// Precondition: there is a row and a column for each label.
  public init(
    caption: String? = nil, labels: [String], counts: [[Int]], showsShares: Bool = false,
    pictures: [[[Thumbnail]]] = []
  ) {
    precondition(
      counts.count == labels.count && counts.allSatisfy { $0.count == labels.count },
      "a matrix of \(labels.count) labels has as many rows and columns")
    self.caption = caption
    self.labels = labels
    self.counts = counts
    self.showsShares = showsShares
    self.pictures = pictures
  }

  /// The matrix in both its forms.
  public var rendering: Rendering { Rendering(html: html, plainText: plainText) }

  /// The matrix as HTML.
  public var html: String {
    let style = "padding:3px 8px;text-align:center"
    var lines = [
      WideBlock.opening,
      "<table style=\"border-collapse:collapse;table-layout:auto;margin:0 0 4px 0;width:auto\">",
    ]
    if let caption {
      lines.append(
        "<caption style=\"caption-side:top;text-align:left;font-weight:bold;padding:4px 8px\">"
          + "\(MarkupEscape.text(caption))</caption>")
    }
    let heads = labels.map { "<th scope=\"col\" style=\"\(style)\">\(MarkupEscape.text($0))</th>" }
    lines.append(
      "<thead><tr><th style=\"\(style);text-align:left;font-weight:normal;opacity:0.7\">true ↓ predicted →</th>"
        + "\(heads.joined())<th style=\"\(style);font-weight:normal;opacity:0.7\">recall</th></tr></thead>")
    lines.append("<tbody>")
    for row in labels.indices {
      let cells = labels.indices.map { cell(row, $0) }
      lines.append(
        "<tr style=\"background-color:rgba(0,0,0,0)\"><th scope=\"row\" style=\"\(style);text-align:left\">"
          + "\(MarkupEscape.text(labels[row]))</th>\(cells.joined())"
          + "<td style=\"\(style);opacity:0.7\">\(share(row, row) ?? "")</td></tr>")
    }
    return (lines + ["</tbody>", "</table>", WideBlock.closing]).joined(separator: "\n")
  }

  private func cell(_ row: Int, _ column: Int) -> String {
    let total = counts[row].reduce(0, +)
    let part = total > 0 ? Double(counts[row][column]) / Double(total) : 0
    let colour = row == column ? "0,158,115" : "213,94,0"
    let ground =
      part > 0 ? ";background-color:rgba(\(colour),\(NumberText.fixed(0.45 * part.squareRoot(), 2)))" : ""
    let faint = counts[row][column] == 0 ? ";opacity:0.7" : row == column ? ";font-weight:bold" : ""
    let title = "true \(labels[row]), predicted \(labels[column]): \(counts[row][column]) of \(total)"
    let images = row < pictures.count && column < pictures[row].count ? pictures[row][column].map(\.html).joined() : ""
    return "<td title=\"\(MarkupEscape.attribute(title))\" style=\"padding:3px 8px;text-align:center;min-width:34px"
      + "\(ground)\(faint)\">\(MarkupEscape.text(text(row, column)))\(images.isEmpty ? "" : "<br>" + images)</td>"
  }

  /// The matrix as text.
  public var plainText: String {
    let columns = [Table.Column("true \\ predicted")] + labels.map { .number($0) } + [.number("recall")]
    let rows = labels.indices.map { row in
      [Table.Cell.text(labels[row])] + labels.indices.map { .text(text(row, $0)) } + [.text(share(row, row) ?? "")]
    }
    return Table(caption: caption, columns: columns, rows: rows).plainText
  }

  func text(_ row: Int, _ column: Int) -> String {
    showsShares ? share(row, column) ?? "–" : NumberFormat.integer.text(Double(counts[row][column]))
  }

  /// The share of a row's photos in a column; nil for a row without any.
  func share(_ row: Int, _ column: Int) -> String? {
    let total = counts[row].reduce(0, +)
    return total > 0 ? NumberFormat.percentage(0).text(Double(counts[row][column]) / Double(total)) : nil
  }
}
