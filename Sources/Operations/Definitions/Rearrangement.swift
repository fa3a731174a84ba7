/// Ways to put a tensor's numbers elsewhere, each as the shape that is made and the moves that make it. Axes are counted from 0, and
/// lengths have been checked.
public enum Rearrangement {
  /// The shape made, and the moves.
  public typealias Made = (shape: [Int], moves: [Move])
  private typealias Loop = Move.Track.Loop

  /// Another order of the axes: axis i of the result is axis `order[i]` of the operand.
  public static func transposed(_ shape: [Int], order: [Int]) -> Made {
    let made = order.map { shape[$0] }
    let from = Move.Track(start: shape.map { _ in 0 }, order.map { Loop($0) })
    return (made, [Move(lengths: made, from: from, to: .init(rank: made.count))])
  }

  /// So many entries of each axis from a start on, a step apart.
  public static func sliced(_ shape: [Int], start: [Int], counts: [Int], steps: [Int]) -> Made {
    let from = Move.Track(start: start, shape.indices.map { Loop($0, step: steps[$0]) })
    return (counts, [Move(lengths: counts, from: from, to: .init(rank: counts.count))])
  }

  /// Several tensors one after the other along an axis.
  public static func joined(_ shapes: [[Int]], axis: Int) -> Made {
    var made = shapes[0]
    made[axis] = 0
    var moves: [Move] = []
    for (number, shape) in shapes.enumerated() {
      var to = Move.Track(rank: shape.count)
      to.start[axis] = made[axis]
      moves.append(Move(operand: number, lengths: shape, from: .init(rank: shape.count), to: to))
      made[axis] += shape[axis]
    }
    return (made, moves)
  }

  /// Several tensors of one shape, entry by entry along an axis in turn.
  public static func interleaved(_ shapes: [[Int]], axis: Int) -> Made {
    var made = shapes[0]
    made[axis] *= shapes.count
    let moves = shapes.enumerated().map { number, shape in
      var to = Move.Track(rank: shape.count)
      to.start[axis] = number
      to.loops[axis].step = shapes.count
      return Move(operand: number, lengths: shape, from: .init(rank: shape.count), to: to)
    }
    return (made, moves)
  }

  /// Several tensors of one shape along a new axis.
  public static func stacked(_ shape: [Int], count: Int, axis: Int) -> Made {
    var made = shape
    made.insert(count, at: axis)
    let loops = made.indices.filter { $0 != axis }.map { Loop($0) }
    let moves = (0..<count).map { number in
      var start = made.map { _ in 0 }
      start[axis] = number
      return Move(
        operand: number, lengths: shape, from: .init(rank: shape.count), to: .init(start: start, loops))
    }
    return (made, moves)
  }

  /// Parts along an axis, each a result of its own.
  public static func split(_ shape: [Int], axis: Int, sizes: [Int]) -> (shapes: [[Int]], moves: [Move]) {
    var first = 0
    var shapes: [[Int]] = []
    var moves: [Move] = []
    for (number, size) in sizes.enumerated() {
      var part = shape
      part[axis] = size
      var from = Move.Track(rank: shape.count)
      from.start[axis] = first
      moves.append(Move(result: number, lengths: part, from: from, to: .init(rank: shape.count)))
      shapes.append(part)
      first += size
    }
    return (shapes, moves)
  }

  /// Repeated so many times along each axis.
  public static func tiled(_ shape: [Int], counts: [Int]) -> Made {
    let made = zip(shape, counts).map { $0 * $1 }
    let lengths = counts + shape
    let from = Move.Track(
      start: shape.map { _ in 0 }, counts.map { _ in Loop(nil) } + shape.indices.map { Loop($0) })
    let to = Move.Track(
      start: shape.map { _ in 0 }, shape.indices.map { Loop($0, step: shape[$0]) } + shape.indices.map { Loop($0) })
    return (made, [Move(lengths: lengths, from: from, to: to)])
  }

  /// Surrounded by other numbers.
  public static func surrounded(_ shape: [Int], before: [Int], after: [Int]) -> Made {
    let made = shape.indices.map { shape[$0] + before[$0] + after[$0] }
    let to = Move.Track(start: before, shape.indices.map { Loop($0) })
    return (made, [Move(lengths: shape, from: .init(rank: shape.count), to: to)])
  }

  /// The channels of [N, C · b · b, H, W] spread over b × b pixels; `isDepthFirst` where the channel counts slowest among the b · b,
  /// as PyTorch has it, else fastest.
  public static func spread(_ shape: [Int], by block: Int, isDepthFirst: Bool) -> Made {
    let (n, c, h, w) = (shape[0], shape[1] / (block * block), shape[2], shape[3])
    // Loops: n, channel, block row, block column, row, column.
    let channel = isDepthFirst ? block * block : 1
    let (blockRow, blockColumn) = isDepthFirst ? (block, 1) : (block * c, c)
    let from = Move.Track(
      start: [0, 0, 0, 0],
      [Loop(0), Loop(1, step: channel), Loop(1, step: blockRow), Loop(1, step: blockColumn), Loop(2), Loop(3)])
    let to = Move.Track(
      start: [0, 0, 0, 0], [Loop(0), Loop(1), Loop(2), Loop(3), Loop(2, step: block), Loop(3, step: block)])
    return ([n, c, h * block, w * block], [Move(lengths: [n, c, block, block, h, w], from: from, to: to)])
  }

  /// The other way: b × b pixels into channels.
  public static func gathered(_ shape: [Int], by block: Int, isDepthFirst: Bool) -> Made {
    let made = [shape[0], shape[1] * block * block, shape[2] / block, shape[3] / block]
    let back = spread(made, by: block, isDepthFirst: isDepthFirst).moves[0]
    return (made, [Move(lengths: back.lengths, from: back.to, to: back.from)])
  }
}
