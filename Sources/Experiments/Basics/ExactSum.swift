import Training

/// A sum of numbers that is rounded once, in the end, so that it does not depend on their order.
///
/// Source: Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates", 1997: the sum is kept as
/// numbers whose bits do not overlap, the smallest first.
struct ExactSum {
  private var parts: [Double] = []
  private var beyond = 0.0

  /// Nothing yet.
  init() {}

  /// Forgets all, and keeps the memory.
  mutating func clear() {
    parts.removeAll(keepingCapacity: true)
    beyond = 0
  }

  /// Adds a number.
  mutating func add(_ number: Double) {
    guard number.isFinite else {
      beyond += number
      return
    }
    var (sum, count) = (number, 0)
    for place in parts.indices {
      let part = parts[place]
      let (large, small) = sum.magnitude < part.magnitude ? (part, sum) : (sum, part)
      let high = large + small
      let low = small - (high - large)
      if low != 0 {
        parts[count] = low
        count += 1
      }
      sum = high
    }
    parts.removeSubrange(count...)
    guard sum.isFinite else {
      beyond += sum
      parts.removeAll(keepingCapacity: true)
      return
    }
    parts.append(sum)
  }

  /// Adds a number so many times.
  mutating func add(_ number: Double, times count: Int) {
    let product = number * Double(count)
    add(product)
    guard product.isFinite else { return }
    add((-product).addingProduct(number, Double(count)))
  }

  /// The number that is nearest to the sum; of two that are equally near the even one.
  var value: Double {
    guard beyond == 0 else { return beyond.isNaN ? .nan : beyond }
    guard var sum = parts.last else { return 0 }
    var place = parts.count - 1
    var low = 0.0
    while place > 0 {
      place -= 1
      let high = sum
      sum = high + parts[place]
      low = parts[place] - (sum - high)
      if low != 0 { break }
    }
    // Half of the last bit is left: what lies below decides to which side it is rounded.
    if place > 0, low < 0 && parts[place - 1] < 0 || low > 0 && parts[place - 1] > 0 {
      let doubled = low * 2
      let other = sum + doubled
      if other - sum == doubled { sum = other }
    }
    return sum
  }
}

/// How much each of several changes counts in their mean.
struct MeanWeights {
  /// Whole numbers without a common divisor: equal ones are 1.
  let weights: [Int]
  /// Their sum.
  let sum: Double

  /// Weights such as numbers of samples; equal ones where none are given.
  ///
  /// Precondition: they are above 0.
  init(_ counts: [Int]?, of count: Int) {
    let given = counts ?? Array(repeating: 1, count: count)
    let divisor = given.reduce(0) { one, other in
      var (one, other) = (one, other)
      while other != 0 { (one, other) = (other, one % other) }
      return one
    }
    weights = given.map { $0 / max(1, divisor) }
    sum = weights.reduce(0.0) { $0 + Double($1) }
  }
}

extension MeanWeights {
  /// How many numbers a thread takes at once.
  private static let block = 4096

  /// Numbers moved by the mean of changes: exact until it is rounded, and in any order.
  ///
  /// - Parameters:
  ///   - numbers: The numbers.
  ///   - changes: The changes of each, in the order of the weights; nil for none.
  /// - Returns: The moved numbers.
  func moved(_ numbers: [Float], by changes: [[Double]?]) -> [Float] {
    let (weights, total) = (weights, sum)
    let blocks = Parallel.map((numbers.count + Self.block - 1) / Self.block) { block in
      var sum = ExactSum()
      return (block * Self.block..<min(numbers.count, (block + 1) * Self.block)).map { place in
        sum.clear()
        for (change, weight) in zip(changes, weights) {
          if let change { sum.add(change[place], times: weight) }
        }
        return Float(Double(numbers[place]) + sum.value / total)
      }
    }
    return blocks.flatMap(\.self)
  }
}
