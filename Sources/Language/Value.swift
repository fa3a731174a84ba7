/// A value as it was written, with its place.
public struct Value: Sendable, Equatable {
  /// What was written.
  public let kind: Kind

  /// Where it stands.
  public let span: Span

  /// The text of the source it was written in, and where in it.
  private let origin: String, written: Span

  init(_ kind: Kind, at span: Span, in source: Source) {
    self.kind = kind
    self.span = span
    origin = source.text
    written = span
  }

  private init(_ kind: Kind, at span: Span, origin: String, written: Span) {
    self.kind = kind
    self.span = span
    self.origin = origin
    self.written = written
  }

  /// The same text, read as something else or standing elsewhere.
  func with(_ kind: Kind, at place: Span? = nil) -> Value {
    Value(kind, at: place ?? span, origin: origin, written: written)
  }

  /// The text as written, quotes and brackets included. A value that came out of a variable has the text its variable
  /// was assigned.
  public var text: String {
    // A source's text is contiguous, and spans lie between code points.
    origin.utf8.withContiguousStorageIfAvailable {
      String(decoding: UnsafeBufferPointer(rebasing: $0[written.start..<written.end]), as: UTF8.self)
    } ?? ""
  }

  /// Whether both are the same value, written the same way in the same place.
  public static func == (one: Value, other: Value) -> Bool {
    one.kind == other.kind && one.span == other.span && one.text == other.text
  }

  /// The forms a value can have.
  public enum Kind: Sendable, Equatable {
    /// `50`, `1e-4`, `hands.train`, `sgd`, `✊`
    case word(Word)
    /// `"Dataset"` or `'Dataset'`: its contents, escapes resolved.
    case string(String)
    /// `$epochs`: its name.
    case variable(String)
    /// `[1, 28, 28]`
    case list([Value])
    /// `exponential(0.99)`
    indirect case call(Call)
  }

  /// A value made by name, such as `exponential(0.99)`.
  public struct Call: Sendable, Equatable {
    /// The name in front of the parenthesis.
    public let name: Located<String>

    /// Its arguments, in the order written.
    public let arguments: [Argument]

    /// What stands before the last point of its name, and what is called: `data` and `by` of `data.by(writer)`; nil where
    /// no point does.
    public var method: (owner: Located<String>, name: String)? {
      guard let point = name.value.lastIndex(of: ".") else { return nil }
      let owner = String(name.value[..<point])
      let end = min(name.span.end, name.span.start + owner.utf8.count)
      return (Located(owner, at: Span(name.span.start, end)), String(name.value[point...].dropFirst()))
    }
  }
}

extension Value {
  /// The word it is; nil for every other form.
  public var word: Word? {
    guard case .word(let word) = kind else { return nil }
    return word
  }

  /// The contents of the string it is; nil for every other form.
  public var string: String? {
    guard case .string(let string) = kind else { return nil }
    return string
  }

  /// The name of the variable it is; nil for every other form.
  public var variable: String? {
    guard case .variable(let name) = kind else { return nil }
    return name
  }

  /// The elements of the list it is; nil for every other form.
  public var list: [Value]? {
    guard case .list(let elements) = kind else { return nil }
    return elements
  }

  /// The call it is; nil for every other form.
  public var call: Call? {
    guard case .call(let call) = kind else { return nil }
    return call
  }

  /// The whole number it spells, see ``Word/integer``.
  public var integer: Int? { word?.integer }

  /// The number it spells, see ``Word/decimal``.
  public var decimal: Double? { word?.decimal }

  /// The truth value it spells, as a word or as a string (`"true"`, as papermill passes it).
  public var bool: Bool? { word?.bool ?? string.flatMap { Word($0).bool } }

  /// Whether it spells the absence of a value, see ``Word/isNone``.
  public var isNone: Bool { word?.isNone ?? false }

  /// The names between its dots, see ``Word/path``.
  public var path: [String]? { word?.path }

  /// The name it spells, see ``Word/symbol``.
  public var symbol: String? { word?.symbol }

  /// The text of a word or the contents of a string: for labels and file names, which may be written either way.
  public var textOrString: String? { word?.text ?? string }
}
