import Operations
import Tensors
import Testing

struct IndexKernelsTests {
  private var drawn = Drawn(41)

  @Test(
    arguments: [
      ([5], 0, 0, [3]), ([4, 3], 0, 0, []), ([4, 3], 1, 0, [2, 2]), ([2, 5, 3], 1, 1, [2, 4]),
      ([2, 3, 5], 2, 1, [2, 2]),
      ([2, 5, 2, 2], 1, 0, [1]),
    ] as [([Int], Int, Int, [Int])])
  mutating func `gather takes entries along an axis by index`(
    shape: [Int], axis: Int, batchAxes: Int, indices: [Int]
  ) {
    let x = drawn.tensor(shape), places = drawn.places(indices, below: shape[axis])
    let own = Array(indices.dropFirst(batchAxes))
    let made = Array(shape[..<axis]) + own + shape[(axis + 1)...]
    let expected = ArrayReference(made) { index in
      let place = ArrayReference(places)[Array(index[..<batchAxes]) + index[axis..<axis + own.count]]
      return ArrayReference(x)[Array(index[..<axis]) + [Int(place)] + index[(axis + own.count)...]]
    }
    #expect(expected.distance(to: computed(.gather(axis: axis, batchAxes: batchAxes), [x, places], made)) == 0)
  }

  @Test func `negative indices count from the end, and what lies outside comes to the nearest`() {
    let x = Tensor(shape: [3], values: [10, 11, 12]), places = Tensor(shape: [4], values: [-1, -3, 99, -99])
    #expect(computed(.gather(axis: 0, batchAxes: 0), [x, places], [4]).values == [12, 10, 12, 10])
  }

  @Test(arguments: [0, 1, 2])
  mutating func `gathering and scattering beside an axis`(axis: Int) {
    let shape = [3, 4, 5]
    var own = [2, 3, 4]
    own[axis] = 6
    let x = drawn.tensor(shape), places = drawn.places(own, below: shape[axis])
    let gathered = ArrayReference(own) { index in
      var from = index
      from[axis] = Int(ArrayReference(places)[index])
      return ArrayReference(x)[from]
    }
    #expect(gathered.distance(to: computed(.gatherAlong(axis: axis), [x, places], own)) == 0)
    let updates = drawn.tensor(own)
    for mode in [ScatterMode.update, .add, .sub, .mul, .div, .max, .min] {
      var values = ArrayReference(x)
      for index in ArrayReference.indices(own) {
        var to = index
        to[axis] = Int(ArrayReference(places)[index])
        values.put(ArrayReference(updates)[index], at: to, mode)
      }
      #expect(values.distance(to: computed(.scatterAlong(axis: axis, mode), [x, places, updates], shape)) < 1e-6)
    }
  }

  @Test(arguments: [1, 2, 3])
  mutating func `gathering and scattering by the first axes' indices`(axes: Int) {
    let shape = [3, 4, 5]
    let places = Tensor(
      shape: [2, 3, axes],
      values: (0..<6).flatMap { _ in (0..<axes).map { Float(Int.random(in: 0..<shape[$0], using: &drawn.generator)) } })
    let x = drawn.tensor(shape)
    let made = [2, 3] + shape[axes...]
    func place(_ index: [Int]) -> [Int] {
      (0..<axes).map { Int(ArrayReference(places)[[index[0], index[1], $0]]) } + index.dropFirst(2)
    }
    let gathered = ArrayReference(made) { ArrayReference(x)[place($0)] }
    #expect(gathered.distance(to: computed(.gatherPlaces, [x, places], made)) == 0)
    let updates = drawn.tensor(made)
    for mode in [ScatterMode.update, .add, .max] {
      var values = ArrayReference(x)
      for index in ArrayReference.indices(made) { values.put(ArrayReference(updates)[index], at: place(index), mode) }
      #expect(values.distance(to: computed(.scatterPlaces(mode), [x, places, updates], shape)) < 1e-6)
    }
  }

