/// Where and how bytes break the wire format.
public struct WireError: Error, Sendable, Equatable {
  /// How bytes can break the wire format.
  public enum Kind: Sendable, Equatable {
    /// A value ends after the end of what surrounds it, by at least so many bytes.
    case truncated(missing: Int)
    /// A whole number goes on for more than ten bytes.
    case endlessNumber
    /// A field number of 0 or above 2²⁹ - 1, or a wire type that does not exist.
    case impossibleTag(UInt64)
    /// The end of a group that did not begin.
    case unopenedGroup(Int)
    /// Messages within messages, deeper than any model.
    case tooDeep
    /// A text that is not UTF-8.
    case notText
    /// A packed list whose length is not a whole number of values.
    case brokenList
    /// More messages of one kind in a row than `WireMessage.mostRepeated`.
    case tooMany
  }

  /// What is broken.
  public let kind: Kind
  /// At which byte of the file, or of the bytes given, the broken field begins.
  public let offset: Int

  init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}
