extension Value {
  /// The most values one value may hold once its variables are filled in.
  public static let sizeLimit = 1_000_000

  /// Why a value cannot be filled in.
  public enum ResolutionError: Error, Sendable, Equatable {
    /// A variable nobody assigned: its name, and where it is used.
    case unknownVariable(String, at: Span)
    /// A variable whose value is itself so large, or so deeply nested, that the whole passes the limits.
    case tooLarge(variable: String, at: Span)
  }

  /// The value with every variable in it replaced by what the variable holds, inside lists and calls too.
  ///
  /// What a variable holds was written elsewhere, so the replaced parts have the place where the variable is used: a
  /// complaint about them points into the cell that runs. Values held by variables are expected to hold none.
  ///
  /// Throws a ``ResolutionError``: lists of lists of variables must not grow without bounds from cell to cell.
  public func resolved(_ lookup: (String) -> Value?) throws(ResolutionError) -> Value {
    var budget = Value.sizeLimit
    return try resolved(lookup, depth: 0, budget: &budget)
  }

  private func resolved(
    _ lookup: (String) -> Value?, depth: Int, budget: inout Int
  ) throws(ResolutionError) -> Value {
    budget -= 1
    switch kind {
    case .word, .string: return self
    case .variable(let name):
      guard let held = lookup(name) else { throw .unknownVariable(name, at: span) }
      guard depth + held.depth <= Parser.nestingLimit, let moved = held.moved(to: span, budget: &budget) else {
        throw .tooLarge(variable: name, at: span)
      }
      return moved
    case .list(let elements):
      var resolved: [Value] = []
      for element in elements { resolved.append(try element.resolved(lookup, depth: depth + 1, budget: &budget)) }
      return with(.list(resolved))
    case .call(let call):
      var arguments: [Argument] = []
      for argument in call.arguments {
        let value = try argument.value.resolved(lookup, depth: depth + 1, budget: &budget)
        arguments.append(Argument(key: argument.key, value: value))
      }
      return with(.call(Call(name: call.name, arguments: arguments)))
    }
  }

  /// How many lists and calls stand in each other.
  private var depth: Int {
    switch kind {
    case .word, .string, .variable: 0
    case .list(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .call(let call): 1 + (call.arguments.map(\.value.depth).max() ?? 0)
    }
  }

  /// The value with all its parts at one place; nil if it has more parts than the budget allows.
  private func moved(to place: Span, budget: inout Int) -> Value? {
    budget -= 1
    guard budget >= 0 else { return nil }
    switch kind {
    case .word, .string, .variable: return with(kind, at: place)
    case .list(let elements):
      var moved: [Value] = []
      for element in elements {
        guard let element = element.moved(to: place, budget: &budget) else { return nil }
        moved.append(element)
      }
      return with(.list(moved), at: place)
    case .call(let call):
      var arguments: [Argument] = []
      for argument in call.arguments {
        guard let value = argument.value.moved(to: place, budget: &budget) else { return nil }
        arguments.append(Argument(key: argument.key.map { Located($0.value, at: place) }, value: value))
      }
      return with(.call(Call(name: Located(call.name.value, at: place), arguments: arguments)), at: place)
    }
  }
}
