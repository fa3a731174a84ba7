import Networks

extension TrainingState {
  /// Takes the numbers of the optimizer's moments out, so that they can be written down apart from the rest.
  public mutating func takeNumbers() -> [[Float]] { optimizer.takeNumbers() }

  /// Puts the numbers back that `takeNumbers` took out.
  ///
  /// - Returns: Whether there were as many arrays as there are moments; nothing is done where not.
  public mutating func putNumbers(_ numbers: [[Float]]) -> Bool { optimizer.putNumbers(numbers) }
}
