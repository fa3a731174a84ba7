public import Tensors

/// Linear least squares with a penalty on the weights: Σ (y − w·x − b)² + l2 · Σ w² is least, where b is free. In
/// scikit-learn's terms `Ridge(alpha=l2)`.
///
/// Solved at once, in double precision: by the features' normal equations, or where there are more features than samples by
/// those of the samples. Sums run over the samples in their order, so the result has the same bits on every machine.
public struct RidgeRegression: Sendable, Equatable {
  /// The weight of the sum of squared weights.
  public var l2: Double
  /// Whether each feature is divided by the length of its column first; the penalty holds for the rescaled weights, and the
  /// result is in terms of the features as they came.
  public var rescales: Bool

  /// Makes settings.
  public init(l2: Double = 0.01, rescales: Bool = true) { (self.l2, self.rescales) = (l2, rescales) }

  /// The most equations that are solved: with as many features and samples the square of them is held in memory.
  public static let mostEquations = 5_000

  /// What came of a fit.
  public struct Fit: Sendable, Equatable {
    /// The weights, [outputs, features], and the biases, [outputs].
    public let weights: Tensor, bias: Tensor
    /// The mean squared error of the samples and their numbers.
    public let meanSquaredError: Double
  }

  /// Fits it.
  ///
  /// Precondition: as many targets for each sample as there are outputs, at least one; at most `mostEquations` features or
  /// samples.
  ///
  /// - Parameters:
  ///   - features: The samples, [samples, features].
  ///   - targets: What each is to be answered with, sample by sample.
  ///   - outputs: How many numbers that is; each has weights of its own.
  ///   - goesOn: Asked now and then whether to go on.
  /// - Returns: The weights; nil where it was to stop.
  public func fit(
    _ features: Tensor, targets: [Float], outputs: Int = 1, goesOn: () -> Bool = { true }
  ) -> Fit? {
    let (count, width) = (features.shape[0], features.shape[1])
    precondition(count * outputs == targets.count && count > 0, "\(count) samples, \(targets.count) targets")
    precondition(min(count, width) <= Self.mostEquations, "\(min(count, width)) equations")
    var means = [Double](repeating: 0, count: width)
    for sample in 0..<count {
      for (place, value) in features.row(sample).enumerated() { means[place] += Double(value) }
    }
    for place in means.indices { means[place] /= Double(count) }
    let columns = (0..<outputs).map { output in
      stride(from: output, to: targets.count, by: outputs).map { Double(targets[$0]) }
    }
    let mean = columns.map { $0.reduce(0, +) / Double(count) }
    var scales = [Double](repeating: 1, count: width)
    if rescales {
      var squares = [Double](repeating: 0, count: width)
      for sample in 0..<count {
        for (place, value) in features.row(sample).enumerated() { squares[place] += Double(value) * Double(value) }
      }
      for place in squares.indices where squares[place] > 0 { scales[place] = 1 / squares[place].squareRoot() }
    }
    var rows = [Double](repeating: 0, count: count * width)
    for sample in 0..<count {
      for (place, value) in features.row(sample).enumerated() {
        rows[sample * width + place] = (Double(value) - means[place]) * scales[place]
      }
    }
    let residuals = zip(columns, mean).map { column, mean in column.map { $0 - mean } }
    guard
      var weights = width <= count
        ? byFeatures(rows, residuals, width: width, goesOn) : bySamples(rows, residuals, width: width, goesOn)
    else { return nil }
    var (biases, error) = ([Double](), 0.0)
    for output in 0..<outputs {
      for place in 0..<width { weights[output][place] *= scales[place] }
      let bias = mean[output] - zip(weights[output], means).reduce(0) { $0 + $1.0 * $1.1 }
      for sample in 0..<count {
        let answer = zip(features.row(sample), weights[output]).reduce(bias) { $0 + Double($1.0) * $1.1 }
        error += (answer - columns[output][sample]) * (answer - columns[output][sample])
      }
      biases.append(bias)
    }
    return Fit(
      weights: Tensor(shape: [outputs, width], values: weights.flatMap { $0.map { Float($0) } }),
      bias: Tensor(shape: [outputs], values: biases.map { Float($0) }),
      meanSquaredError: error / Double(targets.count))
  }

