extension Scene {
  /// Scenes one below the other as one.
  ///
  /// - Parameters:
  ///   - scenes: From top to bottom.
  ///   - gap: What is left free between two, in pixels.
  /// - Returns: One scene, as wide as the widest.
  public static func stacked(_ scenes: [Scene], gap: Double = 14) -> Scene {
    var whole = Scene(
      width: scenes.map(\.width).max() ?? 0, height: 0,
      title: scenes.map(\.title).filter { !$0.isEmpty }.joined(separator: "; "),
      summary: scenes.map(\.summary).filter { !$0.isEmpty }.joined(separator: " "))
    for scene in scenes {
      if whole.height > 0 { whole.height += gap }
      whole.elements += scene.elements.map { $0.moved(right: 0, down: whole.height) }
      whole.height += scene.height
    }
    return whole
  }

  /// Lines of text one below the other, each shortened where it is too long.
  public static func lines(_ texts: [String], width: Double = 640) -> Scene {
    let step = 17.0
    return Scene(
      width: width, height: Double(texts.count) * step, title: "", summary: texts.joined(separator: " "),
      elements: texts.enumerated().map { place, text in
        .text(
          TextMetrics.shortened(text, to: width - 4, size: 12), at: Point(2, Double(place) * step + 13),
          TextStyle(.text, size: 12))
      })
  }

  /// The scene on a sheet of paper of its own, with a margin around it in pixels.
  public func onPaper(margin: Double = 12) -> Scene {
    let sheet = Rectangle(x: 0, y: 0, width: width + 2 * margin, height: height + 2 * margin)
    return Scene(
      width: sheet.width, height: sheet.height, title: title, summary: summary,
      elements: [.rectangle(sheet, .paper, opacity: 1, tooltip: nil)]
        + elements.map { $0.moved(right: margin, down: margin) })
  }
}

extension Scene.Element {
  /// The same elsewhere.
  func moved(right: Double, down: Double) -> Scene.Element {
    func moved(_ point: Point) -> Point { Point(point.x + right, point.y + down) }
    func moved(_ field: Rectangle) -> Rectangle {
      Rectangle(x: field.x + right, y: field.y + down, width: field.width, height: field.height)
    }
    return switch self {
    case .lines(let strokes, let stroke): .lines(strokes.map { $0.map(moved) }, stroke)
    case .area(let points, let ink, let opacity): .area(points.map(moved), ink, opacity: opacity)
    case .rectangle(let field, let ink, let opacity, let tooltip):
      .rectangle(moved(field), ink, opacity: opacity, tooltip: tooltip)
    case .mark(let mark, let place, let radius, let ink): .mark(mark, at: moved(place), radius: radius, ink)
    case .picture(let source, let field, let description): .picture(source, moved(field), description: description)
    case .text(let text, let place, let style): .text(text, at: moved(place), style)
    case .hover(let field, let tooltip): .hover(moved(field), tooltip: tooltip)
    case .group(let part, let elements): .group(part, elements.map { $0.moved(right: right, down: down) })
    }
  }
}
