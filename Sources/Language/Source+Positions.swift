extension Source {
  /// A place as people count it.
  public struct Position: Sendable, Equatable {
    /// The line, from 1.
    public let line: Int

    /// The column in code points, from 1.
    public let column: Int

    /// Names a line and a column, both counted from 1.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// How many code points stand before a UTF-8 offset. Offsets outside are moved to the nearest end; one inside a code
  /// point is moved to its start. Takes time proportional to the offset.
  public func codePoints(before offset: Int) -> Int {
    bytes[..<aligned(offset)].reduce(0) { $1.continuesScalar ? $0 : $0 + 1 }
  }

  /// The UTF-8 offset of a place given in code points, as Jupyter counts. Beyond the end it is the end.
  public func offset(ofCodePoint codePoint: Int) -> Int {
    var offset = 0
    var left = codePoint
    while left > 0 && offset < bytes.count {
      offset += bytes[offset].scalarLength
      left -= 1
    }
    return offset
  }

  /// The line and column of a UTF-8 offset.
  public func position(of offset: Int) -> Position {
    let offset = aligned(offset)
    var line = 1
    var lineStart = 0
    var next = 0
    while next < offset {
      let (kind, length) = CharacterClass.at(next, in: bytes)
      next += length
      if kind == .lineEnd && next <= offset {
        line += 1
        lineStart = next
      }
    }
    let column = bytes[lineStart..<offset].reduce(1) { $1.continuesScalar ? $0 : $0 + 1 }
    return Position(line: line, column: column)
  }

  /// The UTF-8 offset of a line and column. Beyond the end of a line it is that end, beyond the last line the end of
  /// the source.
  public func offset(of position: Position) -> Int {
    var line = 1
    var column = 1
    var offset = 0
    while offset < bytes.count && (line, column) < (position.line, position.column) {
      let (kind, length) = CharacterClass.at(offset, in: bytes)
      if kind != .lineEnd {
        column += 1
      } else if line == position.line {
        break
      } else {
        line += 1
        column = 1
      }
      offset += length
    }
    return offset
  }

  /// The line a UTF-8 offset is on, without its line end.
  public func line(at offset: Int) -> Span {
    let place = aligned(offset)
    var start = place
    while start > 0 && !isBehindLineEnd(start) { start = aligned(start - 1) }
    var end = start
    while end < bytes.count {
      let (kind, length) = CharacterClass.at(end, in: bytes)
      if kind == .lineEnd { break }
      end += length
    }
    return Span(start, end)
  }

  /// Whether a line begins here; between CR and LF none does.
  private func isBehindLineEnd(_ offset: Int) -> Bool {
    let before = aligned(offset - 1)
    let (kind, length) = CharacterClass.at(before, in: bytes)
    return kind == .lineEnd && length == offset - before
  }

  /// Whether a line ends in a span.
  func hasLineEnd(in span: Span) -> Bool {
    var offset = span.start
    while offset < span.end {
      let (kind, length) = CharacterClass.at(offset, in: bytes)
      if kind == .lineEnd { return true }
      offset += length
    }
    return false
  }
}
