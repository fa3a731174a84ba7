import Arithmetic

/// One sample's walk along a sequence in one direction, step by step, and back.
struct SequencePass {
  private let cell: RecurrentDefinition.Cell
  private let gates: Int
  private let size: Int
  private let inputs: Int
  private static let bound: Float = 50

  init(_ definition: RecurrentDefinition) {
    cell = definition.cell
    gates = definition.gates
    size = definition.outputSize
    inputs = definition.inputSize
  }

  /// How many numbers the backward pass needs beside the record.
  var scratchCount: Int { 2 * size }

  // MARK: Forward

  /// One step.
  func forward(
    _ step: Int, _ x: UnsafePointer<Float>, _ weights: RecurrentParameters.Direction,
    _ record: RecurrentRecord
  ) {
    let (a, v) = (record.sums(step), record.values(step))
    let (y, before) = (record.output(step), record.output(step - 1))
    switch cell {
    case .simple(let f):
      sum(0..<size, x, before, weights, into: a)
      for j in 0..<size {
        v[j] = f.value(a[j], j)
        y[j] = v[j]
      }
    case .gated(let f, let g):
      sum(0..<2 * size, x, before, weights, into: a)
      for j in 0..<2 * size { v[j] = f.value(a[j], j % size) }
      let reset = record.cell(step)
      for j in 0..<size { reset[j] = v[size + j] * before[j] }
      sum(2 * size..<3 * size, x, reset, weights, into: a)
      for j in 0..<size {
        v[2 * size + j] = g.value(a[2 * size + j], j)
        y[j] = (1 - v[j]) * v[2 * size + j] + v[j] * before[j]
      }
    case .longShortTerm(let settings): forward(step, x, weights, record, settings)
    }
  }

  private func forward(
    _ step: Int, _ x: UnsafePointer<Float>, _ weights: RecurrentParameters.Direction,
    _ record: RecurrentRecord, _ settings: LongShortTermDefinition
  ) {
    let (a, v, y) = (record.sums(step), record.values(step), record.output(step))
    let (before, now, free) = (record.cell(step - 1), record.cell(step), record.unbounded(step))
    let peepholes = weights.peepholes?.values.pointer
    sum(0..<4 * size, x, record.output(step - 1), weights, into: a) { row in
      switch row / size {
      case 0: (peepholes?[row] ?? 0) * before[row]
      case 1: (peepholes?[row] ?? 0) * before[row - size] + (settings.addsForgetBias ? 1 : 0)
      default: 0
      }
    }
    for j in 0..<size {
      v[j] = settings.gate.value(a[j], j)
      v[size + j] = settings.isCoupled ? 1 - v[j] : settings.gate.value(a[size + j], j)
      v[2 * size + j] = settings.input.value(a[2 * size + j], j)
      free[j] = before[j] * v[size + j] + v[j] * v[2 * size + j]
      now[j] = min(max(free[j], -settings.cellClip), settings.cellClip)
      if let peepholes {
        // The output gate looks at the cell as it has become.
        let row = 3 * size + j
        a[row] = total(row, x, record.output(step - 1), weights) + peepholes[2 * size + j] * now[j]
      }
      v[3 * size + j] = settings.gate.value(bounded(a[3 * size + j]), j)
      y[j] = settings.output.value(now[j], j) * v[3 * size + j]
    }
  }

  private func bounded(_ sum: Float) -> Float { min(max(sum, -SequencePass.bound), SequencePass.bound) }

  /// W x + R y + b of one row.
  private func total(
    _ row: Int, _ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>, _ weights: RecurrentParameters.Direction
  ) -> Float {
    Elementwise.dot(weights.input.values.pointer + row * inputs, x, count: inputs)
      + Elementwise.dot(weights.recursion.values.pointer + row * size, y, count: size)
      + (weights.bias?.values.pointer[row] ?? 0)
  }

  /// The bounded sums of some rows. At its bound a sum stands still, which the backward pass has to see.
  private func sum(
    _ rows: Range<Int>, _ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>,
    _ weights: RecurrentParameters.Direction, into sums: UnsafeMutablePointer<Float>,
    plus more: (Int) -> Float = { _ in 0 }
  ) {
    for row in rows { sums[row] = bounded(total(row, x, y, weights) + more(row)) }
  }

  // MARK: Backward

  /// One step back: the gradients by its output and cell become those by the step before, and what its input gets is added
  /// `below`. The sums' gradients stay in the record.
  func backward(
    _ step: Int, _ weights: RecurrentParameters.Direction, _ record: RecurrentRecord,
    _ gradient: inout RecurrentGradient, below: UnsafeMutablePointer<Float>?, scratch: UnsafeMutablePointer<Float>
  ) {
    let (a, v) = (record.sums(step), record.values(step))
    var previous = RecurrentGradient(count: size)
    switch cell {
    case .simple(let f):
      for j in 0..<size { a[j] = gradient.output[j] * slope(f, a[j], v[j], j) }
      addTransposed(0..<size, a, weights, to: &previous.output)
    case .gated(let f, let g): backward(step, weights, record, gradient, &previous, scratch, f, g)
    case .longShortTerm(let settings): backward(step, weights, record, gradient, &previous, settings)
    }
    if let below {
      for row in 0..<gates * size {
        Elementwise.addScaled(weights.input.values.pointer + row * inputs, by: a[row], to: below, count: inputs)
      }
    }
    gradient = previous
  }

