import Tensors

/// Bodies that are no hands: what the small feature extractor of this package learnt to tell apart.
public enum Shape: Sendable, Hashable, CaseIterable {
  case ball, rod, ring, snake, bricks, mug, tree, dumbbell
  case letterL, letterT, letterU, letterV, letterY, letterE, letterH, letterX
  case star3, star4, star5, star7
  case fork2, fork3, fork4, fork5

  /// A name for a file: `star5`.
  public var name: String { "\(self)" }

  /// The pieces of one specimen, in palm widths around the origin.
  func limbs(from generator: inout SeededGenerator) -> [Limb] {
    var builder = ShapeBuilder(generator: generator)
    defer { generator = builder.generator }
    switch self {
    case .ball: builder.ball()
    case .rod: builder.strokes([[(0, -0.9), (0, 0.9)]])
    case .ring: builder.ring()
    case .snake: builder.strokes([[(-0.9, -0.3), (-0.5, 0.35), (0, -0.25), (0.5, 0.35), (0.9, -0.2)]])
    case .bricks: builder.bricks()
    case .mug: builder.mug()
    case .tree: builder.tree()
    case .dumbbell: builder.dumbbell()
    case .letterL: builder.strokes([[(-0.4, 0.8), (-0.4, -0.6), (0.5, -0.6)]])
    case .letterT: builder.strokes([[(-0.7, 0.7), (0.7, 0.7)], [(0, 0.7), (0, -0.8)]])
    case .letterU: builder.strokes([[(-0.5, 0.8), (-0.5, -0.3), (-0.2, -0.7), (0.2, -0.7), (0.5, -0.3), (0.5, 0.8)]])
    case .letterV: builder.strokes([[(-0.6, 0.8), (0, -0.8), (0.6, 0.8)]])
    case .letterY: builder.strokes([[(-0.6, 0.8), (0, 0.1), (0.6, 0.8)], [(0, 0.1), (0, -0.9)]])
    case .letterE: builder.strokes([[(0.5, 0.8), (-0.4, 0.8), (-0.4, -0.8), (0.5, -0.8)], [(-0.4, 0), (0.4, 0)]])
    case .letterH: builder.strokes([[(-0.5, 0.8), (-0.5, -0.8)], [(0.5, 0.8), (0.5, -0.8)], [(-0.5, 0), (0.5, 0)]])
    case .letterX: builder.strokes([[(-0.6, 0.8), (0.6, -0.8)], [(0.6, 0.8), (-0.6, -0.8)]])
    case .star3: builder.star(3)
    case .star4: builder.star(4)
    case .star5: builder.star(5)
    case .star7: builder.star(7)
    case .fork2: builder.fork(2)
    case .fork3: builder.fork(3)
    case .fork4: builder.fork(4)
    case .fork5: builder.fork(5)
    }
    return builder.limbs
  }
}
