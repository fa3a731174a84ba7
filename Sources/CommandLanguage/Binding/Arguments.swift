public import Language

/// The arguments of one statement, checked against the command's declaration: right keys, right kinds, within range.
public struct Arguments: Sendable {
  /// The command they were checked for.
  public let declaration: CommandDeclaration
  /// The word that called the command.
  public let commandSpan: Span
  /// What was given by place, in order.
  public let positionals: [UntypedValue]
  /// What was given by key, aliases resolved.
  public let named: [String: UntypedValue]
  /// The parts in its block, checked as well.
  public let parts: [Arguments]
  /// The statement they were read from.
  public let call: CommandCall

  /// The statement as one would type it, for histories.
  public var statement: String { call.description }

  /// What an argument was given, or its default.
  ///
  /// The key must be one of the declaration's.
  public subscript<Value>(key: KeyedArgument<Value>) -> Value {
    named.value(of: key, in: declaration.name)
  }

  /// What an argument by place was given.
  ///
  /// The argument must be one of the declaration's.
  public subscript<Value>(key: PositionalArgument<Value>) -> Value {
    guard let place = declaration.positionals.firstIndex(where: { $0 === key.declaration }),
      let value = key.read(positionals.dropFirst(place))
    else { preconditionFailure("\(declaration.name) does not declare \(key.declaration.name)") }
    return value
  }

  /// Whether an argument was given.
  public func isGiven(_ key: any ArgumentKey) -> Bool { named[key.declaration.key] != nil }

  /// Whether nothing was given by key but these, or not even these.
  public func hasOnly(_ keys: any ArgumentKey...) -> Bool {
    named.keys.allSatisfy { given in keys.contains { $0.declaration.key == given } }
  }

  /// Where an argument's value stands; nil where none was given.
  public func span(of key: any ArgumentKey) -> Span? { named[key.declaration.key]?.span }

  /// How an argument's value was typed; nil where none was given.
  public func text(of key: any ArgumentKey) -> String? { named[key.declaration.key]?.text }

  /// What is wrong with arguments that mean nothing in this statement; nil where none of them was given.
  ///
  /// - Parameters:
  ///   - keys: The arguments.
  ///   - owner: Where they belong.
  ///   - remedy: What to write instead, from the key and what it was given.
  /// - Returns: `keyOfOther` at the first value, or nil.
  public func refusal(
    of keys: [any ArgumentKey], belongingTo owner: String, remedy: (_ key: String, _ text: String) -> String
  ) -> UsageError? {
    for key in keys.map(\.declaration.key) {
      guard let value = named[key] else { continue }
      return UsageError(
        .keyOfOther(key: key, given: value.text, belongsTo: owner, remedy: remedy(key, value.text)), at: value.span)
    }
    return nil
  }

  /// The same arguments, each with one value where it was given several of which the first that is here is taken.
  ///
  /// - Parameter first: Chooses among several, of which there is at least one.
  /// - Returns: The arguments, of which no command has to choose.
  public func choosing(_ first: ([CheckedValue]) -> CheckedValue) -> Arguments {
    func chosen(_ value: UntypedValue, _ kind: ArgumentKind?) -> UntypedValue {
      switch (kind, value.content) {
      case (.firstOf, .list(let several)): first(several)
      case (.list(let element), .list(let values)):
        CheckedValue(.list(values.map { chosen($0, element) }), at: value.span, text: value.text)
      default: value
      }
    }
    return Arguments(
      declaration: declaration, commandSpan: commandSpan,
      positionals: positionals.enumerated().map { chosen($1, declaration.positional(at: $0)?.kind) },
      named: Dictionary(
        uniqueKeysWithValues: named.map { ($0, chosen($1, declaration.argument($0)?.kind)) }),
      parts: parts, call: call)
  }

  /// The same arguments by place with others by key, for another command that takes the same.
  public func with(_ named: [String: UntypedValue], for declaration: CommandDeclaration) -> Arguments {
    Arguments(
      declaration: declaration, commandSpan: commandSpan, positionals: positionals, named: named, parts: [], call: call)
  }
}
