import Arithmetic

/// The gradient of numbers along some axes made one.
struct ReductionGradient: GradientKernel {
  private let reduction: Reduction
  private let axes: SplitAxes

  init(_ reduction: Reduction, axes: [Int], _ operand: TensorView, _ result: TensorView) {
    self.reduction = reduction
    self.axes = SplitAxes(operand, reducing: axes, result)
  }

  var work: Int { axes.outer.count * axes.inner.count * (reduction == .logSumExp ? 20 : 3) }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let below = places.gradients[0], let above = places.gradients[1] else { return }
    let (values, results) = (places.values[0], places.values[1])
    axes.forEach { from, to in add(values + from, results[to], above[to], to: below + from) }
  }

  private func add(
    _ x: UnsafePointer<Float>, _ result: Float, _ gradient: Float, to below: UnsafeMutablePointer<Float>
  ) {
    @inline(__always)
    func each(_ body: (Float) -> Float) { axes.forEachInner { _, place, _ in below[place] += body(x[place]) } }
    switch reduction {
    case .sum: each { _ in gradient }
    case .mean:
      let part = gradient / Float(axes.inner.count)
      each { _ in part }
    case .sumOfSquares: each { 2 * $0 * gradient }
    case .l1: each { $0 > 0 ? gradient : $0 < 0 ? -gradient : 0 }
    case .l2:
      // Of zeros alone there is no slope.
      let part = result == 0 ? 0 : gradient / result
      each { $0 * part }
    case .logSum:
      var sum = 0.0
      axes.forEachInner { _, place, _ in sum += Double(x[place]) }
      let part = Float(Double(gradient) / sum)
      each { _ in part }
    case .logSumExp: each { gradient * ElementaryFunctions.exp($0 - result) }
    case .product: addProduct(x, gradient, to: below)
    case .maximum, .minimum:
      // Of equals the first has the gradient.
      var isFound = false
      axes.forEachInner { _, place, _ in
        if !isFound, x[place] == result {
          below[place] += gradient
          isFound = true
        }
      }
    case .argumentOfMaximum, .argumentOfMinimum: break
    }
  }

  /// For each number the product of the others, zeros included.
  private func addProduct(_ x: UnsafePointer<Float>, _ gradient: Float, to below: UnsafeMutablePointer<Float>) {
    var (product, zeros) = (1.0, 0)
    axes.forEachInner { _, place, _ in
      if x[place] == 0 { zeros += 1 } else { product *= Double(x[place]) }
    }
    axes.forEachInner { _, place, _ in
      let isZero = x[place] == 0
      if zeros == 0 {
        below[place] += Float(Double(gradient) * product / Double(x[place]))
      } else if zeros == 1, isZero {
        below[place] += Float(Double(gradient) * product)
      }
    }
  }
}

/// The gradient of exponentials divided by their sum: y · (g − Σ g · y).
struct SoftmaxGradient: GradientKernel {
  private let axes: SplitAxes

  init(axis: Int, _ operand: TensorView, _ result: TensorView) {
    axes = SplitAxes(operand, inner: [axis], made: result.steps)
  }

  var work: Int { axes.outer.count * axes.inner.count * 4 }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let below = places.gradients[0], let above = places.gradients[1] else { return }
    let results = places.values[1]
    let (count, fromStep, toStep) = (axes.inner.rowLength, axes.inner.rowSteps[0], axes.inner.rowSteps[1])
    axes.forEach { from, to in
      let (y, gradient, target) = (results + to, above + to, below + from)
      let mean = Float(laneSum(count) { gradient[$0 * toStep] * y[$0 * toStep] })
      for index in 0..<count {
        target[index * fromStep] += y[index * toStep] * (gradient[index * toStep] - mean)
      }
    }
  }
}

/// The gradient of numbers brought to mean 0 and variance 1, or to length 1, with that of gamma and beta.
struct NormalizationGradient: GradientKernel {
  private let kernel: NormalizationKernel
  private let axes: SplitAxes
  private let centers: Bool
  private let operands: Int

  init(
    axes: [Int], epsilon: Float, centers: Bool, operands: Int, _ operand: TensorView, _ result: TensorView
  ) {
    kernel = NormalizationKernel(
      axes: axes, epsilon: epsilon, centers: centers, operands: operands, operand, result)
    self.axes = SplitAxes(operand, inner: axes, made: result.steps)
    (self.centers, self.operands) = (centers, operands)
  }

  var work: Int { axes.outer.count * axes.inner.count * 12 }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let above = places.gradients[operands] else { return }
    let values = places.values[0]
    let gamma = operands > 1 ? places.values[1] : nil
    let ofGamma = operands > 1 ? places.gradients[1] : nil
    let ofBeta = operands > 2 ? places.gradients[2] : nil
    let below = places.gradients[0]
    axes.forEach { from, to in
      let (x, gradient) = (values + from, above + to)
      let (mean, factor) = kernel.statistics(x)
      // Σ g and Σ g · z, z the numbers as they were made before gamma and beta.
      var (sum, along) = (0.0, 0.0)
      axes.forEachInner { number, place, made in
        let z = (Double(x[place]) - mean) * factor
        let scaled = Double(gradient[made]) * Double(gamma?[number] ?? 1)
        sum += scaled
        along += scaled * z
        if let ofGamma { ofGamma[number] += Float(Double(gradient[made]) * z) }
        if let ofBeta { ofBeta[number] += gradient[made] }
      }
      guard let below else { return }
      if centers {
        sum /= Double(axes.inner.count)
        along /= Double(axes.inner.count)
      } else {
        sum = 0
      }
      axes.forEachInner { number, place, made in
        let z = (Double(x[place]) - mean) * factor
        let scaled = Double(gradient[made]) * Double(gamma?[number] ?? 1)
        below[from + place] += Float(factor * (scaled - sum - z * along))
      }
    }
  }
}
