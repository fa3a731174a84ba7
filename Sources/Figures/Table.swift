/// A table that reads the same as HTML and as text.
public struct Table: Sendable, Equatable {
  /// What stands above the table.
  public var caption: String?
  /// The columns, from left to right.
  public var columns: [Column]
  /// The rows, from top to bottom. A row may have fewer cells than there are columns.
  public var rows: [[Cell]]
  /// What stands below the table: a remark, an explanation of marks.
  public var note: String?
  /// The most rows that are shown, at least 2. Of longer tables the first and the last rows are shown, and between them
  /// how many are not.
  public var rowLimit: Int
  /// How a reader comes to see the rows that are not shown, a sentence.
  public var remedy: String?
  /// What a page may do with the rows; nil where they are only to be read.
  public var role: Role?
  /// Whether the HTML carries rows that are not shown, for pages that can open them; a table that is replaced ten times a
  /// second better carries none.
  public var carriesRest = true

  /// What a page may do with the rows of a table.
  public enum Role: String, Sendable, Equatable {
    /// Each row is a training, by the number in its first column: pages let users choose some, and draw their curves.
    case runs
  }

  /// The most rows that are shown where nothing else is said: a page with more is slow to scroll.
  public static let usualRowLimit = 500

  /// Makes a table.
  public init(
    caption: String? = nil, columns: [Column], rows: [[Cell]], note: String? = nil, rowLimit: Int? = nil,
    remedy: String? = nil
  ) {
    self.caption = caption
    self.columns = columns
    self.rows = rows
    self.note = note
    self.rowLimit = rowLimit ?? Self.usualRowLimit
    self.remedy = remedy
  }

  /// The table in all its forms. A table is no drawing, so it has no SVG.
  public var rendering: Rendering { Rendering(html: html, plainText: plainText) }

  /// One column.
  public struct Column: Sendable, Equatable {
    /// Where its cells and its title stand.
    public enum Alignment: Sendable, Equatable { case leading, center, trailing }

    /// What stands at its head.
    public var title: String
    /// Where its cells and its title stand: text leading, numbers trailing.
    public var alignment: Alignment

    /// Makes a column.
    public init(_ title: String, _ alignment: Alignment = .leading) {
      self.title = title
      self.alignment = alignment
    }

    /// Makes a column of numbers.
    public static func number(_ title: String) -> Column { Column(title, .trailing) }
  }
}

extension Table {
  /// What is shown of the rows: places in `rows`, and where some are left out how many.
  enum ShownRow: Equatable {
    case row(Int)
    case gap(Int)
  }

  /// Of the rows that are not shown, those the HTML carries: not more than a page bears.
  var carriedRows: Range<Int> {
    guard carriesRest, rows.count > max(rowLimit, 2) else { return 0..<0 }
    let limit = max(rowLimit, 2)
    let head = (limit + 1) / 2
    return head..<min(rows.count - (limit - head), head + Self.mostCarried)
  }

  private static let mostCarried = 200

  var shownRows: [ShownRow] {
    guard rows.count > max(rowLimit, 2) else { return rows.indices.map(ShownRow.row) }
    let limit = max(rowLimit, 2)
    let head = (limit + 1) / 2
    let tail = limit - head
    return (0..<head).map(ShownRow.row) + [.gap(rows.count - limit)]
      + ((rows.count - tail)..<rows.count).map(ShownRow.row)
  }

  func gapText(_ count: Int) -> String {
    "⋯ \(NumberFormat.integer.text(Double(count))) more \(count == 1 ? "row" : "rows")"
      + (remedy.map { ". \($0)" } ?? "")
  }
}
