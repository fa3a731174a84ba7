/// A word or a call such as `exponential(0.99)`, its arguments checked against its form.
public struct CheckedCall: Sendable {
  /// What is called.
  public let declaration: CommandDeclaration
  /// What it was given, by key.
  let values: [String: UntypedValue]

  /// What an argument was given, or its default.
  ///
  /// The key must be one of the declaration's.
  subscript<Value>(key: KeyedArgument<Value>) -> Value { values.value(of: key, in: declaration.name) }
}

extension [String: UntypedValue] {
  /// Everything was checked before, so a value that is missing or another one's is its author's mistake.
  func value<Given>(of key: KeyedArgument<Given>, in command: String) -> Given {
    guard let value = key.read(self[key.declaration.key]) else {
      preconditionFailure("\(command) does not declare \(key.declaration.key)=")
    }
    return value
  }
}
