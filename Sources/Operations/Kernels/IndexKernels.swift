/// Whole numbers as places along an axis: negative ones count from its end, and what lies outside is brought to the nearest.
private func place(_ index: Float, _ length: Int) -> Int {
  let whole = index.isNaN ? 0 : Int(max(-2e9, min(2e9, index)))
  return max(0, min(length - 1, whole < 0 ? whole + length : whole))
}

/// Entries along an axis by index.
struct GatherKernel: Kernel {
  let inner: Int
  private let outer: Int, middle: Int, length: Int, indices: Int

  init(axis: Int, batchAxes: Int, _ operand: TensorView, indices: TensorView) {
    outer = operand.shape[..<batchAxes].reduce(1, *)
    middle = operand.shape[batchAxes..<axis].reduce(1, *)
    length = operand.shape[axis]
    inner = operand.shape[(axis + 1)...].reduce(1, *)
    self.indices = indices.shape[batchAxes...].reduce(1, *)
  }

  var work: Int { outer * middle * indices * inner }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    var to = places[2]
    forEachEntry(places[1]) { place in
      to.update(from: places[0] + place, count: inner)
      to += inner
    }
  }

  /// Calls `body` with where each entry begins, in the order of the result.
  @inline(__always)
  func forEachEntry(_ indices: UnsafePointer<Float>, _ body: (_ place: Int) -> Void) {
    for batch in 0..<outer {
      for row in 0..<middle {
        for index in 0..<self.indices {
          body(((batch * middle + row) * length + place(indices[batch * self.indices + index], length)) * inner)
        }
      }
    }
  }
}

/// Along one axis, lines of numbers that lie a step apart.
struct AxisLines: Sendable {
  let length: Int, inner: Int, count: Int

  init(_ shape: [Int], axis: Int) {
    length = shape[axis]
    inner = shape[(axis + 1)...].reduce(1, *)
    count = shape.reduce(1, *) / max(length, 1)
  }

  /// Where a line begins; its numbers lie `inner` apart.
  func start(_ line: Int) -> Int { line / inner * length * inner + line % inner }
}

/// For each index along an axis the entry beside it.
struct GatherAlongKernel: Kernel {
  private let axis: Int
  private let operand: TensorView
  private let indices: TensorView

  init(axis: Int, _ operand: TensorView, indices: TensorView) {
    (self.axis, self.operand, self.indices) = (axis, operand, indices)
  }

  var work: Int { indices.count * 4 }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    forEachEntry(places[1]) { number, place in places[2][number] = places[0][place] }
  }

  /// Calls `body` with the number of each index and where its entry lies.
  @inline(__always)
  func forEachEntry(_ numbers: UnsafePointer<Float>, _ body: (_ number: Int, _ place: Int) -> Void) {
    for number in 0..<indices.count {
      let along = place(numbers[number], operand.shape[axis])
      body(number, entry(number, indices.shape, axis: axis, along, operand.steps))
    }
  }
}

/// Where the entry lies that has the same places as a number, but for one axis.
private func entry(_ number: Int, _ shape: [Int], axis: Int, _ place: Int, _ steps: [Int]) -> Int {
  var (rest, offset) = (number, 0)
  for other in shape.indices.reversed() {
    offset += (other == axis ? place : rest % shape[other]) * steps[other]
    rest /= shape[other]
  }
  return offset
}

/// Where the entries lie that the indices of the first axes name.
struct PlaceTable: Sendable {
  let count: Int, inner: Int
  private let lengths: [Int]

  init(_ shape: [Int], indices: [Int]) {
    let axes = indices.last ?? 0
    lengths = Array(shape[..<axes])
    count = indices.dropLast().reduce(1, *)
    inner = shape[axes...].reduce(1, *)
  }

  func offset(_ index: Int, _ indices: UnsafePointer<Float>) -> Int {
    var offset = 0
    for axis in lengths.indices {
      offset = offset * lengths[axis] + place(indices[index * lengths.count + axis], lengths[axis])
    }
    return offset * inner
  }
}

/// Entries by the indices of their first axes.
struct GatherPlacesKernel: Kernel {
  private let table: PlaceTable
  init(_ operand: TensorView, indices: TensorView) { table = PlaceTable(operand.shape, indices: indices.shape) }
  var work: Int { table.count * table.inner }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    for index in 0..<table.count {
      (places[2] + index * table.inner).update(
        from: places[0] + table.offset(index, places[1]), count: table.inner)
    }
  }
}

/// Updates put into a copy of the first operand, in the order of the indices.
struct ScatterKernel: Kernel {
  /// Which entries the indices name.
  private enum Target { case along(Int), beside(Int), first }

  let mode: ScatterMode
  private let target: Target
  private let data: TensorView
  private let indices: TensorView
  private let table: PlaceTable

  init(_ kind: TensorOperationKind, _ data: TensorView, indices: TensorView) {
    (self.data, self.indices) = (data, indices)
    switch kind {
    case .scatter(let axis, let mode): (target, self.mode) = (.along(axis), mode)
    case .scatterAlong(let axis, let mode): (target, self.mode) = (.beside(axis), mode)
    case .scatterPlaces(let mode): (target, self.mode) = (.first, mode)
    default: preconditionFailure("no scatter")
    }
    if case .first = target {
      table = PlaceTable(data.shape, indices: indices.shape)
    } else {
      table = PlaceTable(data.shape, indices: [0])
    }
  }

