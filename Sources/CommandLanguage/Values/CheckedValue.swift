public import Language

/// A value that has been found to be of its argument's kind, and where it stands.
public struct CheckedValue: Sendable {
  /// What it is.
  public let content: CheckedContent
  /// Where it stands.
  public let span: Span
  /// How it was typed, for messages.
  public let text: String

  /// A checked value and its place.
  init(_ content: CheckedContent, at span: Span, text: String) {
    self.content = content
    self.span = span
    self.text = text
  }

  /// A list of one value, in its place.
  public init(listOf value: UntypedValue) { self.init(.list([value]), at: value.span, text: value.text) }

  /// A word and its place.
  public init(_ word: String, at span: Span, text: String) { self.init(.word(word), at: span, text: text) }
}

/// A value of which nothing is known but that it was found to be of its argument's kind.
public typealias UntypedValue = CheckedValue

/// What a checked value can be; which of them follows from the argument's kind.
public indirect enum CheckedContent: Sendable {
  /// A whole number.
  case integer(Int)
  /// A number.
  case decimal(Double)
  /// A truth value.
  case bool(Bool)
  /// A word, a path or a text.
  case word(String)
  /// Several values.
  case list([UntypedValue])
  /// A default and what may be chosen.
  case allowance(Allowance)
  /// A word or a call with parentheses, its arguments checked.
  case call(CheckedCall)
}

extension CheckedValue {
  /// The word, path or text; the declaration has seen to it that it is one.
  public var word: String {
    guard case .word(let word) = content else { preconditionFailure("\(text) was not declared a word") }
    return word
  }

  /// The elements of a list; of another value, that alone.
  public var elements: [CheckedValue] { if case .list(let elements) = content { elements } else { [self] } }
}
