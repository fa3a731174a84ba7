public import Language

/// Checks a command as it was written against its declaration: every key, every kind, every range, before anything
/// runs.
public struct ArgumentBinder {
  /// What the command takes.
  let declaration: CommandDeclaration
  /// Checks single values.
  let checker: ValueChecker
  /// The aliases that were used, each with the name it stands for.
  public private(set) var aliases: [(alias: String, key: String)] = []

  /// Prepares to check arguments of a command.
  ///
  /// - Parameters:
  ///   - declaration: What the command takes.
  ///   - variables: The values of variables.
  public init(_ declaration: CommandDeclaration, variables: [String: Value]) {
    self.declaration = declaration
    checker = ValueChecker(variables: variables)
  }

  /// Checks a command.
  ///
  /// - Throws: The first thing that does not fit, with its place.
  public mutating func bind(_ call: CommandCall) throws(UsageError) -> Arguments {
    let parts = try bindParts(call.block?.parts ?? [])
    var positionals: [UntypedValue] = []
    positionals.reserveCapacity(call.arguments.count)
    var named: [String: UntypedValue] = [:]
    let filler = declaration.filler
    for argument in call.arguments {
      if let key = argument.key {
        let declared = try self.declared(key)
        guard named[declared.key] == nil else {
          throw UsageError(.keyGivenTwice(declared.key, alias: key.value), at: key.span)
        }
        named[declared.key] = try checker.check(
          checker.resolved(argument.value), declared.kind, name: declared.key)
      } else if filler == nil || argument.value.text != filler {
        positionals.append(try positional(argument.value, at: positionals.count))
      }
    }
    try complain(missingFrom: positionals, named, at: call.name.span)
    return Arguments(
      declaration: declaration, commandSpan: call.name.span, positionals: positionals, named: named,
      parts: parts, call: call)
  }

  private mutating func bindParts(_ calls: [CommandCall]) throws(UsageError) -> [Arguments] {
    var parts: [Arguments] = []
    for call in calls {
      guard !declaration.parts.isEmpty else {
        throw UsageError(.blockHasCommand(call.name.value, command: declaration.name), at: call.name.span)
      }
      guard let part = declaration.part(call.name.value) else {
        throw UsageError(
          .unknownPart(call.name.value, command: declaration.name, known: declaration.parts.map(\.name)),
          at: call.name.span)
      }
      if part.name != call.name.value { aliases.append((call.name.value, part.name)) }
      var binder = ArgumentBinder(part, variables: checker.variables)
      parts.append(try binder.bind(call))
      aliases += binder.aliases
    }
    return parts
  }

  private mutating func declared(_ key: Located<String>) throws(UsageError) -> ArgumentDeclaration {
    guard let declared = declaration.argument(key.value) else {
      throw UsageError(
        .unknownKey(
          key.value, command: declaration.name, known: declaration.arguments.map(\.key), usage: declaration.usage),
        at: key.span)
    }
    if declared.key != key.value { aliases.append((key.value, declared.key)) }
    return declared
  }

  private func positional(_ value: Value, at index: Int) throws(UsageError) -> UntypedValue {
    guard let found = declaration.positional(at: index) else {
      throw UsageError(.oneWordTooMany(value.text, command: declaration), at: value.span)
    }
    return try checker.check(checker.resolved(value), found.kind, name: found.name)
  }

  private func complain(
    missingFrom positionals: [UntypedValue], _ named: [String: UntypedValue], at span: Span
  ) throws(UsageError) {
    var needed = 0
    for positional in declaration.positionals where !positional.isOptional {
      needed += 1
      if positionals.count < needed { throw UsageError(.missingWord(positional, command: declaration), at: span) }
    }
    for argument in declaration.arguments where argument.isRequired && named[argument.key] == nil {
      throw UsageError(.missingKey(argument, command: declaration), at: span)
    }
  }
}
