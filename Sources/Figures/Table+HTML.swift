import NumberForms

extension Table {
  /// The table as HTML. Its styles are such as survive JupyterLab's cleaning of notebooks it does not trust; colours are
  /// the page's own. A table wider than the page scrolls by itself.
  public var html: String {
    var lines = [
      WideBlock.opening,
      "<table class=\"whet-table\(role.map { " whet-\($0.rawValue)" } ?? "")\" style=\"border-collapse:collapse;table-layout:auto;margin:0 0 4px 0;width:auto\">",
    ]
    if let caption { lines.append("<caption style=\"\(Self.style(of: caption))\">\(Self.broken(caption))</caption>") }
    if columns.contains(where: { !$0.title.isEmpty }) { lines.append(head) }
    lines.append("<tbody>")
    lines += shownRows.map(body)
    lines += ["</tbody>", "</table>"]
    if let note { lines.append("<div style=\"font-size:12px;opacity:0.75\">\(Self.broken(note))</div>") }
    return (lines + [WideBlock.closing]).joined(separator: "\n")
  }

  /// A caption is as a rule folded to the table's width; a short one stands in one line above a narrower table.
  private static func style(of caption: String) -> String {
    "caption-side:top;text-align:left;font-weight:bold;padding:4px 8px 4px 8px"
      + (caption.count <= shortCaption ? ";white-space:nowrap" : "")
  }

  private static let shortCaption = 72

  private var head: String {
    let cells = columns.map { column in
      // A head without words heads nothing.
      column.title.isEmpty
        ? "<td style=\"\(Self.style(column.alignment));border-bottom:1px solid #888888\"></td>"
        : "<th scope=\"col\" style=\"\(Self.style(column.alignment));border-bottom:1px solid #888888\">"
          + "\(Self.broken(column.title))</th>"
    }
    return "<thead><tr>\(cells.joined())</tr></thead>"
  }

  private func body(_ row: ShownRow) -> String {
    switch row {
    case .gap(let count):
      return carried
        + "<tr class=\"whet-gap\"><td colspan=\"\(columns.count)\" style=\"text-align:left;padding:2px 10px;opacity:0.75\">"
        + "\(gapText(count))</td></tr>"
    case .row(let index): return "<tr>\(fields(index))</tr>"
    }
  }

  /// Rows that are not shown until a page opens them, as far as they do not make it heavy.
  private var carried: String {
    var text = ""
    for index in carriedRows {
      let row = "<tr hidden style=\"display:none\">\(fields(index))</tr>\n"
      guard text.utf8.count + row.utf8.count <= Self.mostCarriedBytes else { break }
      text += row
    }
    return text
  }

  private static let mostCarriedBytes = 100_000

  private func fields(_ index: Int) -> String {
    precondition(rows[index].count <= columns.count, "row \(index) has more cells than there are columns")
    return columns.indices.map { place in
      field(place < rows[index].count ? rows[index][place] : Cell(.empty), columns[place].alignment)
    }.joined()
  }

  private func field(_ cell: Cell, _ alignment: Column.Alignment) -> String {
    let title = cell.tooltip.map { " title=\"\(MarkupEscape.attribute($0))\"" } ?? ""
    return "<td style=\"\(Self.style(alignment))\(Self.style(cell.emphasis))\(cell.room)\"\(title)>\(cell.html)</td>"
  }

  private static func style(_ alignment: Column.Alignment) -> String {
    switch alignment {
    case .leading: "text-align:left;padding:2px 10px"
    case .center: "text-align:center;padding:2px 10px"
    case .trailing: "text-align:right;padding:2px 10px;white-space:nowrap"
    }
  }

  private static func style(_ emphasis: Cell.Emphasis) -> String {
    switch emphasis {
    case .none: ""
    case .strong: ";font-weight:bold"
    case .muted: ";opacity:0.65"
    case .good: ";background-color:rgba(0,158,115,0.2)"
    case .bad: ";background-color:rgba(213,73,91,0.2)"
    case .best: ";font-weight:bold;background-color:rgba(0,158,115,0.2)"
    }
  }

  /// Escaped text whose line ends are kept, and in which no number such as 1e-4 is torn apart at its hyphen.
  fileprivate static func broken(_ text: String) -> String {
    let escaped = whole(MarkupEscape.text(text))
    guard escaped.utf8.contains(UInt8(ascii: "\n")) else { return escaped }
    return escaped.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "<br>")
  }

  private static func whole(_ text: String) -> String {
    guard text.contains("e-"), text.contains(powerOfTen) else { return text }
    return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.contains(powerOfTen) ? "<span style=\"white-space:nowrap\">\(word)</span>" : String(word)
    }.joined(separator: " ")
  }

  private static var powerOfTen: Regex<Substring> { /[0-9]e-[0-9]/ }
}

extension Table.Cell {
  /// What keeps a field from being squeezed on a narrow page, where the table scrolls by itself: pictures and bars stand
  /// side by side, a short list in brackets in one line, and a long text is not folded word by word.
  var room: String {
    switch content {
    case .share, .pictures: ";white-space:nowrap"
    // A shape is read as one.
    case .text(let text) where text.hasPrefix("[") && text.utf8.count <= Self.shortList: ";white-space:nowrap"
    // A front end whose style sheet bounds pictures by their field would let the field, and so the picture, shrink to nothing.
    case .picture(let thumbnail): ";min-width:\(thumbnail.width)px"
    case .sparkline(let sparkline): ";min-width:\(NumberText.fixed(sparkline.scene().width, 0))px"
    case .text(let text) where text.utf8.count > Self.longLine: ";min-width:200px"
    default: ""
    }
  }

  private static let longLine = 40
  private static let shortList = 20

  /// What stands between the tags of the field.
  var html: String {
    switch content {
    case .empty: return ""
    case .text(let text): return Table.broken(Self.shortened(text))
    case .number, .share: return bar + MarkupEscape.text(plainText)
    case .picture(let thumbnail): return thumbnail.html
    case .pictures(let thumbnails): return thumbnails.map(\.html).joined()
    case .badge(let badge): return "<span role=\"img\" aria-label=\"\(badge.word)\">\(badge.sign)</span>"
    case .sparkline(let sparkline): return sparkline.image
    }
  }

  /// The bar of a share. It is drawn by a coloured block: no drawing that could be taken away.
  private var bar: String {
    guard case .share(let share, _) = content, share.isFinite else { return "" }
    let pixels = NumberText.fixed(min(max(share, 0), 1) * 60, 0)
    return "<span style=\"display:inline-block;width:60px;text-align:left;margin-right:6px\">"
      + "<span style=\"display:inline-block;width:\(pixels)px;height:9px;background-color:#2b93cf\"></span></span>"
  }
}

extension Thumbnail {
  /// The picture, with its caption where it has one.
  var html: String {
    guard let caption else { return image }
    return "<figure style=\"display:inline-block;margin:0 6px 0 0;text-align:center;vertical-align:middle\">\(image)"
      + "<figcaption style=\"font-size:11px;line-height:1.3;opacity:0.8\">\(MarkupEscape.text(caption))</figcaption></figure>"
  }

  /// The picture as an HTML image.
  private var image: String {
    guard carriesPicture else { return MarkupEscape.text(description) }
    return "<img src=\"\(MarkupEscape.attribute(source))\" alt=\"\(MarkupEscape.attribute(description))\" "
      + "title=\"\(MarkupEscape.attribute(description))\" width=\"\(width)\"\(photo?.attributes ?? "") "
      + "style=\"margin:0;border-radius:3px;vertical-align:middle\">"
  }
}