  @Test(arguments: [0, 1])
  mutating func `scattering along an axis adds up what comes to one place`(axis: Int) {
    let x = drawn.tensor([4, 4]), places = Tensor(shape: [3], values: [2, 0, 2])
    let updates = drawn.tensor(axis == 0 ? [3, 4] : [4, 3])
    for mode in [ScatterMode.update, .add, .sub, .mul, .div, .max, .min] {
      var values = ArrayReference(x)
      for index in ArrayReference.indices(updates.shape) {
        var to = index
        to[axis] = [2, 0, 2][index[axis]]
        values.put(ArrayReference(updates)[index], at: to, mode)
      }
      #expect(values.distance(to: computed(.scatter(axis: axis, mode), [x, places, updates], [4, 4])) < 1e-6)
    }
  }

  @Test(arguments: [0, 1, 2])
  mutating func `one-hot puts a number at an index's place along a new axis`(axis: Int) {
    let places = drawn.places([2, 3], below: 5).mapped { $0 - 1 }
    var shape = [2, 3]
    shape.insert(4, at: axis)
    let expected = ArrayReference(shape) { index in
      var own = index
      let entry = own.remove(at: axis)
      return ArrayReference(places)[own] == Double(entry) ? 2.5 : -1
    }
    #expect(expected.distance(to: computed(.oneHot(axis: axis, on: 2.5, off: -1), [places], shape)) == 0)
  }

  @Test(arguments: [0, 1, 2], [false, true])
  mutating func `the first in order and their places, of equals the first`(axis: Int, isAscending: Bool) {
    let shape = [3, 7, 4]
    // Some equal numbers.
    let x = drawn.places(shape, below: 5)
    for count in [1, 3] {
      var made = shape
      made[axis] = min(count, shape[axis])
      func order(_ index: [Int]) -> Int {
        let line = (0..<shape[axis]).map { entry in
          var full = index
          full[axis] = entry
          return ArrayReference(x)[full]
        }
        return line.indices.sorted {
          line[$0] == line[$1] ? $0 < $1 : isAscending ? line[$0] < line[$1] : line[$0] > line[$1]
        }[index[axis]]
      }
      let places = ArrayReference(made) { Double(order($0)) }
      let values = ArrayReference(made) { index in
        var full = index
        full[axis] = order(index)
        return ArrayReference(x)[full]
      }
      let both = computed(.sort(axis: axis, isAscending: isAscending, givesValues: true), [x], [made, made])
      #expect(values.distance(to: both[0]) == 0 && places.distance(to: both[1]) == 0)
      let alone = computed(.sort(axis: axis, isAscending: isAscending, givesValues: true), [x], made)
      #expect(alone == both[0])
      #expect(computed(.sort(axis: axis, isAscending: isAscending, givesValues: false), [x], made) == both[1])
    }
  }

  @Test(arguments: [0, 1, 2])
  mutating func `running sums along an axis`(axis: Int) {
    let x = drawn.tensor([3, 5, 2])
    for (isExclusive, isReversed) in [(false, false), (true, false), (false, true), (true, true)] {
      let expected = ArrayReference(x.shape) { index in
        (0..<x.shape[axis]).filter { entry in
          let isBefore = isReversed ? entry > index[axis] : entry < index[axis]
          return isBefore || entry == index[axis] && !isExclusive
        }.reduce(0) { sum, entry in
          var full = index
          full[axis] = entry
          return sum + ArrayReference(x)[full]
        }
      }
      let made = computed(.cumulate(axis: axis, isExclusive: isExclusive, isReversed: isReversed), [x], x.shape)
      #expect(expected.distance(to: made) < 1e-6)
    }
  }
}

extension ArrayReference {
  fileprivate mutating func put(_ update: Double, at index: [Int], _ mode: ScatterMode) {
    var place = 0
    for (entry, length) in zip(index, shape) { place = place * length + entry }
    switch mode {
    case .update: values[place] = update
    case .add: values[place] += update
    case .sub: values[place] -= update
    case .mul: values[place] *= update
    case .div: values[place] /= update
    case .max: values[place] = max(values[place], update)
    case .min: values[place] = min(values[place], update)
    }
  }
}
