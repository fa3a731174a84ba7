/// The gradient of entries along an axis by index: an entry taken several times has the sum.
struct GatherGradient: GradientKernel {
  private let kernel: GatherKernel
  init(_ kernel: GatherKernel) { self.kernel = kernel }

  var work: Int { kernel.work }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let below = places.gradients[0], var from = places.gradients[2] else { return }
    kernel.forEachEntry(places.values[1]) { place in
      for index in 0..<kernel.inner { below[place + index] += from[index] }
      from += kernel.inner
    }
  }
}

/// The gradient of the entry beside each index along an axis.
struct GatherAlongGradient: GradientKernel {
  private let kernel: GatherAlongKernel
  init(_ kernel: GatherAlongKernel) { self.kernel = kernel }

  var work: Int { kernel.work }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let below = places.gradients[0], let above = places.gradients[2] else { return }
    kernel.forEachEntry(places.values[1]) { number, place in below[place] += above[number] }
  }
}

/// The gradient of entries by the indices of their first axes.
struct GatherPlacesGradient: GradientKernel {
  private let table: PlaceTable
  init(_ operand: TensorView, indices: TensorView) { table = PlaceTable(operand.shape, indices: indices.shape) }

  var work: Int { table.count * table.inner }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let below = places.gradients[0], let above = places.gradients[2] else { return }
    for index in 0..<table.count {
      let place = table.offset(index, places.values[1])
      for entry in 0..<table.inner { below[place + entry] += above[index * table.inner + entry] }
    }
  }
}

/// The gradient of updates that are put in, added or taken off. What is replaced has none; of several updates of one place the last
/// has it.
struct ScatterGradient: GradientKernel {
  private let kernel: ScatterKernel
  private let mode: ScatterMode
  private let count: Int

  init(_ kernel: ScatterKernel, _ data: TensorView) {
    (self.kernel, mode, count) = (kernel, kernel.mode, data.count)
  }

  var work: Int { 3 * count }
  /// Where data are replaced: the number of the update that stays, from 1 on; whole numbers of this size are exact.
  var scratchCount: Int { mode == .update ? count : 0 }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let above = places.gradients[3] else { return }
    if mode == .update {
      scratch.update(repeating: 0, count: count)
      var number: Float = 0
      kernel.forEachUpdate(places.values[1]) { place, _, length in
        number += 1
        (scratch + place).update(repeating: number, count: length)
      }
    }
    if let below = places.gradients[0] {
      for index in 0..<count where mode != .update || scratch[index] == 0 { below[index] += above[index] }
    }
    guard let below = places.gradients[2] else { return }
    var number: Float = 0
    kernel.forEachUpdate(places.values[1]) { place, update, length in
      number += 1
      for index in 0..<length {
        switch mode {
        case .update: if scratch[place + index] == number { below[update + index] += above[place + index] }
        case .sub: below[update + index] -= above[place + index]
        default: below[update + index] += above[place + index]
        }
      }
    }
  }
}

/// The gradient of the first of the numbers along an axis in order. Their places have none.
struct SortGradient: GradientKernel {
  private let kernel: SortKernel
  private let results: Int
  init(_ kernel: SortKernel) { (self.kernel, results) = (kernel, kernel.results) }

  var work: Int { kernel.work }
  var scratchCount: Int { kernel.scratchCount }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let below = places.gradients[0], let above = places.gradients[1] else { return }
    kernel.forEachEntry(places.values[0], scratch: scratch) { place, _, made in below[place] += above[made] }
  }
}

/// The gradient of sums so far: the sums from the other end.
struct CumulationGradient: GradientKernel {
  private let kernel: CumulationKernel

  init(_ kernel: CumulationKernel) { self.kernel = kernel }

  var work: Int { kernel.work }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let below = places.gradients[0], let above = places.gradients[1] else { return }
    let lines = kernel.lines
    for line in 0..<lines.count {
      let start = lines.start(line)
      var sum = 0.0
      for step in 0..<lines.length {
        let entry = start + (kernel.isReversed ? step : lines.length - 1 - step) * lines.inner
        let next = sum + Double(above[entry])
        below[entry] += Float(kernel.isExclusive ? sum : next)
        sum = next
      }
    }
  }
}
