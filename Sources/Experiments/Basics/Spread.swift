/// How numbers are spread.
public struct Spread: Sendable, Equatable {
  /// Their mean, standard deviation, least and largest; 0 for none.
  public private(set) var mean = 0.0, deviation = 0.0, least = 0.0, largest = 0.0

  /// Measures numbers, summed in double precision.
  public init(_ values: [Float]) {
    guard !values.isEmpty else { return }
    let numbers = values.map { Double($0) }
    mean = numbers.reduce(0, +) / Double(numbers.count)
    deviation = (numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)).squareRoot()
    least = numbers.min() ?? 0
    largest = numbers.max() ?? 0
  }
}
