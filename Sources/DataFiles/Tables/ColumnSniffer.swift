import Foundation

/// Finds out what the columns of a table hold and whether its first line is their names, from the first lines.
struct ColumnSniffer {
  /// What a column seems to hold.
  enum Kind: Equatable {
    /// Numbers, or nothing at all.
    case number
    /// Texts.
    case text
    /// Days or times, in this form.
    case date(DateForm)
  }

  /// Whether the first line holds names.
  let hasHeader: Bool
  /// The columns' names: those of the first line, else `column 1` and so on. No two are the same.
  let names: [String]
  /// What each seems to hold.
  let kinds: [Kind]

  /// Columns of numbers without names.
  ///
  /// - Parameter width: How many.
  init(numbers width: Int) {
    (hasHeader, kinds) = (false, Array(repeating: .number, count: width))
    names = (0..<width).map { "column \($0 + 1)" }
  }

  /// Looks at the first lines.
  ///
  /// - Parameters:
  ///   - rows: Their fields.
  ///   - header: Whether the first holds names, where somebody said so.
  ///   - hasDecimalComma: Whether a comma stands for a number's point.
  init(_ rows: [[String]], header: Bool?, hasDecimalComma: Bool) {
    let first = rows.first ?? []
    let isNumber = { (field: String) -> Bool in
      var field = field
      return field.withUTF8 { DecimalText.number($0, hasComma: hasDecimalComma) } != nil
    }
    let columns = first.indices.map { column in
      rows.dropFirst().compactMap { column < $0.count && !FieldText.isMissing($0[column]) ? $0[column] : nil }
    }
    // A few fields that are none are mistakes, which are told with their line as the table is read.
    let mostly = { (values: [String]) in 2 * values.count(where: isNumber) >= values.count }
    let areNumbers = columns.map { !$0.isEmpty && mostly($0) }
    let seems: Bool
    if first.indices.contains(where: { areNumbers[$0] && !FieldText.isMissing(first[$0]) && !isNumber(first[$0]) }) {
      seems = true
    } else if first.contains(where: isNumber) || areNumbers.contains(true) {
      seems = false
    } else {
      // Only texts: names are each another, and none is a value.
      seems =
        Set(first).count == first.count && !first.contains(where: FieldText.isMissing)
        && (rows.count == 1 || !first.indices.contains { columns[$0].contains(first[$0]) })
    }
    hasHeader = header ?? seems
    var used: Set<String> = []
    let isNamed = hasHeader
    names = first.indices.map { column in
      let given = isNamed && !first[column].isEmpty ? first[column] : "column \(column + 1)"
      var (name, number) = (given, 1)
      while !used.insert(name).inserted {
        number += 1
        name = "\(given) \(number)"
      }
      return name
    }
    kinds = first.indices.map { column in
      var values = columns[column]
      if !isNamed, !FieldText.isMissing(first[column]) { values.append(first[column]) }
      if mostly(values) { return .number }
      return DateForm(of: values).map { .date($0) } ?? .text
    }
  }
}
