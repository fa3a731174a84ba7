/// Numbers and words as comma-separated values (RFC 4180): what a figure shows, for other programs to read.
///
/// Lines end in a line feed alone. Numbers are written with as many digits as tell them apart, and with a point.
public struct CSVText: Sendable, Equatable {
  /// All of it so far, the names of the columns in its first line.
  public private(set) var text: String
  /// How many rows there are below the names.
  public private(set) var rowCount = 0
  private let columnCount: Int

  /// One field.
  public enum Field: Sendable, Equatable {
    /// Words.
    case text(String)
    /// A number; nil for an empty field.
    case number(Double?)
    /// A whole number.
    case integer(Int)

    fileprivate var text: String {
      switch self {
      case .text(let text): CSVText.quoted(text)
      case .number(nil): ""
      case .number(let number?): CSVText.text(of: number)
      case .integer(let number): String(number)
      }
    }
  }

  /// A table without rows.
  public init(header: [String]) {
    text = header.map(Self.quoted).joined(separator: ",") + "\n"
    columnCount = header.count
  }

  /// Adds a row.
  ///
  /// Precondition: it has a field for every column.
  public mutating func append(_ row: [Field]) {
    precondition(row.count == columnCount, "a row of \(row.count) fields under \(columnCount) names")
    text += row.map(\.text).joined(separator: ",") + "\n"
    rowCount += 1
  }

  /// A number as programs read it: 12, 0.25, 1e-05, nan, inf.
  private static func text(of number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }

  private static func quoted(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { ["\"", ",", "\n", "\r"].contains($0) }) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }
}
