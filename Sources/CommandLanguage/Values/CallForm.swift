/// A word that can be called in an argument's value, and what it comes to: `exponential(0.99)`.
public struct CallForm<Value: Sendable>: Sendable {
  /// What is said of it.
  let declaration: CommandDeclaration
  /// The value of a call.
  let make: @Sendable (CheckedCall) -> Value

  /// Declares a form.
  ///
  /// - Parameters:
  ///   - name: What is called.
  ///   - arguments: What it takes in parentheses; values may stand without their keys, in this order.
  ///   - examples: How it may be written, the usual way first; the name alone when left out.
  ///   - make: What a call with these values comes to.
  public init<each Given: Sendable>(
    _ name: String, _ arguments: repeat KeyedArgument<each Given>, examples: [String] = [],
    make: @escaping @Sendable (repeat each Given) -> Value
  ) {
    var keys: [any ArgumentKey] = []
    repeat keys.append(each arguments)
    declaration = CommandDeclaration(name, "", arguments: keys, examples: examples.isEmpty ? [name] : examples)
    self.make = { call in make(repeat call[each arguments]) }
  }
}

extension ValueType {
  /// A word or a call with parentheses, such as `exponential(0.99)`.
  ///
  /// - Parameters:
  ///   - noun: What such a value is called in messages.
  ///   - phrase: What it is, for a sentence.
  ///   - plural: What several such values are, for a sentence.
  ///   - placeholder: What stands for it in a line of usage.
  ///   - print: A value as one would type it.
  ///   - forms: What can be called; asked for when it is needed, so that an argument of a call may be such a call.
  /// - Returns: The type of such values.
  public static func call(
    noun: String, phrase: String, plural: String, placeholder: String,
    print: @escaping @Sendable (Value) -> String, _ forms: @escaping @Sendable () -> [CallForm<Value>]
  ) -> Self {
    let kind = CallForms(noun: noun, phrase: phrase, plural: plural, placeholder: placeholder) {
      forms().map(\.declaration)
    }
    return Self(.call(kind), print: print) { given in
      guard case .call(let call) = given.content else { return nil }
      return forms().first { $0.declaration === call.declaration }?.make(call)
    }
  }
}
