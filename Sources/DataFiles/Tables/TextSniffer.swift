import Foundation

/// Finds out how a table in text is written, from its first lines.
struct TextSniffer {
  /// What stands between fields.
  let separator: UInt8
  /// Whether a comma stands before the fractional part of a number.
  let hasDecimalComma: Bool
  /// The first lines' fields.
  let rows: [[String]]

  /// What may stand between fields: of several that fit, the first is taken. A comma is last but one, as it stands in
  /// numbers too.
  private static let candidates: [UInt8] = Array("\t;|, ".utf8)
  /// How many lines are looked at.
  private static let most = 1_000

  /// Looks at a text's beginning.
  ///
  /// - Parameters:
  ///   - text: The beginning, or all of it.
  ///   - isWhole: Whether nothing comes after it.
  ///   - given: What stands between fields, where somebody said so.
  init(_ text: UnsafeRawBufferPointer, isWhole: Bool, separator given: UInt8?) {
    var best: (separator: UInt8, share: Double, rows: [[String]]) = (UInt8(ascii: ","), -2, [])
    for candidate in given.map({ [$0] }) ?? Self.candidates {
      let (rows, isTooWide) = Self.rows(text, isWhole: isWhole, separator: candidate)
      let share = Self.agreement(rows)
      if share >= 0.9 || isTooWide {
        best = (candidate, share, rows)
        break
      }
      if share > best.share || (share == best.share && candidate == UInt8(ascii: ",")) {
        best = (candidate, share, rows)
      }
    }
    separator = best.separator
    rows = best.rows
    hasDecimalComma = best.separator != UInt8(ascii: ",") && Self.hasDecimalCommas(best.rows)
  }

  /// The first lines' fields, as a separator cuts them, and whether it cuts one into more than there may be.
  private static func rows(
    _ text: UnsafeRawBufferPointer, isWhole: Bool, separator: UInt8
  ) -> (rows: [[String]], isTooWide: Bool) {
    var rows: [[String]] = []
    var count = 0
    var fields = TextFields(separator: separator)
    func take(_ found: [UnsafeBufferPointer<UInt8>], _ line: Int) -> Bool {
      rows.append(found.map { FieldText.text(FieldText.trimmed($0)) })
      count += found.count
      return rows.count < most && count < TextFields.mostFields
    }
    // What is wrong with the text is found again, with its place, as it is read.
    do throws(TextFields.CutError) {
      try fields.cut(text, take)
      if rows.count < most, count < TextFields.mostFields, isWhole { try fields.finish(take) }
    } catch {
      return (rows, error == .tooWide)
    }
    return (rows, false)
  }

  /// The share of the lines with as many fields as most have; -1 where that is one.
  private static func agreement(_ rows: [[String]]) -> Double {
    let counts = Dictionary(grouping: rows, by: \.count).mapValues(\.count)
    guard let (width, count) = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), width > 1 else { return -1 }
    return Double(count) / Double(rows.count)
  }

  /// Whether numbers have commas: some field is a number with one, and none has a point.
  private static func hasDecimalCommas(_ rows: [[String]]) -> Bool {
    var found = false
    for field in rows.joined() where field.utf8.count <= 40 {
      var field = field
      let isNumber = { field.withUTF8 { DecimalText.number($0) } != nil }
      if field.contains(","), field.withUTF8({ DecimalText.number($0, hasComma: true) }) != nil {
        found = true
      } else if field.contains("."), isNumber() {
        return false
      }
    }
    return found
  }
}
