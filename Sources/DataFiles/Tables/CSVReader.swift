import Foundation

/// Reads the lines of a table, whose text comes piece by piece.
struct CSVReader {
  let path: String
  let labelColumn: Int
  private(set) var labels: [String] = []
  /// The numbers of all samples, one after the other.
  var numbers: NumberCollector
  /// How many columns every line has, once one was read.
  private(set) var columns: Int?
  private var row: [Double] = []
  private var line = 0
  /// The beginning of a line whose end has not come yet.
  private var begun: [UInt8] = []

  init(path: String, labelColumn: Int, room: TableRoom = .unlimited) {
    self.path = path
    self.labelColumn = labelColumn
    numbers = NumberCollector(room: room)
  }

  /// How many lines are read between two words to whoever waits.
  private static let linesAtOnce = 256
  /// The most bytes a line may have.
  static let longestLine = 1 << 30

  /// Reads the lines that end in the next piece of the text.
  mutating func take(
    _ piece: UnsafeRawBufferPointer, progress: (_ samples: Int) -> Bool
  ) throws(TabularDataError) {
    let text = piece.bindMemory(to: UInt8.self)
    var start = 0
    while let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) {
      if begun.isEmpty {
        try readWhole(UnsafeBufferPointer(rebasing: text[start..<end]))
      } else {
        begun += text[start..<end]
        try finish()
      }
      if line.isMultiple(of: Self.linesAtOnce), !progress(labels.count) { throw .stopped }
      start = end + 1
    }
    guard begun.count + text.count - start <= Self.longestLine else {
      throw .tooLarge(path: path, limit: Self.longestLine)
    }
    begun += text[start...]
    guard start > 0 || progress(labels.count) else { throw .stopped }
  }

  /// Reads the last line, which need not have an end.
  mutating func finish() throws(TabularDataError) {
    guard !begun.isEmpty else { return }
    let text = begun
    begun.removeAll(keepingCapacity: true)
    let fault = text.withUnsafeBufferPointer { text -> TabularDataError? in
      do throws(TabularDataError) { try readWhole(text) } catch { return error }
      return nil
    }
    if let fault { throw fault }
  }

  private mutating func readWhole(_ text: UnsafeBufferPointer<UInt8>) throws(TabularDataError) {
    // A byte order mark may come first.
    let start = line == 0 && text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    line += 1
    let isReturned = text.count > start && text[text.count - 1] == UInt8(ascii: "\r")
    let content = start..<(isReturned ? text.count - 1 : text.count)
    if !content.isEmpty { try readLine(UnsafeBufferPointer(rebasing: text[content])) }
  }

  private mutating func readLine(_ text: UnsafeBufferPointer<UInt8>) throws(TabularDataError) {
    row.removeAll(keepingCapacity: true)
    var (start, column, label) = (0, 0, "")
    var bad: (column: Int, field: String)?
    while start <= text.count {
      let end = Self.endOfField(text, from: start)
      let field = UnsafeBufferPointer(rebasing: text[start..<end])
      if column == labelColumn {
        label = Self.text(field)
      } else if let number = DecimalText.number(field) {
        row.append(number)
      } else {
        bad = bad ?? (column + 1, Self.text(field))
      }
      column += 1
      start = end + 1
    }
    if let bad {
      if labels.isEmpty, columns == nil {
        columns = column
        return
      }
      throw .notANumber(path: path, line: line, column: bad.column, field: String(bad.field.prefix(40)))
    }
    guard column == columns ?? column else {
      throw .columns(path: path, line: line, expected: columns ?? column, actual: column)
    }
    guard column > max(1, labelColumn), labelColumn >= 0 else {
      throw .columns(path: path, line: line, expected: max(2, labelColumn + 1), actual: column)
    }
    columns = column
    labels.append(label)
    try numbers.append(row: row)
  }

  /// Where the field that starts here ends: at a comma outside quotes, or the line's end.
  private static func endOfField(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var (place, isQuoted) = (start, false)
    while place < text.count, isQuoted || text[place] != UInt8(ascii: ",") {
      if text[place] == UInt8(ascii: "\"") { isQuoted.toggle() }
      place += 1
    }
    return place
  }

  private static func text(_ field: UnsafeBufferPointer<UInt8>) -> String {
    let text = String(decoding: field, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return text.dropFirst().dropLast().replacingOccurrences(of: "\"\"", with: "\"")
  }
}
