/// The column of a table that is being read by which its samples stand in an order.
struct OrderColumn {
  /// For each sample its number, of dates one that grows with them.
  private(set) var numbers: [Double] = []
  private let path: String
  private let plan: TablePlan
  private let hasDecimalComma: Bool

  /// Nothing has come yet.
  init(_ plan: TablePlan, path: String, hasDecimalComma: Bool) {
    (self.plan, self.path, self.hasDecimalComma) = (plan, path, hasDecimalComma)
  }

  /// Takes a sample's number.
  ///
  /// - Parameters:
  ///   - row: The sample's numbers.
  ///   - fields: Its texts.
  ///   - line: Where it stands, from 1.
  /// - Returns: False where the sample has none: its place is not known.
  /// - Throws: `TabularDataError.notANumber`, `notADate`.
  mutating func take(
    _ row: [Double], _ fields: [UnsafeBufferPointer<UInt8>], line: Int
  ) throws(TabularDataError) -> Bool {
    guard let (place, form) = plan.order else { return true }
    let number: Double
    switch plan.roles[place] {
    case .number(let slot), .date(let slot): number = row[slot]
    default: number = try read(FieldText.trimmed(fields[place]), place, form, line: line)
    }
    guard !number.isNaN else { return false }
    numbers.append(number)
    return true
  }

  private func read(
    _ text: UnsafeBufferPointer<UInt8>, _ place: Int, _ form: DateForm?, line: Int
  ) throws(TabularDataError) -> Double {
    let field = { String(FieldText.text(text).prefix(40)) }
    guard let form else {
      guard let number = DecimalText.number(text, hasComma: hasDecimalComma) else {
        throw .notANumber(path: path, line: line, column: place + 1, field: field())
      }
      return number
    }
    guard let kept = form.kept(text) else {
      throw .notADate(path: path, line: line, column: plan.names[place], field: field())
    }
    return Double(kept)
  }
}
