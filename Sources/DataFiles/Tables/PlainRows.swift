internal import Arithmetic
import Foundation

/// Rows of a table that lie plainly in a piece of text: a line each, without quotes, with a number in every field that is to hold one.
/// They are read on all threads before they are taken one after the other; every other line is left to who takes them.
struct PlainRows {
  /// What becomes of a field.
  enum Field: Equatable {
    /// Its number stands at this place of the row.
    case number(Int)
    /// Its text is handed on.
    case text
    /// Nobody reads it.
    case ignored
  }

  /// How rows are read.
  struct Form {
    /// What becomes of each field.
    let fields: [Field]
    /// What stands between fields; no blank.
    let separator: UInt8
    /// Whether a comma stands for the point.
    let hasComma: Bool
    /// Whether a missing value is what is no number; else its line is left to others.
    let keepsMissing: Bool
    /// How many numbers a row has.
    let width: Int

    /// The most fields of a row; longer ones are few, and each would need much room.
    static let mostFields = 4096

    /// A row has room for all places that fields name.
    init(fields: [Field], separator: UInt8, hasComma: Bool, keepsMissing: Bool) {
      (self.fields, self.separator, self.hasComma, self.keepsMissing) = (fields, separator, hasComma, keepsMissing)
      width = 1 + fields.reduce(-1) { if case .number(let slot) = $1 { max($0, slot) } else { $0 } }
    }
  }

  /// A row.
  struct Row {
    /// Its numbers, at their places; those of other places mean nothing.
    let numbers: UnsafeBufferPointer<Double>
    /// The fields with texts, in their order.
    let texts: ArraySlice<UnsafeBufferPointer<UInt8>>
    /// Where in the piece its line ends.
    let end: Int
  }

  private let form: Form
  private let workers: WorkerPool
  private let parts: [Part]
  /// Where the row is that may come next.
  private var (part, row) = (0, 0)

  /// How many bytes a thread reads at a time.
  private static let partSize = 1 << 15

  /// Reads none yet.
  init(_ form: Form, workers: WorkerPool) {
    (self.form, self.workers) = (form, workers)
    parts = (0..<(BufferedReader.pieceSize * 4 / Self.partSize)).map { _ in Part() }
  }

  /// Reads the rows of a piece, which has to stand for as long as they are asked for. Of a very long one only those of its beginning.
  mutating func read(_ piece: UnsafeRawBufferPointer) {
    (part, row) = (0, 0)
    let text = piece.bindMemory(to: UInt8.self)
    let count = min((text.count + Self.partSize - 1) / Self.partSize, parts.count)
    for part in parts[count...] { part.clear() }
    let (form, parts) = (form, parts)
    workers.run(count) { number, _ in
      parts[number].read(text, from: number * Self.partSize, to: (number + 1) * Self.partSize, form)
    }
  }

  /// The row whose line begins at a place of the piece; nil where none was read there. To be asked for in their order.
  mutating func row(at start: Int) -> Row? {
    while part < parts.count {
      let own = parts[part]
      while row < own.lines.count, own.lines[row].start < start { row += 1 }
      guard row == own.lines.count else {
        return own.lines[row].start == start ? own.row(row, width: form.width) : nil
      }
      (part, row) = (part + 1, 0)
    }
    return nil
  }
}

/// What one thread reads of a piece: the lines that begin in its part.
private final class Part {
  /// Where each line that was read begins and ends, and where its texts begin.
  private(set) var lines: [(start: Int, end: Int, texts: Int)] = []
  /// The numbers of all of them, which stay where they are until the next piece.
  private var numbers = UnsafeMutableBufferPointer<Double>(start: nil, count: 0)
  private var texts: [UnsafeBufferPointer<UInt8>] = []

  deinit { numbers.deallocate() }

  func clear() { lines.removeAll(keepingCapacity: true) }

  /// A row that was read.
  func row(_ row: Int, width: Int) -> PlainRows.Row {
    let next = row + 1 < lines.count ? lines[row + 1].texts : texts.count
    return PlainRows.Row(
      numbers: UnsafeBufferPointer(rebasing: numbers[row * width..<(row + 1) * width]),
      texts: texts[lines[row].texts..<next], end: lines[row].end)
  }

  func read(_ text: UnsafeBufferPointer<UInt8>, from first: Int, to last: Int, _ form: PlainRows.Form) {
    clear()
    texts.removeAll(keepingCapacity: true)
    guard let base = text.baseAddress, form.width > 0 else { return }
    var start = first
    if first > 0 {
      guard let found = memchr(base + first - 1, 10, text.count - first + 1) else { return }
      start = UnsafeRawPointer(base).distance(to: found) + 1
    }
    while start < min(last, text.count), let found = memchr(base + start, 10, text.count - start) {
      let end = UnsafeRawPointer(base).distance(to: found)
      let (place, textCount) = (lines.count * form.width, texts.count)
      let isPlain = read(base, start, end, form, to: room(at: place, form.width))
      if isPlain { lines.append((start, end, textCount)) } else { texts.removeLast(texts.count - textCount) }
      start = end + 1
    }
  }

  /// Where a row's numbers go.
  private func room(at place: Int, _ width: Int) -> UnsafeMutableBufferPointer<Double>.SubSequence {
    if numbers.count < place + width {
      let larger = UnsafeMutableBufferPointer<Double>.allocate(capacity: max(2 * numbers.count, place + width))
      larger.initialize(repeating: 0)
      for index in 0..<place { larger[index] = numbers[index] }
      numbers.deallocate()
      numbers = larger
    }
    return numbers[place..<place + width]
  }

  /// Reads a line; false where it is not plain.
  private func read(
    _ base: UnsafePointer<UInt8>, _ start: Int, _ lineEnd: Int, _ form: PlainRows.Form,
    to room: UnsafeMutableBufferPointer<Double>.SubSequence
  ) -> Bool {
    let numbers = UnsafeMutableBufferPointer(rebasing: room)
    var end = lineEnd
    if end > start, base[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    // Of a line that begins with a blank all may be blank.
    guard end > start, ![UInt8(ascii: "#"), 32, 9].contains(base[start]), memchr(base + start, 34, end - start) == nil
    else { return false }
    let (separator, count) = (form.separator, form.fields.count)
    var place = start
    for (number, field) in form.fields.enumerated() {
      guard number == 0 || place <= end else { return false }
      let begin = place
      if case .number(let slot) = field, let short = DecimalText.short(base, &place, end, separator, form.hasComma) {
        numbers[slot] = short
      } else {
        let found = memchr(base + begin, Int32(separator), end - begin)
        place = found.map { UnsafeRawPointer(base).distance(to: $0) } ?? end
        let own = UnsafeBufferPointer(start: base + begin, count: place - begin)
        switch field {
        case .ignored: break
        case .text: texts.append(own)
        case .number(let slot):
          if let number = DecimalText.number(own, hasComma: form.hasComma), number.magnitude <= DecimalText.most {
            numbers[slot] = number
          } else if form.keepsMissing, FieldText.isMissing(own) {
            numbers[slot] = .nan
          } else {
            return false
          }
        }
      }
      // Behind the last field the line ends, and behind every other one it does not.
      guard (place == end) == (number == count - 1) else { return false }
      place += 1
    }
    return true
  }
}
