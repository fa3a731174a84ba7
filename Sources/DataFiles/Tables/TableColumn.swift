/// A column of a table that samples are described by.
public struct TableColumn: Sendable, Equatable {
  /// What a column holds.
  public enum Kind: Sendable, Equatable {
    /// A number.
    case number
    /// One of several texts: as many numbers, of which one is 1 and the others 0; all are 0 where the text is missing or
    /// none of these.
    case categories([String])
    /// A day or a time, in this form: as many numbers as tell of it.
    case date(DateForm)
  }

  /// What it is called; `column 3` where the table has no names.
  public let name: String
  /// What it holds.
  public let kind: Kind
  /// In how many samples its value is missing.
  public var missing: Int

  /// Puts it together.
  public init(name: String, kind: Kind = .number, missing: Int = 0) {
    (self.name, self.kind, self.missing) = (name, kind, missing)
  }

  /// Whether it holds texts.
  public var isOfTexts: Bool { if case .categories = kind { true } else { false } }

  /// How many numbers of a sample it makes.
  public var width: Int {
    switch kind {
    case .number: 1
    case .categories(let texts): texts.count
    case .date(let form): form.width
    }
  }

  /// What its numbers are called: its own name, `name=text` for each of its texts, or `name month` and the like of a date.
  public var numberNames: [String] {
    switch kind {
    case .number: [name]
    case .categories(let texts): texts.map { "\(name)=\($0)" }
    case .date(let form): form.numberNames(name)
    }
  }
}

extension [TableColumn] {
  /// Appends numbers as samples have them: what is missing filled in, where there is something to fill in, of a text's numbers
  /// one 1, and of a date all its numbers.
  func expand(_ kept: [Float], fills: [Float], scale: Float, to numbers: inout [Float]) {
    for start in stride(from: 0, to: kept.count, by: count) {
      for (place, column) in enumerated() {
        let value = kept[start + place]
        switch column.kind {
        case .number: numbers.append((value.isNaN && !fills.isEmpty ? fills[place] : value) * scale)
        case .date(let form):
          for number in form.numbers(value.isNaN && !fills.isEmpty ? fills[place] : value) {
            numbers.append(number * scale)
          }
        case .categories(let texts):
          let first = numbers.count
          for _ in texts { numbers.append(0) }
          if !value.isNaN, Int(value) < texts.count { numbers[first + Int(value)] = scale }
        }
      }
    }
  }
}
