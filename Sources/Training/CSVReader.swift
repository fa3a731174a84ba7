import Foundation

/// Reads the lines of a table. Numbers are kept as bytes until one comes that is none.
struct CSVReader {
  enum Numbers {
    case bytes([UInt8]), floats([Float])
  }

  let path: String
  let labelColumn: Int
  private(set) var labels: [String] = []
  private(set) var numbers = Numbers.bytes([])
  /// How many columns every line has, once one was read.
  private(set) var columns: Int?
  private var row: [Double] = []
  private var line = 0

  init(path: String, labelColumn: Int) {
    self.path = path
    self.labelColumn = labelColumn
  }

  /// How many lines are read between two words to whoever waits.
  private static let linesAtOnce = 256

  mutating func read(
    _ text: UnsafeBufferPointer<UInt8>, progress: (_ samples: Int) -> Bool
  ) throws(TabularDataError) {
    // A byte order mark may come first.
    var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      line += 1
      let isReturned = end > start && text[end - 1] == UInt8(ascii: "\r")
      let content = start..<(isReturned ? end - 1 : end)
      if !content.isEmpty { try readLine(UnsafeBufferPointer(rebasing: text[content])) }
      if line.isMultiple(of: Self.linesAtOnce), !progress(labels.count) { throw .stopped }
      start = end + 1
    }
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
    append()
  }

  private mutating func append() {
    if case .bytes(var bytes) = numbers {
      numbers = .bytes([])
      if row.allSatisfy({ $0 >= 0 && $0 <= 255 && $0 == $0.rounded() }) {
        for number in row { bytes.append(UInt8(number)) }
        numbers = .bytes(bytes)
        return
      }
      numbers = .floats(bytes.map { Float($0) })
    }
    if case .floats(var floats) = numbers {
      numbers = .bytes([])
      for number in row { floats.append(Float(number)) }
      numbers = .floats(floats)
    }
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
