/// Minimises a smooth convex function of many variables, plus, if asked, the weighted sum of some variables' magnitudes.
///
/// L-BFGS (Nocedal, "Updating quasi-Newton matrices with limited storage", 1980) with a line search that brackets the
/// weak Wolfe conditions by halving and doubling; with magnitudes, its orthant-wise form OWL-QN (Andrew and Gao,
/// "Scalable training of L1-regularized log-linear models", 2007).
struct LimitedMemoryBFGS {
  /// A function to minimise: its value at a point; the gradient is written into the second argument.
  typealias Function = (_ point: [Double], _ gradient: inout [Double]) -> Double

  /// How a search ended.
  enum Ending: String, Sendable, Codable {
    /// The gradient is as flat as asked for, or the value no longer falls in double precision.
    case converged
    /// As many iterations as allowed were made.
    case outOfIterations
    /// The caller wished no more.
    case stopped
    /// The function's value is infinite or not a number.
    case notFinite
  }

  /// The largest part of the gradient at which the search ends.
  var tolerance = 1e-6
  /// After how many iterations it ends in any case.
  var maxIterations = 100
  /// How many earlier steps tell of the curvature.
  var memory = 10
  /// The weight of each variable's magnitude; empty for none.
  var magnitudeWeights: [Double] = []

  /// Where a search stands.
  struct State {
    var point: [Double]
    /// The value with the magnitudes.
    var value: Double
    var gradient: [Double]
    var iterations = 0, evaluations = 1
    fileprivate var steps: [Step] = []

    fileprivate struct Step {
      let move: [Double], change: [Double], curvature: Double
    }
  }

  /// Searches from a point; after each iteration `goesOn` may end it. The function is assumed to be defined everywhere.
  func minimise(
    from start: [Double], _ function: Function, goesOn: (State) -> Bool = { _ in true }
  ) -> (State, Ending) {
    var gradient = [Double](repeating: 0, count: start.count)
    let value = function(start, &gradient) + magnitude(of: start)
    var state = State(point: start, value: value, gradient: gradient)
    guard value.isFinite else { return (state, .notFinite) }
    while true {
      let slope = steepest(at: state)
      if Vector.largest(slope) <= tolerance { return (state, .converged) }
      if state.iterations >= maxIterations { return (state, .outOfIterations) }
      guard let next = advance(state, slope: slope, function) else { return (state, .converged) }
      state = next
      if !state.value.isFinite { return (state, .notFinite) }
      if !goesOn(state) { return (state, .stopped) }
    }
  }

  /// One iteration; nil where no step makes the value fall any more.
  private func advance(_ state: State, slope: [Double], _ function: Function) -> State? {
    var direction = Vector.scaled(newton(slope, state.steps), by: -1)
    if !magnitudeWeights.isEmpty {
      // A step may not leave the side the steepest descent points to.
      for index in direction.indices where direction[index] * slope[index] >= 0 { direction[index] = 0 }
    }
    let descent = Vector.dot(direction, slope)
    guard descent < 0 else { return nil }
    let first = state.steps.isEmpty ? min(1, 1 / Vector.length(slope)) : 1
    guard var next = search(from: state, slope, direction, descent: descent, first: first, function) else {
      return nil
    }
    let move = Vector.difference(next.point, state.point)
    let change = Vector.difference(next.gradient, state.gradient)
    let curvature = Vector.dot(move, change)
    next.steps = state.steps
    if curvature > 1e-300 {
      next.steps.append(State.Step(move: move, change: change, curvature: curvature))
      if next.steps.count > memory { next.steps.removeFirst() }
    }
    next.iterations += 1
    return next
  }

  private func search(
    from state: State, _ slope: [Double], _ direction: [Double], descent: Double, first: Double,
    _ function: Function
  ) -> State? {
    var (lower, upper, length) = (0.0, Double.infinity, first)
    var next = state
    for _ in 0..<60 {
      next.point = moved(state.point, slope, direction, by: length)
      next.value = function(next.point, &next.gradient) + magnitude(of: next.point)
      next.evaluations += 1
      let isLowEnough =
        magnitudeWeights.isEmpty
        ? next.value <= state.value + 1e-4 * length * descent
        : next.value <= state.value + 1e-4 * Vector.dot(slope, Vector.difference(next.point, state.point))
      if !isLowEnough || !next.value.isFinite {
        upper = length
      } else if magnitudeWeights.isEmpty, Vector.dot(direction, next.gradient) < 0.9 * descent {
        lower = length
      } else {
        return next.value < state.value ? next : nil
      }
      length = upper.isFinite ? (lower + upper) / 2 : 2 * length
    }
    return nil
  }

  /// The point reached; with magnitudes, variables that would change their sign stop at 0.
  private func moved(_ point: [Double], _ slope: [Double], _ direction: [Double], by length: Double) -> [Double] {
    var next = Vector.sum(point, direction, times: length)
    guard !magnitudeWeights.isEmpty else { return next }
    for index in next.indices where magnitudeWeights[index] > 0 {
      let side = point[index] != 0 ? point[index] : -slope[index]
      if next[index] * side < 0 { next[index] = 0 }
    }
    return next
  }

  /// The inverse curvature times a vector, by the two-loop recursion.
  private func newton(_ vector: [Double], _ steps: [State.Step]) -> [Double] {
    guard let last = steps.last else { return vector }
    var result = vector
    var factors: [Double] = []
    for step in steps.reversed() {
      let factor = Vector.dot(step.move, result) / step.curvature
      factors.append(factor)
      result = Vector.sum(result, step.change, times: -factor)
    }
    result = Vector.scaled(result, by: last.curvature / Vector.dot(last.change, last.change))
    for (step, factor) in zip(steps, factors.reversed()) {
      result = Vector.sum(result, step.move, times: factor - Vector.dot(step.change, result) / step.curvature)
    }
    return result
  }

  private func magnitude(of point: [Double]) -> Double {
    zip(magnitudeWeights, point).reduce(0) { $0 + $1.0 * abs($1.1) }
  }

  /// The gradient, with magnitudes the one that leads downhill where it has a jump.
  private func steepest(at state: State) -> [Double] {
    guard !magnitudeWeights.isEmpty else { return state.gradient }
    return state.gradient.indices.map { index in
      let (slope, weight) = (state.gradient[index], magnitudeWeights[index])
      if state.point[index] > 0 { return slope + weight }
      if state.point[index] < 0 { return slope - weight }
      return slope + weight < 0 ? slope + weight : slope - weight > 0 ? slope - weight : 0
    }
  }
}
