import Language

/// Reads a word or a call: `constant`, `exponential(0.99, every=epoch)`, `warmUp(5, cosine)`.
///
/// What stands before a point in the name is the value of `of`, where the form has it: `data.by(writer)` is
/// `by(writer, of=data)`.
struct CallReader {
  /// Checks the arguments.
  let checker: ValueChecker
  /// What can be called.
  let forms: CallForms

  /// Reads a call; nil where the value is neither a word nor a call, or a word where nothing can be called by its name alone.
  func read(_ value: Value) throws(UsageError) -> CheckedCall? {
    guard let name = value.call?.name.value ?? value.textOrString else { return nil }
    let known = forms.declarations
    let method = value.call?.method
    guard
      let form = known.first(where: { $0.name == name })
        ?? known.first(where: { $0.name == method?.name && $0.argument("of") != nil })
    else {
      if value.call == nil, known.allSatisfy(\.needsArguments) { return nil }
      throw UsageError(
        .unknownChoice(argument: forms.noun, given: name, allowed: known.map(\.name)),
        at: value.call?.name.span ?? value.span)
    }
    var values: [String: UntypedValue] = [:]
    if form.name != name, let owner = method?.owner {
      values["of"] = CheckedValue(owner.value, at: owner.span, text: owner.value)
    }
    for (declared, value) in try assigned(value.call?.arguments ?? [], of: form) {
      guard values[declared.key] == nil else {
        throw UsageError(.keyGivenTwice(declared.key, alias: declared.key), at: value.span)
      }
      values[declared.key] = try checker.check(value, declared.kind, name: "\(name)'s \(declared.key)")
    }
    for argument in form.arguments where argument.isRequired && values[argument.key] == nil {
      throw UsageError(.missingKey(argument, command: form), at: value.span)
    }
    return CheckedCall(declaration: form, values: values)
  }

  /// Gives every value its argument: those that have a key, then the others in the order declared.
  private func assigned(
    _ arguments: [Argument], of form: CommandDeclaration
  ) throws(UsageError) -> [(ArgumentDeclaration, Value)] {
    var assigned: [(ArgumentDeclaration, Value)] = []
    for argument in arguments {
      guard let key = argument.key else { continue }
      guard let declared = form.argument(key.value) else {
        throw UsageError(
          .unknownKey(key.value, command: form.name, known: form.arguments.map(\.key)), at: key.span)
      }
      guard !assigned.contains(where: { $0.0 === declared }) else {
        throw UsageError(.keyGivenTwice(declared.key, alias: key.value), at: key.span)
      }
      assigned.append((declared, argument.value))
    }
    for (index, value) in arguments.filter({ $0.key == nil }).map(\.value).enumerated() {
      guard index < form.arguments.count, !assigned.contains(where: { $0.0 === form.arguments[index] }) else {
        throw UsageError(.partTooMany(value.text, form: form.examples.last ?? form.name), at: value.span)
      }
      assigned.append((form.arguments[index], value))
    }
    return assigned
  }
}

extension CommandDeclaration {
  /// Whether its name alone says too little.
  fileprivate var needsArguments: Bool { arguments.contains(where: \.isRequired) }
}
