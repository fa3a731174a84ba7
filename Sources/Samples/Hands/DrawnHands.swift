public import Pictures
import Tensors

/// Drawn photos of hands: as many as wanted, each following from the seed, its gesture and its number, on every machine
/// the same.
public struct DrawnHands: Sendable {
  /// The seed all of them are drawn from.
  public let seed: UInt64
  /// The width and height of each, in pixels.
  public let side: Int
  private let canvases: CanvasStock

  /// Hands of a seed.
  public init(seed: UInt64, side: Int = 224) {
    self.seed = seed
    self.side = side
    canvases = CanvasStock(side: side)
  }

  /// The photo of a number, counted from 0.
  public func picture(of gesture: Gesture, number: Int) -> Picture {
    let kind = UInt64(Gesture.allCases.firstIndex(of: gesture) ?? 0)
    var generator = SeededGenerator(seed: seed &* 1_000_003 &+ kind &* 65_537 &+ UInt64(number) &* 8_191)
    let skeleton = Skeleton(gesture.pose, from: &generator)
    let scene = Scene(of: skeleton.limbs, from: &generator)
    return canvases.lend { canvas in
      var painter = ScenePainter(scene, on: canvas)
      return painter.paint()
    }
  }
}
