extension UpdateParameters {
  /// What is wrong with the optimiser's parameters, the epochs and the seed. The momentum is never looked at, and a seed
  /// may be anything.
  var findings: [Finding] {
    let optimizer = optimizer?.findings ?? [Finding(.update(.optimizerMissing))]
    return optimizer + UpdateOptimizer.integer(epochs, "epochs")
  }
}

extension UpdateOptimizer {
  fileprivate var findings: [Finding] {
    switch self {
    case .sgd(let rate, let size, _):
      UpdateOptimizer.double(rate, "learningRate") + UpdateOptimizer.integer(size, "miniBatchSize")
    case .adam(let rate, let size, let beta1, let beta2, let eps):
      UpdateOptimizer.double(rate, "learningRate") + UpdateOptimizer.integer(size, "miniBatchSize")
        + UpdateOptimizer.double(beta1, "beta1") + UpdateOptimizer.double(beta2, "beta2")
        + UpdateOptimizer.double(eps, "eps")
    }
  }

  fileprivate static func double(_ parameter: DoubleParameter?, _ name: String) -> [Finding] {
    guard let parameter else { return [Finding(.update(.parameterMissing(parameter: name)))] }
    guard case .range(let minimum, let maximum) = parameter.allowed, !parameter.allows(parameter.defaultValue) else {
      return []
    }
    let breach = ParameterBreach.outsideRange(parameter.defaultValue, minimum: minimum, maximum: maximum)
    // What is no number lies neither below nor above a bound, and so the validator lets it pass.
    let severity: Finding.Severity = parameter.defaultValue.isNaN ? .unnoticed : .refused
    return [Finding(.update(.parameterDefault(parameter: name, breach)), severity: severity)]
  }

  fileprivate static func integer(_ parameter: IntegerParameter?, _ name: String) -> [Finding] {
    guard let parameter else { return [Finding(.update(.parameterMissing(parameter: name)))] }
    return parameter.breach.map { [Finding(.update(.parameterDefault(parameter: name, $0)))] } ?? []
  }
}

extension IntegerParameter {
  /// How default, range and set contradict each other, for a number that has to be positive. Members of a set after the
  /// default are not looked at: that is what the open validator does.
  var breach: ParameterBreach? {
    let value = Double(defaultValue)
    guard defaultValue > 0 else { return .notPositive(value) }
    switch allowed {
    case .any: return nil
    case .range(let minimum, let maximum):
      if minimum <= 0 { return .boundNotPositive(Double(minimum)) }
      if maximum <= 0 { return .boundNotPositive(Double(maximum)) }
      return allows(defaultValue)
        ? nil : .outsideRange(value, minimum: Double(minimum), maximum: Double(maximum))
    case .set(let values):
      for member in values {
        if member <= 0 { return .memberNotPositive(Double(member)) }
        if member == defaultValue { return nil }
      }
      return .notInSet(value, values.map(Double.init))
    }
  }
}
