import Language

/// Reads allowances: `8`, `[1, 2, 8]`, `choice([1, 2, 8], default=8)`, `range(0, 1, default=0.01)`, `0...1`.
struct AllowanceReader {
  /// Checks the numbers.
  let checker: ValueChecker
  /// What one value is.
  let element: ArgumentKind
  /// The hyperparameter.
  let name: String

  /// Reads an allowance; nil where the value is none.
  func read(_ value: Value) throws(UsageError) -> Allowance? {
    if let list = value.list { return try set(list, at: value) }
    if let call = value.call { return try read(call, at: value) }
    if let word = value.textOrString, let dots = word.firstRange(of: "...") {
      guard let low = Double(word[..<dots.lowerBound]), let high = Double(word[dots.upperBound...]),
        element.holds(low), element.holds(high)
      else { return nil }
      return try range(low, high, at: value)
    }
    return Allowance(standard: try number(value))
  }

  private func read(_ call: Value.Call, at value: Value) throws(UsageError) -> Allowance? {
    guard ["choice", "range"].contains(call.name.value) else { return nil }
    var standard: Value?
    for argument in call.arguments {
      guard let key = argument.key else { continue }
      guard key.value == "default" else {
        throw UsageError(.unknownKey(key.value, command: call.name.value, known: ["default"]), at: key.span)
      }
      standard = argument.value
    }
    let values = call.arguments.filter { $0.key == nil }.map(\.value)
    var allowance: Allowance
    if call.name.value == "choice" {
      guard values.count == 1, let list = values[0].list else { return nil }
      allowance = try set(list, at: value)
    } else {
      guard values.count == 2 else { return nil }
      allowance = try range(number(values[0]), number(values[1]), at: value)
    }
    if let standard { allowance.standard = try number(standard) }
    guard allowance.isConsistent else {
      throw UsageError(.defaultNotAllowed(name, (standard ?? value).text), at: (standard ?? value).span)
    }
    return allowance
  }

  private func set(_ list: [Value], at value: Value) throws(UsageError) -> Allowance {
    let members = try list.map { (member) throws(UsageError) in try number(member) }
    guard !members.isEmpty else { throw UsageError(.nothingAllowed(name), at: value.span) }
    for (index, member) in members.enumerated() where members[..<index].contains(member) {
      throw UsageError(.allowedTwice(name, list[index].text), at: list[index].span)
    }
    return Allowance(allowed: .set(members))
  }

  private func range(_ low: Double, _ high: Double, at value: Value) throws(UsageError) -> Allowance {
    guard low < high else { throw UsageError(.emptyRange(name, value.text), at: value.span) }
    return Allowance(allowed: .range(low, high))
  }

  private func number(_ value: Value) throws(UsageError) -> Double {
    let checked = try checker.check(value, element, name: name)
    switch checked.content {
    case .integer(let number): return Double(number)
    case .decimal(let number): return number
    default: throw UsageError(.wrongKind(argument: name, expected: element, given: value.text), at: value.span)
    }
  }
}

extension ArgumentKind {
  /// Whether a number is of this kind.
  fileprivate func holds(_ number: Double) -> Bool {
    switch self {
    case .integer(let range): Int(exactly: number).map(range.contains) ?? false
    case .decimal(let range): range.contains(number)
    default: false
    }
  }
}
