/// What is said of a fact: a sentence, and below it what would help.
public struct DiagnosticText: Equatable {
  /// What is the matter.
  public let message: String
  /// What would help, a line each.
  public let remedies: [String]

  /// Takes a sentence, and what would help; remedies that are empty are left out.
  public init(_ message: String, _ remedies: String...) { self.init(message: message, remedies: remedies) }

  /// The same with the remedies as a list.
  public init(message: String, remedies: [String]) {
    self.message = TextShortener.fit(message)
    self.remedies = remedies.filter { !$0.isEmpty }.map(TextShortener.fit)
  }

  /// The sentence and the remedies, a line each.
  public var lines: [String] { [message] + remedies }
}
