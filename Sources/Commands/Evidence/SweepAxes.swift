import CommandLanguage
import Experiments
import Language
import Tensors
import Training

/// Settings given as lists, and all their combinations.
struct SweepAxes {
  /// The settings, in the order typed, each with its values.
  let axes: [(key: String, values: [UntypedValue])]

  /// One value for each setting.
  typealias Combination = [(key: String, value: UntypedValue)]

  /// Those of a statement's arguments that may be given as lists.
  init(_ arguments: Arguments, keys: Set<String>) {
    axes = arguments.named.filter { keys.contains($0.key) }.sorted { $0.value.span.start < $1.value.span.start }
      .map { ($0.key, $0.value.elements) }
  }

  /// How many combinations there are; the largest number there is where there are more.
  var count: Int {
    axes.reduce(1) { product, axis in
      let (result, isTooLarge) = product.multipliedReportingOverflow(by: axis.values.count)
      return isTooLarge ? .max : result
    }
  }

  /// A combination by its number, the last setting varying fastest.
  func combination(_ number: Int) -> Combination {
    var rest = number
    var chosen: Combination = []
    for axis in axes.reversed() {
      chosen.append((axis.key, axis.values[rest % axis.values.count]))
      rest /= axis.values.count
    }
    return chosen.reversed()
  }

  /// The combinations to try: all, or so many of them drawn at random, in their order.
  func combinations(limit: Int?, seed: UInt64) -> [Combination] {
    guard let limit, limit < count else { return (0..<count).map(combination) }
    var generator = SeedPlan(seed: seed).generator(for: .subsets, -1)
    var drawn: Set<Int> = []
    while drawn.count < limit { drawn.insert(generator.below(count)) }
    return drawn.sorted().map(combination)
  }
}
