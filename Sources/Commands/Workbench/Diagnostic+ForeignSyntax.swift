import CommandLanguage
import Experiments
import Language

extension Diagnostic {
  /// The same fault, or what is to be said of a line in another language, where it stands on one.
  func recognisingForeignSyntax(in source: Source) -> Diagnostic {
    // People type short lines; a text of megabytes is none of theirs.
    guard let span, source.span.count <= Self.longestCell else { return self }
    // A word in curly quotes is a word, and may have been taken for a path or a name.
    let hasCurlyQuotes = source.text(of: span).contains { "“”".contains($0) }
    switch fact {
    case .syntax, .usage(.unknownCommand): break
    case _ where hasCurlyQuotes: break
    default: return self
    }
    guard let line = source.line(around: span.start),
      let foreign = Self.foreignSyntax(in: source.text(of: line)) ?? Self.foreignSyntax(in: source.text)
    else { return self }
    return Diagnostic(.foreign(foreign), at: line)
  }

  /// The most bytes of a cell that is looked through.
  private static let longestCell = 100_000

  /// What a line is in another notebook's language; nil for one of this.
  static func foreignSyntax(in line: String) -> ForeignSyntax? {
    ForeignSyntax(line) { CommandTable.command($0) != nil }
  }
}

extension Source {
  /// The line that a place is on, without the blanks around it; nil for a blank one.
  func line(around offset: Int) -> Span? {
    let bytes = Array(text.utf8)
    let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var (start, end) = (min(offset, bytes.count), min(offset, bytes.count))
    while start > 0, !isBreak(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, !isBreak(bytes[end]) { end += 1 }
    while start < end, isBlank(bytes[start]) { start += 1 }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return start < end ? Span(start, end) : nil
  }
}
