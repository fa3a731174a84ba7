import Synchronization

/// The memory one picture is painted in. It is used for one picture after the other: to get so much of it from the system takes
/// half as long as painting.
final class Canvas {
  /// The width and height of what is painted in it, in pixels, before it is made smaller.
  let fine: Int
  /// Heights, with a border one wide.
  let heights: Plane
  /// Heights of one body alone: nothing stands here whenever no relief is being made.
  let own: Plane
  let materials: MutableValues<UInt8>
  let (shadow, nearby, spare): (Doubles, Doubles, Doubles)
  /// Red, green and blue of the picture, half as wide and high.
  let channels: [Plane]

  /// Room for a picture `side` pixels wide and high.
  init(side: Int) {
    fine = side * 2
    heights = Plane(width: fine + 2, height: fine + 2, Relief.nothing)
    own = Plane(width: fine + 2, height: fine + 2, Relief.nothing)
    materials = MutableValues(fine * fine, repeating: 0)
    (shadow, nearby, spare) = (Doubles(fine * fine), Doubles(fine * fine), Doubles(fine * fine))
    channels = (0..<3).map { _ in Plane(width: side, height: side) }
  }
}

/// Canvases of one size that nobody paints in at the moment.
final class CanvasStock: Sendable {
  private let side: Int
  private let canvases = Mutex<[Held]>([])

  /// A canvas is only handed over, from one thread to the next.
  private struct Held: @unchecked Sendable { let canvas: Canvas }

  /// Starts without any.
  init(side: Int) { self.side = side }

  /// Lends a canvas.
  func lend<Result>(_ body: (Canvas) -> Result) -> Result {
    let held = canvases.withLock { $0.popLast() } ?? Held(canvas: Canvas(side: side))
    defer { canvases.withLock { $0.append(held) } }
    return body(held.canvas)
  }
}