  private func backward(
    _ step: Int, _ weights: RecurrentParameters.Direction, _ record: RecurrentRecord,
    _ gradient: RecurrentGradient, _ previous: inout RecurrentGradient, _ scratch: UnsafeMutablePointer<Float>,
    _ f: ActivationFunction, _ g: ActivationFunction
  ) {
    let (a, v, before) = (record.sums(step), record.values(step), record.output(step - 1))
    for j in 0..<size {
      let (z, o, dy) = (v[j], v[2 * size + j], gradient.output[j])
      previous.output[j] += dy * z
      scratch[j] = dy * (before[j] - o)
      a[2 * size + j] = dy * (1 - z) * slope(g, a[2 * size + j], o, j)
    }
    var reset = [Float](repeating: 0, count: size)
    addTransposed(2 * size..<3 * size, a, weights, to: &reset)
    for j in 0..<size {
      previous.output[j] += reset[j] * v[size + j]
      a[j] = scratch[j] * slope(f, a[j], v[j], j)
      a[size + j] = reset[j] * before[j] * slope(f, a[size + j], v[size + j], j)
    }
    addTransposed(0..<2 * size, a, weights, to: &previous.output)
  }

  private func backward(
    _ step: Int, _ weights: RecurrentParameters.Direction, _ record: RecurrentRecord,
    _ gradient: RecurrentGradient, _ previous: inout RecurrentGradient, _ settings: LongShortTermDefinition
  ) {
    let (a, v) = (record.sums(step), record.values(step))
    let (before, now, free) = (record.cell(step - 1), record.cell(step), record.unbounded(step))
    let peepholes = weights.peepholes?.values.pointer
    for j in 0..<size {
      let (i, f, z, o) = (v[j], v[size + j], v[2 * size + j], v[3 * size + j])
      let read = settings.output.value(now[j], j)
      let dy = gradient.output[j]
      a[3 * size + j] = dy * read * slope(settings.gate, a[3 * size + j], o, j)
      var dc = gradient.cell[j] + dy * o * settings.output.slope(now[j], read, j)
      if let peepholes { dc += peepholes[2 * size + j] * a[3 * size + j] }
      if abs(free[j]) > settings.cellClip { dc = 0 }
      let di = settings.isCoupled ? dc * (z - before[j]) : dc * z
      a[j] = di * slope(settings.gate, a[j], i, j)
      a[size + j] = settings.isCoupled ? 0 : dc * before[j] * slope(settings.gate, a[size + j], f, j)
      a[2 * size + j] = dc * i * slope(settings.input, a[2 * size + j], z, j)
      previous.cell[j] += dc * f
      if let peepholes { previous.cell[j] += peepholes[j] * a[j] + peepholes[size + j] * a[size + j] }
    }
    addTransposed(0..<4 * size, a, weights, to: &previous.output)
  }

  /// f′, or 0 where the sum was held.
  private func slope(_ f: ActivationFunction, _ sum: Float, _ value: Float, _ j: Int) -> Float {
    abs(sum) >= SequencePass.bound ? 0 : f.slope(sum, value, j)
  }

  private func addTransposed(
    _ rows: Range<Int>, _ a: UnsafePointer<Float>, _ weights: RecurrentParameters.Direction, to sums: inout [Float]
  ) {
    sums.withUnsafeMutableBufferPointer { sums in
      guard let base = sums.baseAddress else { return }
      for row in rows {
        Elementwise.addScaled(weights.recursion.values.pointer + row * size, by: a[row], to: base, count: size)
      }
    }
  }

  // MARK: What the parameters' gradients are made of

  /// What a row of the recursion matrix was multiplied by.
  func recursed(_ step: Int, _ row: Int, _ record: RecurrentRecord) -> UnsafePointer<Float> {
    if case .gated = cell, row >= 2 * size { return UnsafePointer(record.cell(step)) }
    return UnsafePointer(record.output(step - 1))
  }

  /// A row's peephole, and the cell's number it was multiplied by; nil for rows without one.
  func peephole(_ step: Int, _ row: Int, _ record: RecurrentRecord) -> (index: Int, cell: Float)? {
    let j = row % size
    switch row / size {
    case 0: return (j, record.cell(step - 1)[j])
    case 1: return (size + j, record.cell(step - 1)[j])
    case 3: return (2 * size + j, record.cell(step)[j])
    default: return nil
    }
  }
}
