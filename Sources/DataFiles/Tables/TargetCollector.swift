/// Takes the values of a table's target, and tells classes from numbers once all are known.
struct TargetCollector {
  private let path: String
  private let column: String
  private let request: TableRequest
  /// Whether somebody named the column.
  private let isNamed: Bool
  private let hasDecimalComma: Bool
  private var classes: CategoryCollector
  /// Empty once there are too many classes.
  private var codes: [Int32] = []
  private var numbers: [Float] = []
  private var areNumbers = true
  private var areWhole = true
  private var tooManyClasses = false
  private(set) var count = 0

  /// The most classes there may be.
  static let mostClasses = 100_000
  /// Up to how many different whole numbers may be classes as well, so that somebody is asked.
  static let fewValues = 20
  /// Up to how many different whole numbers are classes where nobody named the target.
  static let wholeClasses = 1_000

  /// Nothing has come yet.
  init(path: String, column: String, request: TableRequest, isNamed: Bool, hasDecimalComma: Bool) {
    (self.path, self.column, self.request) = (path, column, request)
    (self.isNamed, self.hasDecimalComma) = (isNamed, hasDecimalComma)
    classes = CategoryCollector(limit: Self.mostClasses)
    areNumbers = request.task != .classification
  }

  /// Takes the next value.
  ///
  /// - Parameters:
  ///   - field: The value, without blanks around it.
  ///   - line: Where it stands, for errors, from 1.
  ///   - place: Its column, from 1.
  /// - Throws: `TabularDataError.notANumber`, `tooManyClasses`.
  mutating func take(_ field: UnsafeBufferPointer<UInt8>, line: Int, place: Int) throws(TabularDataError) {
    if areNumbers {
      if let number = DecimalText.number(field, hasComma: hasDecimalComma) {
        numbers.append(Float(number))
        if areWhole, number != number.rounded() { areWhole = false }
      } else if request.task == .regression {
        throw .notANumber(
          path: path, line: line, column: place, field: String(FieldText.text(field).prefix(40)))
      } else {
        areNumbers = false
        numbers = []
      }
    }
    count += 1
    guard request.task != .regression, !tooManyClasses else { return }
    if case .code(let code) = classes.code(field) {
      codes.append(code)
    } else {
      tooManyClasses = true
      codes = []
    }
    if tooManyClasses, !areNumbers { throw .tooManyClasses(path: path, column: column, limit: Self.mostClasses) }
  }

  /// Takes the next value as text.
  ///
  /// - Throws: as the other.
  mutating func take(text: String, line: Int, place: Int) throws(TabularDataError) {
    let bytes = Array(text.utf8)
    let result = bytes.withUnsafeBufferPointer { field in
      Result { () throws(TabularDataError) in try take(field, line: line, place: place) }
    }
    try result.get()
  }

  /// What is known of each sample.
  ///
  /// - Throws: `TabularDataError.tooManyClasses`, `classesOrNumbers`.
  func finish() throws(TabularDataError) -> TableTruths {
    switch request.task {
    case .regression?: return .numbers(numbers)
    case .classification?: return try inClasses()
    case nil: break
    }
    guard areNumbers else { return try inClasses() }
    if areWhole, !tooManyClasses {
      // No and yes: hardly anybody predicts them as numbers.
      if classes.names.count == 2, Set(classes.names.map(Double.init)) == [0, 1] { return try inClasses() }
      if isNamed, classes.names.count <= Self.fewValues {
        throw .classesOrNumbers(path: path, column: column, values: Self.sorted(classes.names))
      }
      // Of classes there are several samples each.
      let areClasses = classes.names.count <= Self.fewValues || count >= 2 * classes.names.count
      if !isNamed, areClasses, classes.names.count <= Self.wholeClasses { return try inClasses() }
    }
    return .numbers(numbers)
  }

  /// What is known of each sample by several columns of numbers, or one of either kind.
  ///
  /// - Throws: as the other.
  static func finish(_ collectors: [TargetCollector]) throws(TabularDataError) -> TableTruths {
    guard collectors.count > 1 else { return try collectors[0].finish() }
    var numbers: [Float] = []
    numbers.reserveCapacity(collectors.count * collectors[0].count)
    for sample in 0..<collectors[0].count {
      for collector in collectors { numbers.append(collector.numbers[sample]) }
    }
    return .numbers(numbers, outputs: collectors.count)
  }

  private func inClasses() throws(TabularDataError) -> TableTruths {
    guard !tooManyClasses else { throw .tooManyClasses(path: path, column: column, limit: Self.mostClasses) }
    return .classes(names: classes.names, codes: codes)
  }

  /// Whole numbers in their order.
  private static func sorted(_ names: [String]) -> [String] {
    names.sorted { (Double($0) ?? 0, $0) < (Double($1) ?? 0, $1) }
  }
}
