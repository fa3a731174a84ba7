extension ConfusionMatrix {
  private static let rowHeight = 26.0
  private static let pictureSide = 32.0
  private static let picturesInRow = 4

  /// The matrix as a drawing, as wide as its labels need.
  public func scene() -> Scene {
    let corner = "true ↓ predicted →"
    let left =
      max(labels.map { TextMetrics.width($0, size: 12, isBold: true) }.max() ?? 0, TextMetrics.width(corner, size: 11))
      + 16
    let widths = labels.indices.map { columnWidth($0) }
    let heights = labels.indices.map { rowHeight($0) }
    let top = (caption == nil ? 0.0 : 24) + Self.rowHeight
    let right = widths.reduce(left, +)
    let captionWidth = caption.map { TextMetrics.width($0, size: 13, isBold: true) + 4 } ?? 0
    var scene = Scene(
      width: max(right + 62, captionWidth), height: heights.reduce(top, +) + 4, title: caption ?? "Confusion matrix",
      summary: summary)
    if let caption { scene.elements.append(.text(caption, at: Point(2, 15), TextStyle(.text, size: 13, isBold: true))) }
    scene.elements.append(.text(corner, at: Point(2, top - 9), TextStyle(.muted, size: 11)))
    var x = left
    for (label, width) in zip(labels, widths) {
      let style = TextStyle(.text, size: 12, anchor: .middle, isBold: true)
      scene.elements.append(.text(label, at: Point(x + width / 2, top - 9), style))
      x += width
    }
    scene.elements.append(.text("recall", at: Point(right + 54, top - 9), TextStyle(.muted, size: 11, anchor: .end)))
    var y = top
    for row in labels.indices {
      let middle = y + Self.rowHeight / 2 + 4
      scene.elements.append(.text(labels[row], at: Point(2, middle), TextStyle(.text, size: 12, isBold: true)))
      var x = left
      for column in labels.indices {
        scene.elements += cell(row, column, in: Rectangle(x: x, y: y, width: widths[column], height: heights[row]))
        x += widths[column]
      }
      if let recall = share(row, row) {
        scene.elements.append(.text(recall, at: Point(right + 54, middle), TextStyle(.muted, size: 12, anchor: .end)))
      }
      y += heights[row]
    }
    return scene
  }

  private func cell(_ row: Int, _ column: Int, in field: Rectangle) -> [Scene.Element] {
    let total = counts[row].reduce(0, +)
    let part = total > 0 ? Double(counts[row][column]) / Double(total) : 0
    let inner = Rectangle(x: field.x + 1, y: field.y + 1, width: field.width - 2, height: field.height - 2)
    let ink: Ink = row == column ? .good : .bad
    let isEmpty = counts[row][column] == 0
    let style = TextStyle(isEmpty ? .muted : .text, size: 12, anchor: .middle, isBold: row == column && !isEmpty)
    var elements: [Scene.Element] = [
      .rectangle(inner, part > 0 ? ink : .grid, opacity: part > 0 ? 0.55 * part.squareRoot() : 0.3, tooltip: nil),
      .text(text(row, column), at: Point(field.x + field.width / 2, field.y + Self.rowHeight / 2 + 4), style),
    ]
    for (place, picture) in shown(row, column).enumerated() {
      let step = Self.pictureSide + 3
      let side = Rectangle(
        x: field.x + 5 + Double(place % Self.picturesInRow) * step,
        y: field.y + Self.rowHeight + Double(place / Self.picturesInRow) * step, width: Self.pictureSide,
        height: Self.pictureSide)
      elements.append(.picture(picture.source, side, description: picture.description))
    }
    return elements
  }

  private func shown(_ row: Int, _ column: Int) -> [Thumbnail] {
    row < pictures.count && column < pictures[row].count ? pictures[row][column] : []
  }

  private func columnWidth(_ column: Int) -> Double {
    let texts = [labels[column]] + labels.indices.map { text($0, column) }
    let most = labels.indices.map { min(shown($0, column).count, Self.picturesInRow) }.max() ?? 0
    return max(
      40, (texts.map { TextMetrics.width($0, size: 12, isBold: true) }.max() ?? 0) + 16,
      Double(most) * (Self.pictureSide + 3) + 8)
  }

  private func rowHeight(_ row: Int) -> Double {
    let most = labels.indices.map { shown(row, $0).count }.max() ?? 0
    let lines = (most + Self.picturesInRow - 1) / Self.picturesInRow
    return Self.rowHeight + (lines == 0 ? 0 : Double(lines) * (Self.pictureSide + 3) + 2)
  }

  private var summary: String {
    labels.indices.map { row in
      let answers = labels.indices.filter { counts[row][$0] > 0 }.map { "\(labels[$0]) \(counts[row][$0])" }
      return "True \(labels[row]): predicted \(answers.isEmpty ? "nothing" : answers.joined(separator: ", "))."
    }.joined(separator: " ")
  }
}