  /// (XᵀX + l2·1) w = Xᵀy, for the targets y of each output.
  private func byFeatures(
    _ rows: [Double], _ targets: [[Double]], width: Int, _ goesOn: () -> Bool
  ) -> [[Double]]? {
    var matrix = [Double](repeating: 0, count: width * width)
    var right = targets.map { _ in [Double](repeating: 0, count: width) }
    let isWhole = rows.withUnsafeBufferPointer { rows in
      matrix.withUnsafeMutableBufferPointer { matrix in
        for sample in targets[0].indices {
          if sample.isMultiple(of: 64), !goesOn() { return false }
          let row = UnsafeBufferPointer(rebasing: rows[sample * width..<(sample + 1) * width])
          for place in 0..<width where row[place] != 0 {
            let (value, line) = (row[place], place * width)
            for other in 0...place { matrix[line + other] += value * row[other] }
            for output in targets.indices { right[output][place] += value * targets[output][sample] }
          }
        }
        return true
      }
    }
    guard isWhole else { return nil }
    return solve(&matrix, right, goesOn)
  }

  /// w = Xᵀ (XXᵀ + l2·1)⁻¹ y.
  private func bySamples(
    _ rows: [Double], _ targets: [[Double]], width: Int, _ goesOn: () -> Bool
  ) -> [[Double]]? {
    let count = targets[0].count
    var matrix = [Double](repeating: 0, count: count * count)
    for sample in 0..<count {
      guard goesOn() else { return nil }
      for other in 0...sample {
        var sum = 0.0
        for place in 0..<width { sum += rows[sample * width + place] * rows[other * width + place] }
        matrix[sample * count + other] = sum
      }
    }
    guard let duals = solve(&matrix, targets, goesOn) else { return nil }
    return duals.map { duals in
      var weights = [Double](repeating: 0, count: width)
      for sample in 0..<count {
        for place in 0..<width { weights[place] += duals[sample] * rows[sample * width + place] }
      }
      return weights
    }
  }

  /// Solves the equations of a symmetric matrix, of which the lower half is given, with the penalty on its diagonal, by
  /// Cholesky's decomposition, for each right side. What does not depend on anything, such as the weight of a column that never changes, is 0.
  private func solve(_ matrix: inout [Double], _ right: [[Double]], _ goesOn: () -> Bool) -> [[Double]]? {
    let size = right[0].count
    var largest = 0.0
    for place in 0..<size {
      matrix[place * size + place] += l2
      largest = max(largest, matrix[place * size + place])
    }
    let least = largest * 1e-13
    for row in 0..<size {
      if row.isMultiple(of: 16), !goesOn() { return nil }
      for column in 0...row {
        var sum = matrix[row * size + column]
        for place in 0..<column { sum -= matrix[row * size + place] * matrix[column * size + place] }
        if column < row {
          let pivot = matrix[column * size + column]
          matrix[row * size + column] = pivot > 0 ? sum / pivot : 0
        } else {
          matrix[row * size + row] = sum > least ? sum.squareRoot() : 0
        }
      }
    }
    return right.map { right in
      var solution = right
      for row in 0..<size {
        for place in 0..<row { solution[row] -= matrix[row * size + place] * solution[place] }
        let pivot = matrix[row * size + row]
        solution[row] = pivot > 0 ? solution[row] / pivot : 0
      }
      for row in (0..<size).reversed() {
        for place in row + 1..<max(row + 1, size) { solution[row] -= matrix[place * size + row] * solution[place] }
        let pivot = matrix[row * size + row]
        solution[row] = pivot > 0 ? solution[row] / pivot : 0
      }
      return solution
    }
  }
}
