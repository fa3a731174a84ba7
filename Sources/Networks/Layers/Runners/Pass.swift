/// What layers are made ready for.
enum Pass {
  /// Forward alone, for any number of samples.
  case forward
  /// Forward and back again with so many samples.
  case training(samples: Int)

  var isTraining: Bool { if case .training = self { true } else { false } }

  /// The same where a layer takes so many steps of each sample as samples.
  func unrolled(_ steps: Int) -> Pass {
    if case .training(let samples) = self { .training(samples: samples * steps) } else { self }
  }
}
