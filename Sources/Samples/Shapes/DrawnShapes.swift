public import Pictures
import Tensors

/// Drawn photos of shapes, each following from the seed and its number, on every machine the same.
public struct DrawnShapes: Sendable {
  /// The seed all of them are drawn from.
  public let seed: UInt64
  /// The width and height of each, in pixels.
  public let side: Int
  private let canvases: CanvasStock

  /// Shapes of a seed.
  public init(seed: UInt64, side: Int) {
    self.seed = seed
    self.side = side
    canvases = CanvasStock(side: side)
  }

  /// The photo of a number, counted from 0. Consecutive numbers go through all shapes in turn.
  public func sample(_ number: Int) -> (shape: Int, picture: Picture) {
    let shape = number % Shape.allCases.count
    var generator = SeededGenerator(seed: seed &* 15_485_863 &+ UInt64(number) &* 8_191 &+ 3)
    let limbs = Shape.allCases[shape].limbs(from: &generator)
    let scene = Scene(of: limbs, from: &generator)
    return canvases.lend { canvas in
      var painter = ScenePainter(scene, on: canvas)
      return (shape, painter.paint())
    }
  }
}
