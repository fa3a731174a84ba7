public import Language

/// A value that a statement gives: what it is, where it stands, and how it was typed.
public struct GivenValue<Value: Sendable>: Sendable {
  /// What it is.
  public let value: Value
  /// Where it stands.
  public let span: Span
  /// How it was typed, for messages.
  public let text: String

  /// A value and its place.
  public init(_ value: Value, at span: Span, text: String) {
    self.value = value
    self.span = span
    self.text = text
  }
}
