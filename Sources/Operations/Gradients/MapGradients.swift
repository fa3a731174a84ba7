import Arithmetic

/// The gradient of numbers between those of a map: each of the four beside a place has its part.
struct ResampleGradient: GradientKernel {
  private let kernel: ResampleKernel
  private let operand: TensorView, result: TensorView

  init(rows: [Double], columns: [Double], _ operand: TensorView, _ result: TensorView) {
    kernel = ResampleKernel(rows: rows, columns: columns, operand, result)
    (self.operand, self.result) = (operand, result)
  }

  var work: Int { kernel.work * 2 }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let below = places.gradients[0], let above = places.gradients[1] else { return }
    for sample in 0..<result.shape[0] {
      for (y, row) in kernel.rows.enumerated() {
        for (x, column) in kernel.columns.enumerated() {
          let from = above + sample * result.steps[0] + y * result.steps[2] + x * result.steps[3]
          let to = below + sample * operand.steps[0]
          let (upper, lower) = (row.low * operand.steps[2], row.high * operand.steps[2])
          let (left, right) = (column.low * operand.steps[3], column.high * operand.steps[3])
          for channel in 0..<result.shape[1] {
            let gradient = from[channel * result.steps[1]]
            let under = gradient * row.part
            let over = gradient - under
            let at = channel * operand.steps[1]
            to[at + upper + left] += over - over * column.part
            to[at + upper + right] += over * column.part
            to[at + lower + left] += under - under * column.part
            to[at + lower + right] += under * column.part
          }
        }
      }
    }
  }
}

/// The gradient of x / b^β, b = k + α / size · Σx² over neighbours along the second axis:
/// g · b^−β − 2 α β / size · x · Σ g · x · b^(−β−1) over those whose neighbour it is.
struct LocalResponseGradient: GradientKernel {
  private let kernel: LocalResponseKernel

  init(_ kernel: LocalResponseKernel) { self.kernel = kernel }

  var work: Int { 2 * kernel.work }
  var scratchCount: Int { 2 * kernel.lines.length }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let below = places.gradients[0], let above = places.gradients[1] else { return }
    let (lines, inner) = (kernel.lines, kernel.lines.inner)
    let (factors, terms) = (scratch, scratch + lines.length)
    for line in 0..<lines.count {
      let start = lines.start(line)
      let (x, gradient, target) = (places.values[0] + start, above + start, below + start)
      for entry in 0..<lines.length {
        let base = kernel.base(x, entry)
        let factor = ElementaryFunctions.exp(-kernel.beta * ElementaryFunctions.log(base))
        factors[entry] = Float(factor)
        terms[entry] = Float(Double(gradient[entry * inner]) * Double(x[entry * inner]) * factor / base)
      }
      for entry in 0..<lines.length {
        var sum = 0.0
        // The neighbours of an entry reach size / 2 down and (size − 1) / 2 up: seen from a neighbour it is the other way round.
        let reach = max(0, entry - (kernel.size - 1) / 2)..<min(lines.length, entry + kernel.size / 2 + 1)
        for other in reach { sum += Double(terms[other]) }
        let part = 2 * kernel.alpha * kernel.beta / Double(kernel.size) * Double(x[entry * inner]) * sum
        target[entry * inner] += Float(Double(gradient[entry * inner]) * Double(factors[entry]) - part)
      }
    }
  }
}
