/// A stretch of a source, as UTF-8 offsets: from `start` up to and not including `end`.
///
/// Every span the parser hands out begins and ends between two code points of its source.
public struct Span: Sendable, Hashable {
  private let first: UInt32
  private let beyond: UInt32

  /// Makes a span of two UTF-8 offsets.
  ///
  /// Precondition: `0 ≤ start ≤ end`, and both fit in 32 bits (a source is far shorter, see ``Source/limit``).
  public init(_ start: Int, _ end: Int) {
    precondition(start <= end, "a span ends before it starts: \(start)..<\(end)")
    first = UInt32(start)
    beyond = UInt32(end)
  }

  /// The UTF-8 offset of its first byte.
  public var start: Int { Int(first) }

  /// The UTF-8 offset just behind its last byte.
  public var end: Int { Int(beyond) }

  /// Its length in bytes.
  public var count: Int { end - start }

  /// Whether it holds nothing: a place between two characters.
  public var isEmpty: Bool { start == end }

  /// The span from the start of this one to the end of a later one.
  public func through(_ later: Span) -> Span { Span(start, max(end, later.end)) }

  /// Whether a place lies in it; the place just behind its last character counts.
  public func touches(_ offset: Int) -> Bool { start <= offset && offset <= end }
}

/// A value and the place it was written at.
public struct Located<Content: Sendable>: Sendable {
  /// The value.
  public let value: Content

  /// Where it stands.
  public let span: Span

  /// Pairs a value with its place.
  public init(_ value: Content, at span: Span) {
    self.value = value
    self.span = span
  }
}

extension Located: Equatable where Content: Equatable {}
