extension ImageGrid {
  private static let gap = 6.0
  private static let captionHeight = 17.0

  /// The grid as a drawing. What is right or wrong stands as a mark before the caption.
  public func scene() -> Scene {
    let side = Double(imageWidth)
    let hasCaptions = groups.contains { $0.items.contains { !$0.caption.isEmpty || $0.badge != nil } }
    let step = side + Self.gap
    let rowHeight = side + Self.gap + (hasCaptions ? Self.captionHeight : 0)
    let across = Double(min(columns, max(1, groups.map(\.items.count).max() ?? 1)))
    let words = [title ?? ""] + groups.map { "\($0.title)  \(Self.count($0))" }
    let width = max(across * step, (words.map { TextMetrics.width($0, size: 13, isBold: true) }.max() ?? 0) + 4)
    var scene = Scene(width: width, height: 0, title: title ?? groups.first?.title ?? "Pictures", summary: note ?? "")
    func line(_ text: String, _ style: TextStyle) {
      scene.elements.append(.text(text, at: Point(2, scene.height + 14), style))
      scene.height += 20
    }
    if let title { line(title, TextStyle(.text, size: 13, isBold: true)) }
    for group in groups {
      line("\(group.title)  \(Self.count(group))", TextStyle(.text, size: 12, isBold: true))
      for (place, item) in group.items.enumerated() {
        let corner = Point(
          Double(place % columns) * step, scene.height + Double(place / columns) * rowHeight)
        scene.elements += Self.figure(item, at: corner, side: side)
      }
      scene.height += Double((group.items.count + columns - 1) / columns) * rowHeight + 4
    }
    for text in (note ?? "").split(separator: "\n") { line(String(text), TextStyle(.muted, size: 11)) }
    scene.width = max(
      width, (note ?? "").split(separator: "\n").map { TextMetrics.width(String($0), size: 11) + 4 }.max() ?? 0)
    return scene
  }

  private static func figure(_ item: Item, at corner: Point, side: Double) -> [Scene.Element] {
    let field = Rectangle(x: corner.x, y: corner.y, width: side, height: side)
    var elements: [Scene.Element] = []
    if let source = item.source, source.hasPrefix("data:image/") {
      elements.append(.picture(source, field, description: item.description))
    } else {
      elements.append(.rectangle(field, .grid, opacity: 0.5, tooltip: nil))
      elements.append(
        .text("–", at: Point(corner.x + side / 2, corner.y + side / 2 + 4), TextStyle(.muted, anchor: .middle)))
    }
    var left = corner.x
    let base = corner.y + side + 12
    if let badge = item.badge {
      elements += mark(badge, at: Point(left + 5, base - 4))
      left += 13
    }
    let text = TextMetrics.shortened(item.caption, to: corner.x + side - left, size: 10)
    if !text.isEmpty { elements.append(.text(text, at: Point(left, base), TextStyle(.text, size: 10))) }
    return elements
  }

  /// A tick, a cross, or a wedge: told apart without colour.
  private static func mark(_ badge: Badge, at middle: Point) -> [Scene.Element] {
    let (x, y) = (middle.x, middle.y)
    switch badge {
    case .good:
      return [.lines([[Point(x - 4, y), Point(x - 1, y + 3), Point(x + 4, y - 4)]], Stroke(.good, width: 1.8))]
    case .bad:
      let strokes = [
        [Point(x - 3.5, y - 3.5), Point(x + 3.5, y + 3.5)], [Point(x - 3.5, y + 3.5), Point(x + 3.5, y - 3.5)],
      ]
      return [.lines(strokes, Stroke(.bad, width: 1.8))]
    case .warning: return [.mark(.triangle, at: middle, radius: 4, .series(4))]
    }
  }
}
