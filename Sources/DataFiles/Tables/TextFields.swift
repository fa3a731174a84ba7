import Foundation

/// Cuts text into the lines and fields of a table, piece by piece as it comes. Fields may be quoted, with quotes inside them
/// doubled and line ends as they are (RFC 4180); lines that begin with `#` and blank ones are passed over.
struct TextFields {
  /// What stands between fields. Of blanks any number stand between two.
  let separator: UInt8
  /// Where the line begins that was read last, from 1.
  private(set) var line = 0
  /// How many lines ended in quotes so far after the one that is read.
  private var further = 0
  /// The beginning of a line whose end has not come yet.
  private var begun: [UInt8] = []
  /// What the quoted fields of a line hold.
  private var content: [UInt8] = []
  private var fields: [UnsafeBufferPointer<UInt8>] = []

  /// The most bytes a line may have.
  static let longestLine = 1 << 24
  /// The most fields a line may have.
  static let mostFields = 1_000_000

  private static let (quote, newline, hash) = (UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "#"))

  /// Nothing has come yet.
  init(separator: UInt8) { self.separator = separator }

  /// Whether a line has more fields than any may have; it is not handed on.
  private var isTooWide = false

  /// Whether a line was begun whose end has not come, inside quotes.
  private(set) var isInQuotes = false

  /// What takes the fields of a line; it answers false to stop.
  typealias Take = (_ fields: [UnsafeBufferPointer<UInt8>], _ line: Int) -> Bool
  /// What takes the line that begins at a place of the piece, if it was read before.
  typealias TakeRead = (_ start: Int, _ line: Int) -> ReadLine

  /// What becomes of a line that may have been read before.
  enum ReadLine {
    /// It was not.
    case unread
    /// It is taken; so far it goes.
    case taken(end: Int)
    /// It was taken, and nothing is to follow.
    case stopped
  }

  /// What ends the cutting of text.
  enum CutError: Error {
    /// A line is longer than any may be.
    case tooLong
    /// A line has more fields than any may have.
    case tooWide
    /// Quotes that are not closed within a thousand lines, or a million bytes.
    case openQuote
  }

  /// Cuts the next piece.
  ///
  /// - Parameters:
  ///   - piece: The bytes.
  ///   - takeRead: Takes the lines that were read before.
  ///   - take: Takes the fields of each other line.
  /// - Throws: `CutError`, `line` being the last line that was read.
  mutating func cut(
    _ piece: UnsafeRawBufferPointer, read takeRead: TakeRead = { _, _ in .unread }, _ take: Take
  ) throws(CutError) {
    let text = piece.bindMemory(to: UInt8.self)
    guard let base = text.baseAddress else { return }
    var start = 0
    while start < text.count {
      // A byte order mark may come first.
      switch begun.isEmpty && line > 0 ? takeRead(start, line + 1) : .unread {
      case .unread: break
      case .taken(let end):
        line += 1
        start = end + 1
        continue
      case .stopped:
        line += 1
        return
      }
      guard let found = memchr(base + start, Int32(Self.newline), text.count - start) else { break }
      let end = base.distance(to: found.assumingMemoryBound(to: UInt8.self))
      let isWhole: Bool
      if begun.isEmpty {
        let own = UnsafeBufferPointer(rebasing: text[start..<end])
        guard own.count <= Self.longestLine else { throw .tooLong }
        (isWhole, isInQuotes) = read(own, take)
        if isInQuotes { begun += text[start...end] }
      } else {
        begun += text[start..<end]
        guard begun.count <= Self.longestLine else { throw .tooLong }
        isWhole = readBegun(take)
        if isInQuotes { begun.append(Self.newline) }
      }
      guard !isTooWide else { throw .tooWide }
      if !isWhole { return }
      guard further <= 1_000, !isInQuotes || begun.count <= 1 << 20 else { throw .openQuote }
      start = end + 1
    }
    guard begun.count + text.count - start <= Self.longestLine else { throw .tooLong }
    begun += text[start...]
  }

  /// Reads the last line, which need not have an end.
  ///
  /// - Throws: `CutError.openQuote`, `tooWide`.
  mutating func finish(_ take: Take) throws(CutError) {
    guard !begun.isEmpty else { return }
    _ = readBegun(take)
    guard !isTooWide else { throw .tooWide }
    if isInQuotes { throw .openQuote }
  }

  /// Reads what was begun, and forgets it unless it goes on.
  private mutating func readBegun(_ take: Take) -> Bool {
    var text: [UInt8] = []
    swap(&text, &begun)
    let (goesOn, isOpen) = text.withUnsafeBufferPointer { read($0, take) }
    isInQuotes = isOpen
    if isOpen {
      swap(&text, &begun)
    } else {
      text.removeAll(keepingCapacity: true)
      swap(&text, &begun)
    }
    return goesOn
  }

  /// Reads a line: whether to go on, and whether its end is inside quotes.
  private mutating func read(_ whole: UnsafeBufferPointer<UInt8>, _ take: Take) -> (goesOn: Bool, isOpen: Bool) {
    var text = whole
    // A byte order mark may come first.
    if line == 0, text.starts(with: [0xEF, 0xBB, 0xBF]) { text = UnsafeBufferPointer(rebasing: text[3...]) }
    if text.last == UInt8(ascii: "\r") { text = UnsafeBufferPointer(rebasing: text.dropLast()) }
    guard let base = text.baseAddress, text.first != Self.hash, text.contains(where: { $0 != 32 && $0 != 9 }) else {
      line += 1 + further
      further = 0
      return (true, false)
    }
    let own = line + 1
    guard memchr(base, Int32(Self.quote), text.count) != nil else {
      fields.removeAll(keepingCapacity: true)
      cutPlain(text, base)
      guard !isTooWide else { return (false, false) }
      line += 1
      return (take(fields, own), false)
    }
    guard let ranges = cutQuoted(text) else {
      further += 1
      return (true, true)
    }
    guard !isTooWide else { return (false, false) }
    line += 1 + further
    further = 0
    var held: [UInt8] = []
    swap(&held, &content)
    let goesOn = held.withUnsafeBufferPointer { held in
      take(ranges.map { UnsafeBufferPointer(rebasing: held[$0]) }, own)
    }
    swap(&held, &content)
    return (goesOn, false)
  }

  private mutating func cutPlain(_ text: UnsafeBufferPointer<UInt8>, _ base: UnsafePointer<UInt8>) {
    guard separator != 32 else {
      let words = text.split(maxSplits: Self.mostFields, whereSeparator: { $0 == 32 || $0 == 9 })
      guard words.count <= Self.mostFields else { return isTooWide = true }
      for field in words { fields.append(UnsafeBufferPointer(rebasing: field)) }
      return
    }
    var (start, place) = (0, 0)
    let (separator, count) = (separator, text.count)
    while place < count {
      if base[place] == separator {
        fields.append(UnsafeBufferPointer(start: base + start, count: place - start))
        start = place + 1
        guard fields.count < Self.mostFields else { return isTooWide = true }
      }
      place += 1
    }
    fields.append(UnsafeBufferPointer(start: base + start, count: count - start))
  }

  /// Cuts a line with quotes: where in `content` each field is; nil where it ends inside quotes.
  private mutating func cutQuoted(_ text: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
    var ranges: [Range<Int>] = []
    content.removeAll(keepingCapacity: true)
    content.reserveCapacity(text.count + 1)
    var (place, start) = (0, 0)
    let isBlank = { (byte: UInt8) in byte == 32 || byte == 9 }
    while place <= text.count {
      start = content.count
      while place < text.count, isBlank(text[place]), text[place] != separator || separator == 32 { place += 1 }
      if separator == 32, place == text.count, !ranges.isEmpty { break }
      if place < text.count, text[place] == Self.quote {
        place += 1
        while true {
          guard place < text.count else { return nil }
          if text[place] == Self.quote {
            guard place + 1 < text.count, text[place + 1] == Self.quote else { break }
            place += 1
          }
          content.append(text[place])
          place += 1
        }
        place += 1
        ranges.append(start..<content.count)
        // What follows the closing quote is no part of the field but blanks; anything else is kept as it is.
        while place < text.count, text[place] != separator {
          if !isBlank(text[place]) {
            content.append(text[place])
            ranges[ranges.count - 1] = start..<content.count
          }
          place += 1
        }
      } else {
        while place < text.count, text[place] != separator {
          content.append(text[place])
          place += 1
        }
        ranges.append(start..<content.count)
      }
      place += 1
      guard ranges.count <= Self.mostFields else {
        isTooWide = true
        break
      }
    }
    return ranges
  }
}
