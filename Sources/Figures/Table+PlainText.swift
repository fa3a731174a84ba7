extension Table {
  /// The table as text in columns, for a font whose characters are all of one width.
  public var plainText: String {
    let head = columns.map { Self.oneLine($0.title) }
    let shown = shownRows
    let cells = shown.map { row -> [String]? in
      guard case .row(let index) = row else { return nil }
      return columns.indices.map { $0 < rows[index].count ? Self.oneLine(rows[index][$0].plainText) : "" }
    }
    let widths = columns.indices.map { place in
      // A text that is longer than any console is wide does not make all others as wide.
      min(([head[place]] + cells.compactMap { $0?[place] }).map(TextMetrics.columns).max() ?? 0, Self.widest)
    }
    var lines: [String] = []
    if let caption { lines.append(caption) }
    if head.contains(where: { !$0.isEmpty }) {
      lines.append(line(head, widths))
      lines.append(widths.map { String(repeating: "-", count: $0) }.joined(separator: "  "))
    }
    for (row, texts) in zip(shown, cells) {
      if let texts { lines.append(line(texts, widths)) }
      if case .gap(let count) = row { lines.append(gapText(count)) }
    }
    if let note { lines.append(note) }
    return lines.joined(separator: "\n")
  }

  private static let widest = 200

  private func line(_ texts: [String], _ widths: [Int]) -> String {
    let fields = columns.indices.map { place in
      let room = max(0, widths[place] - TextMetrics.columns(texts[place]))
      let left =
        switch columns[place].alignment {
        case .leading: 0
        case .center: room / 2
        case .trailing: room
        }
      return String(repeating: " ", count: left) + texts[place] + String(repeating: " ", count: room - left)
    }
    let text = fields.joined(separator: "  ")
    let blanks = text.utf8.reversed().prefix { $0 == UInt8(ascii: " ") }.count
    return String(text[..<text.utf8.index(text.endIndex, offsetBy: -blanks)])
  }

  private static func oneLine(_ text: String) -> String {
    if TextMetrics.isPlain(text) { return text }
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension Table.Cell {
  /// The cell's content as text.
  var plainText: String {
    switch content {
    case .empty: ""
    case .text(let text): Self.shortened(text)
    case .number(let value, let format): format.text(value)
    case .picture(let thumbnail): thumbnail.description
    case .pictures(let thumbnails):
      thumbnails.map { [$0.description, $0.caption].compactMap { $0 }.joined(separator: " ") }.joined(separator: ", ")
    case .badge(let badge): badge.sign
    case .sparkline(let sparkline): sparkline.plainText
    case .share(let share, let decimals): NumberFormat.percentage(decimals).text(share)
    }
  }
}
