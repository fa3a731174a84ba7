import Operations
import Tensors
import Testing

struct RearrangementTests {
  private var drawn = Drawn(1)

  private func moved(_ tensor: [Tensor], _ made: Rearrangement.Made, fill: Float? = nil) -> Tensor {
    computed(.move(made.moves, fill: fill), tensor, made.shape)
  }

  @Test(
    arguments: [
      ([], []), ([5], [0]), ([3, 4], [1, 0]), ([2, 3, 5], [2, 0, 1]), ([2, 3, 4, 5], [0, 2, 1, 3]),
      ([1, 7, 2, 33], [3, 1, 2, 0]), ([2, 1, 3, 2, 4], [4, 2, 0, 3, 1]),
    ] as [([Int], [Int])])
  mutating func `transposing puts axes in another order`(shape: [Int], order: [Int]) {
    let x = drawn.tensor(shape)
    let wide = ArrayReference(x)
    let expected = ArrayReference(order.map { shape[$0] }) { index in
      var from = index
      for (axis, source) in order.enumerated() { from[source] = index[axis] }
      return wide[from]
    }
    #expect(expected.distance(to: moved([x], Rearrangement.transposed(shape, order: order))) == 0)
  }

  @Test(
    arguments: [
      ([7], [1], [3], [2]), ([7], [6], [4], [-2]), ([3, 5], [0, 4], [3, 5], [1, -1]),
      ([4, 3, 6], [1, 2, 0], [2, 1, 2], [2, 1, 3]),
    ] as [([Int], [Int], [Int], [Int])])
  mutating func `slicing takes entries a step apart, backwards too`(
    shape: [Int], start: [Int], counts: [Int], steps: [Int]
  ) {
    let x = drawn.tensor(shape)
    let wide = ArrayReference(x)
    let expected = ArrayReference(counts) { index in
      wide[index.indices.map { start[$0] + index[$0] * steps[$0] }]
    }
    let made = Rearrangement.sliced(shape, start: start, counts: counts, steps: steps)
    #expect(expected.distance(to: moved([x], made)) == 0)
  }

  @Test(arguments: [0, 1, 2])
  mutating func `joining, interleaving and stacking several tensors`(axis: Int) {
    let shape = [2, 3, 4]
    let parts = (1...3).map { size in
      var own = shape
      own[axis] = size
      return drawn.tensor(own)
    }
    let joined = Rearrangement.joined(parts.map(\.shape), axis: axis)
    var made = shape
    made[axis] = 6
    let expected = ArrayReference(made) { index in
      var (part, place) = (0, index[axis])
      while place >= part + 1 { (part, place) = (part + 1, place - part - 1) }
      var from = index
      from[axis] = place
      return ArrayReference(parts[part])[from]
    }
    #expect(expected.distance(to: moved(parts, joined)) == 0)

    let equal = (0..<3).map { _ in drawn.tensor(shape) }
    made = shape
    made[axis] *= 3
    let interleaved = ArrayReference(made) { index in
      var from = index
      from[axis] /= 3
      return ArrayReference(equal[index[axis] % 3])[from]
    }
    #expect(interleaved.distance(to: moved(equal, Rearrangement.interleaved(equal.map(\.shape), axis: axis))) == 0)

    for place in 0...3 {
      made = shape
      made.insert(3, at: place)
      let stacked = ArrayReference(made) { index in
        var from = index
        let part = from.remove(at: place)
        return ArrayReference(equal[part])[from]
      }
      #expect(stacked.distance(to: moved(equal, Rearrangement.stacked(shape, count: 3, axis: place))) == 0)
    }
  }

  @Test(arguments: [0, 1, 2])
  mutating func `splitting into parts of several sizes`(axis: Int) {
    let shape = [6, 6, 6]
    let x = drawn.tensor(shape)
    let sizes = [1, 3, 2]
    let split = Rearrangement.split(shape, axis: axis, sizes: sizes)
    let made = computed(.move(split.moves, fill: nil), [x], split.shapes)
    for (number, first) in [0, 1, 4].enumerated() {
      var own = shape
      own[axis] = sizes[number]
      let expected = ArrayReference(own) { index in
        var from = index
        from[axis] += first
        return ArrayReference(x)[from]
      }
      #expect(expected.distance(to: made[number]) == 0)
    }
  }

  @Test mutating func `tiling repeats a tensor along its axes`() {
    let x = drawn.tensor([2, 1, 3])
    let made = Rearrangement.tiled([2, 1, 3], counts: [2, 4, 3])
    let expected = ArrayReference([4, 4, 9]) { ArrayReference(x)[[$0[0] % 2, 0, $0[2] % 3]] }
    #expect(expected.distance(to: moved([x], made)) == 0)
  }

  @Test mutating func `surrounding fills what is not moved`() {
    let x = drawn.tensor([2, 3])
    let made = Rearrangement.surrounded([2, 3], before: [1, 0], after: [0, 2])
    let expected = ArrayReference([3, 5]) { $0[0] < 1 || $0[1] > 2 ? 0.5 : ArrayReference(x)[[$0[0] - 1, $0[1]]] }
    #expect(expected.distance(to: moved([x], made, fill: 0.5)) == 0)
  }

  /// PyTorch's pixel_shuffle counts the channel slowest, TensorFlow's depth_to_space fastest.
  @Test(arguments: [true, false])
  mutating func `blocks of pixels become channels and back`(isDepthFirst: Bool) {
    let shape = [2, 12, 3, 5]
    let x = drawn.tensor(shape)
    let spread = Rearrangement.spread(shape, by: 2, isDepthFirst: isDepthFirst)
    let expected = ArrayReference([2, 3, 6, 10]) { index in
      let (row, column) = (index[2] % 2, index[3] % 2)
      let channel = isDepthFirst ? index[1] * 4 + row * 2 + column : (row * 2 + column) * 3 + index[1]
      return ArrayReference(x)[[index[0], channel, index[2] / 2, index[3] / 2]]
    }
    let made = moved([x], spread)
    #expect(expected.distance(to: made) == 0)
    #expect(moved([made], Rearrangement.gathered(made.shape, by: 2, isDepthFirst: isDepthFirst)) == x)
  }
}
