import Language

/// Checks a command as it was written against its declaration: every key, every kind, every range, before anything
/// runs.
struct ArgumentBinder {
  /// What the command takes.
  let declaration: CommandDeclaration
  /// The values of variables.
  let variables: [String: Value]
  /// The aliases that were used, each with the name it stands for.
  private(set) var aliases: [(alias: String, key: String)] = []

  /// Prepares to check arguments of a command.
  init(_ declaration: CommandDeclaration, variables: [String: Value]) {
    self.declaration = declaration
    self.variables = variables
  }

  /// Checks a command.
  ///
  /// - Throws: The first thing that does not fit, with its place.
  mutating func bind(_ call: CommandCall) throws(Fault) -> Arguments {
    let parts = try bindParts(call.block?.parts ?? [])
    var positionals: [CheckedValue] = []
    positionals.reserveCapacity(call.arguments.count)
    var named: [String: CheckedValue] = [:]
    let filler = declaration.filler
    for argument in call.arguments {
      if let key = argument.key {
        let declared = try self.declared(key)
        guard named[declared.key] == nil else {
          throw Fault(.keyGivenTwice(declared.key, alias: key.value), at: key.span)
        }
        named[declared.key] = try check(resolved(argument.value), declared.kind, name: declared.key)
      } else if filler == nil || argument.value.text != filler {
        positionals.append(try positional(argument.value, at: positionals.count))
      }
    }
    try complain(missingFrom: positionals, named, at: call.name.span)
    return Arguments(
      declaration: declaration, commandSpan: call.name.span, positionals: positionals, named: named,
      parts: parts, call: call)
  }

  private mutating func bindParts(_ calls: [CommandCall]) throws(Fault) -> [Arguments] {
    var parts: [Arguments] = []
    for call in calls {
      guard !declaration.parts.isEmpty else {
        throw Fault(.blockHasCommand(call.name.value, command: declaration.name), at: call.name.span)
      }
      guard let part = LayerTable.declaration(call.name.value) else {
        throw Fault(
          .unknownPart(call.name.value, command: declaration.name, known: declaration.parts.map(\.name)),
          at: call.name.span)
      }
      if part.name != call.name.value { aliases.append((call.name.value, part.name)) }
      var binder = ArgumentBinder(part, variables: variables)
      parts.append(try binder.bind(call))
      aliases += binder.aliases
    }
    return parts
  }

  private mutating func declared(_ key: Located<String>) throws(Fault) -> ArgumentDeclaration {
    guard let declared = declaration.argument(key.value) else {
      throw Fault(
        .unknownKey(key.value, command: declaration.name, known: declaration.arguments.map(\.key)), at: key.span)
    }
    if declared.key != key.value { aliases.append((key.value, declared.key)) }
    return declared
  }

  private func positional(_ value: Value, at index: Int) throws(Fault) -> CheckedValue {
    let declared = declaration.positionals
    guard !declared.isEmpty, index < declared.count || declared[declared.count - 1].repeats else {
      throw Fault(.oneWordTooMany(value.text, command: declaration), at: value.span)
    }
    let found = declared[min(index, declared.count - 1)]
    return try check(resolved(value), found.kind, name: found.name)
  }

  private func complain(
    missingFrom positionals: [CheckedValue], _ named: [String: CheckedValue], at span: Span
  ) throws(Fault) {
    var needed = 0
    for positional in declaration.positionals where !positional.isOptional {
      needed += 1
      if positionals.count < needed { throw Fault(.missingWord(positional, command: declaration), at: span) }
    }
    for argument in declaration.arguments where argument.isRequired && named[argument.key] == nil {
      throw Fault(.missingKey(argument, command: declaration, known: []), at: span)
    }
  }

  // MARK: Values

  /// The value with its variables filled in.
  private func resolved(_ value: Value) throws(Fault) -> Value {
    switch value.kind {
    case .word, .string: return value
    case .variable, .list, .call: break
    }
    do {
      return try value.resolved { variables[$0] }
    } catch {
      throw Fault(error, known: variables.keys.sorted())
    }
  }

  /// Checks a value against a kind.
  func check(_ value: Value, _ kind: ArgumentKind, name: String) throws(Fault) -> CheckedValue {
    guard let content = try content(value, kind, name: name) else {
      throw Fault(.wrongKind(argument: name, expected: kind, given: value.text), at: value.span)
    }
    return CheckedValue(content: content, span: value.span, text: value.text)
  }

  private func content(_ value: Value, _ kind: ArgumentKind, name: String) throws(Fault) -> CheckedValue.Content? {
    switch kind {
    case .integer(let range): return value.integer.flatMap { range.contains($0) ? .integer($0) : nil }
    case .decimal(let range): return value.decimal.flatMap { range.contains($0) ? .decimal($0) : nil }
    case .bool: return value.bool.map { .bool($0) }
    case .choice(let words): return .word(try choice(value, of: words, name: name))
    case .path, .source: return value.textOrString.flatMap { $0.isEmpty || $0.contains("\0") ? nil : .word($0) }
    case .photo:
      // A name may read as a number, such as 12E4.
      let text = value.textOrString ?? (value.decimal == nil ? nil : value.text)
      return text.flatMap { $0.isEmpty || $0.contains("\0") ? nil : .word($0) }
    case .text, .label: return value.textOrString.map { .word($0) }
    case .any: return .word(value.textOrString ?? value.description)
    case .newName, .dataset, .split, .model, .thing, .topic, .extractor:
      return value.textOrString.flatMap { $0.isEmpty || $0.contains("\0") ? nil : .word($0) }
    case .schedule: return try ScheduleReader(binder: self).read(value).map { .schedule($0) }
    case .allowance(let element):
      return try AllowanceReader(binder: self, element: element, name: name).read(value).map { .allowance($0) }
    case .augmentation: return try AugmentationReader(binder: self).read(value).map { .augmentation($0) }
    case .loss: return try LossReader(binder: self).read(value).map { .loss($0) }
    case .firstOf(let element):
      guard let several = value.list else { return try content(value, element, name: name) }
      guard !several.isEmpty else { return nil }
      return .list(try several.map { (item) throws(Fault) in try check(item, element, name: name) })
    case .list(let element):
      return .list(try (value.list ?? [value]).map { (item) throws(Fault) in try check(item, element, name: name) })
    }
  }

  private func choice(_ value: Value, of words: [String], name: String) throws(Fault) -> String {
    guard let text = value.textOrString, words.contains(text) else {
      throw Fault(.unknownChoice(argument: name, given: value.text, allowed: words), at: value.span)
    }
    return text
  }
}

extension Fault {
  /// A variable that could not be filled in.
  init(_ fault: Value.ResolutionFault, known: [String]) {
    switch fault {
    case .unknownVariable(let name, let span): self.init(.unknownVariable(name, known: known), at: span)
    case .tooLarge(let name, let span): self.init(.variableTooLarge(name), at: span)
    }
  }
}
