/// The calls that an argument can be given: `constant`, `exponential(0.99)`, `warmUp(5, cosine)`.
public final class CallForms: Sendable, Equatable {
  /// What such a value is called in messages: `schedule`.
  public let noun: String
  /// What such a value is, for a sentence.
  public let phrase: String
  /// What several such values are, for a sentence.
  public let plural: String
  /// What stands for such a value in a line of usage.
  public let placeholder: String
  private let declare: @Sendable () -> [CommandDeclaration]

  /// Declares calls.
  ///
  /// - Parameters:
  ///   - noun: What such a value is called in messages.
  ///   - phrase: What it is, for a sentence.
  ///   - plural: What several such values are, for a sentence.
  ///   - placeholder: What stands for it in a line of usage.
  ///   - declarations: What can be called, and what each takes in parentheses, where values may stand without their keys, in
  ///     order. Asked for when it is needed, so that an argument of a call may be such a call.
  init(
    noun: String, phrase: String, plural: String, placeholder: String,
    _ declarations: @escaping @Sendable () -> [CommandDeclaration]
  ) {
    self.noun = noun
    self.phrase = phrase
    self.plural = plural
    self.placeholder = placeholder
    declare = declarations
  }

  /// What can be called.
  public var declarations: [CommandDeclaration] { declare() }

  /// How the calls may be written.
  public var examples: [String] { declarations.flatMap(\.examples) }

  /// Whether both are the same declaration.
  public static func == (one: CallForms, other: CallForms) -> Bool { one === other }
}