  var work: Int { data.count * 2 }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    let (updates, to) = (UnsafePointer(places[2]), places[3])
    to.update(from: places[0], count: data.count)
    forEachUpdate(places[1]) { place, update, count in combine(to + place, updates + update, count: count) }
  }

  /// Calls `body` for each stretch of updates in the order of the indices: where it goes, where it lies, and how long it is.
  @inline(__always)
  func forEachUpdate(_ numbers: UnsafePointer<Float>, _ body: (_ place: Int, _ update: Int, _ count: Int) -> Void) {
    switch target {
    case .along(let axis):
      let lines = AxisLines(data.shape, axis: axis)
      for outer in 0..<lines.count / max(lines.inner, 1) {
        for index in 0..<indices.count {
          body(
            (outer * lines.length + place(numbers[index], lines.length)) * lines.inner,
            (outer * indices.count + index) * lines.inner, lines.inner)
        }
      }
    case .beside(let axis):
      for number in 0..<indices.count {
        let index = place(numbers[number], data.shape[axis])
        body(entry(number, indices.shape, axis: axis, index, data.steps), number, 1)
      }
    case .first:
      for index in 0..<table.count { body(table.offset(index, numbers), index * table.inner, table.inner) }
    }
  }

  private func combine(_ to: UnsafeMutablePointer<Float>, _ update: UnsafePointer<Float>, count: Int) {
    for index in 0..<count {
      switch mode {
      case .update: to[index] = update[index]
      case .add: to[index] += update[index]
      case .sub: to[index] -= update[index]
      case .mul: to[index] *= update[index]
      case .div: to[index] /= update[index]
      case .max: to[index] = max(to[index], update[index])
      case .min: to[index] = min(to[index], update[index])
      }
    }
  }
}

/// One number at the place an index names along a new axis.
struct OneHotKernel: Kernel {
  private let lines: AxisLines
  private let on: Float, off: Float

  init(axis: Int, on: Float, off: Float, _ result: TensorView) {
    lines = AxisLines(result.shape, axis: axis)
    (self.on, self.off) = (on, off)
  }

  var work: Int { lines.count * lines.length }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    for line in 0..<lines.count {
      let to = places[1] + lines.start(line)
      for entry in 0..<lines.length { to[entry * lines.inner] = places[0][line] == Float(entry) ? on : off }
    }
  }
}

/// The numbers along an axis in order; of equals the first comes first.
struct SortKernel: Kernel {
  private let lines: AxisLines
  private let made: AxisLines
  private let isAscending: Bool
  private let givesValues: Bool
  let results: Int

  init(axis: Int, isAscending: Bool, givesValues: Bool, _ operand: TensorView, _ results: [TensorView]) {
    lines = AxisLines(operand.shape, axis: axis)
    made = AxisLines(results[0].shape, axis: axis)
    (self.isAscending, self.givesValues, self.results) = (isAscending, givesValues, results.count)
  }

  var work: Int { lines.count * lines.length * 16 }
  var scratchCount: Int { lines.length }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    let indices = results > 1 ? places[2] : givesValues ? nil : places[1]
    forEachEntry(places[0], scratch: scratch) { place, number, to in
      if givesValues { places[1][to] = places[0][place] }
      if let indices { indices[to] = number }
    }
  }

  /// Calls `body` for the numbers wanted in their order: where each lies, its place along the axis, and where it goes.
  @inline(__always)
  func forEachEntry(
    _ numbers: UnsafePointer<Float>, scratch: UnsafeMutablePointer<Float>,
    _ body: (_ place: Int, _ number: Float, _ to: Int) -> Void
  ) {
    for line in 0..<lines.count {
      let (start, to) = (lines.start(line), made.start(line))
      let from = numbers + start
      // The places as numbers: whole ones of this size are exact.
      for entry in 0..<lines.length { scratch[entry] = Float(entry) }
      var order = UnsafeMutableBufferPointer(start: scratch, count: lines.length)
      order.sort { a, b in
        let (x, y) = (from[Int(a) * lines.inner], from[Int(b) * lines.inner])
        return x == y ? a < b : isAscending ? x < y : x > y
      }
      for entry in 0..<made.length {
        body(start + Int(scratch[entry]) * lines.inner, scratch[entry], to + entry * made.inner)
      }
    }
  }
}

/// Sums of all numbers so far along an axis.
struct CumulationKernel: Kernel {
  let lines: AxisLines
  let isExclusive: Bool, isReversed: Bool

  init(axis: Int, isExclusive: Bool, isReversed: Bool, _ operand: TensorView) {
    lines = AxisLines(operand.shape, axis: axis)
    (self.isExclusive, self.isReversed) = (isExclusive, isReversed)
  }

  var work: Int { lines.count * lines.length * 2 }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    for line in 0..<lines.count {
      let start = lines.start(line)
      var sum = 0.0
      for step in 0..<lines.length {
        let entry = start + (isReversed ? lines.length - 1 - step : step) * lines.inner
        let next = sum + Double(places[0][entry])
        places[1][entry] = Float(isExclusive ? sum : next)
        sum = next
      }
    }
  }
}
