extension OptimizerState {
  /// Takes the numbers of all moments out, the first and the second of each parameter in turn, so that they can be
  /// written down apart from the rest.
  public mutating func takeNumbers() -> [[Float]] {
    var numbers: [[Float]] = []
    for index in moments.indices {
      numbers += [moments[index].first, moments[index].second]
      moments[index].first = []
      moments[index].second = []
    }
    return numbers
  }

  /// Puts the numbers back that `takeNumbers` took out.
  ///
  /// - Returns: Whether there were as many arrays as there are moments; nothing is done where not.
  public mutating func putNumbers(_ numbers: [[Float]]) -> Bool {
    guard numbers.count == 2 * moments.count else { return false }
    for index in moments.indices {
      moments[index].first = numbers[2 * index]
      moments[index].second = numbers[2 * index + 1]
    }
    return true
  }
}
