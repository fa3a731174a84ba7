/// Which of an optimizer's moments each rank knows in part only: those of parameters of which it moves some rows.
final class ScatteredMoments {
  /// How many numbers of a parameter belong to each rank.
  var parts: [ParameterKey: [Int]] = [:]

  /// Brings all of them to every rank.
  func gather(_ optimizer: inout OptimizerState, _ exchange: (any RankExchange)?) {
    guard !parts.isEmpty, let exchange else { return }
    for index in optimizer.moments.indices {
      guard let parts = parts[optimizer.moments[index].key] else { continue }
      func gather(_ numbers: inout [Float]) {
        guard !numbers.isEmpty else { return }
        numbers.withUnsafeMutableBufferPointer {
          if let start = $0.baseAddress { exchange.gather(start, parts: parts) }
        }
      }
      gather(&optimizer.moments[index].first)
      gather(&optimizer.moments[index].second)
    }
    parts = [:]
  }
}
