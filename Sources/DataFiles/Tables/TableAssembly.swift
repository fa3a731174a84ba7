/// Puts the samples of a table together from its rows' fields.
struct TableAssembly {
  private let path: String
  private let plan: TablePlan
  private let request: TableRequest
  private let hasDecimalComma: Bool
  private var numbers: NumberCollector
  private var targets: [TargetCollector]
  private var categories: CategoryColumns
  private var groups = GroupColumn()
  private var order: OrderColumn
  private var missing: [Int]
  private var row: [Double]
  /// A row of fields of which only texts are read.
  private var texts: [UnsafeBufferPointer<UInt8>]
  /// Samples left out for missing values.
  private(set) var dropped = 0
  private var rowNumbers: RowNumberColumns

  /// For every field whether it becomes a number of the sample, whose text nobody reads.
  var isNumber: [Bool] {
    plan.roles.map { role in
      if case .number = role { true } else { false }
    }
  }

  /// How many samples there are.
  var count: Int { targets[0].count }

  /// Nothing has come yet.
  init(_ plan: TablePlan, request: TableRequest, path: String, hasDecimalComma: Bool) {
    (self.path, self.plan, self.request, self.hasDecimalComma) = (path, plan, request, hasDecimalComma)
    numbers = NumberCollector(room: request.room)
    order = OrderColumn(plan, path: path, hasDecimalComma: hasDecimalComma)
    var own = request
    if let schema = request.schema { own.task = schema.isRegression ? .regression : .classification }
    // Several are numbers: a class is one.
    if plan.targets.count > 1 { own.task = .regression }
    targets = plan.targets.map { place in
      TargetCollector(
        path: path, column: plan.names[place], request: own, isNamed: plan.isTargetNamed,
        hasDecimalComma: hasDecimalComma)
    }
    categories = CategoryColumns(plan, request: request, path: path)
    rowNumbers = RowNumberColumns(among: plan.columns)
    missing = [Int](repeating: 0, count: plan.columns.count)
    row = [Double](repeating: 0, count: plan.columns.count)
    texts = plan.roles.map { _ in UnsafeBufferPointer(start: nil, count: 0) }
  }

  /// Takes a row that was read before.
  ///
  /// - Throws: as the others.
  mutating func take(_ plain: PlainRows.Row, line: Int) throws(TabularDataError) {
    for slot in plain.numbers.indices { row[slot] = plain.numbers[slot] }
    for (place, text) in zip(plan.textPlaces, plain.texts) { texts[place] = text }
    for place in plan.textPlaces {
      guard try take(text: texts[place], place, line: line) else {
        dropped += 1
        return
      }
    }
    try keep(texts, line: line)
  }

  /// Takes a row.
  ///
  /// - Parameters:
  ///   - fields: Its fields.
  ///   - line: Where it stands, from 1.
  ///   - own: Its numbers where they are none in text: one for every field; NaN is a missing value.
  /// - Throws: What is wrong with it.
  mutating func take(
    _ fields: [UnsafeBufferPointer<UInt8>], line: Int, numbers own: [Double]? = nil
  ) throws(TabularDataError) {
    guard fields.count == plan.names.count else {
      throw .columns(path: path, line: line, expected: plan.names.count, actual: fields.count)
    }
    let isWhole = try take(row: fields, line: line, numbers: own)
    guard isWhole else {
      dropped += 1
      return
    }
    try keep(fields, line: line)
  }

  /// Keeps a row that was read, with the texts of its fields.
  private mutating func keep(_ fields: [UnsafeBufferPointer<UInt8>], line: Int) throws(TabularDataError) {
    guard try order.take(row, fields, line: line) else {
      dropped += 1
      return
    }
    for (slot, place) in plan.targets.enumerated() {
      try targets[slot].take(FieldText.trimmed(fields[place]), line: line, place: place + 1)
    }
    for slot in row.indices where row[slot].isNaN { missing[slot] += 1 }
    rowNumbers.follow(row)
    try categories.check(after: count)
    try numbers.append(row: row)
    if let place = plan.groupPlace { groups.take(fields[place]) }
  }

  /// Takes a row of an array: its numbers, and texts, empty for the fields that `isNumber` tells.
  ///
  /// - Throws: as the other.
  mutating func take(texts: [String], line: Int, numbers own: [Double]? = nil) throws(TabularDataError) {
    var (bytes, ends): ([UInt8], [Int]) = ([], [0])
    for text in texts {
      bytes += text.utf8
      ends.append(bytes.count)
    }
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(TabularDataError) in
        try take(
          texts.indices.map { UnsafeBufferPointer(rebasing: bytes[ends[$0]..<ends[$0 + 1]]) }, line: line, numbers: own)
      }
    }
    try result.get()
  }

  /// Reads a row's numbers; false for a row that is left out.
  private mutating func take(
    row fields: [UnsafeBufferPointer<UInt8>], line: Int, numbers own: [Double]?
  ) throws(TabularDataError) -> Bool {
    for place in fields.indices {
      let field = fields[place]
      switch plan.roles[place] {
      case .ignored: continue
      case .number(let slot):
        if let number = own?[place] ?? DecimalText.number(field, hasComma: hasDecimalComma),
          number.magnitude <= DecimalText.most
        {
          row[slot] = number
        } else if own?[place].isNaN ?? FieldText.isMissing(field) {
          guard try allowMissing(place, line: line) else { return false }
          row[slot] = .nan
        } else {
          throw .notANumber(
            path: path, line: line, column: place + 1,
            field: own.map { "\($0[place])" } ?? String(FieldText.text(FieldText.trimmed(field)).prefix(40)))
        }
      case .category, .date, .target, .group, .order:
        guard try take(text: field, place, line: line) else { return false }
      }
    }
    return true
  }

  /// Reads a field with a text; false for a row that is left out.
  private mutating func take(
    text field: UnsafeBufferPointer<UInt8>, _ place: Int, line: Int
  ) throws(TabularDataError) -> Bool {
    let slot: Int
    switch plan.roles[place] {
    case .category(let own), .date(let own): slot = own
    default:
      // A sample of which nobody knows the answer teaches nothing, whatever fills the other columns.
      guard FieldText.isMissing(field) else { return true }
      guard request.missing != .refuse else {
        throw .missingValue(path: path, line: line, column: plan.names[place])
      }
      return false
    }
    let text = FieldText.trimmed(field)
    if FieldText.isMissing(text) {
      guard try allowMissing(place, line: line) else { return false }
      row[slot] = .nan
      return true
    }
    if case .date(let form) = plan.columns[slot].kind {
      guard let kept = form.kept(text) else {
        let field = String(FieldText.text(text).prefix(40))
        throw .notADate(path: path, line: line, column: plan.names[place], field: field)
      }
      row[slot] = Double(kept)
      return true
    }
    row[slot] = categories.number(of: text, slot, in: count)
    return true
  }

  /// Whether a sample with a missing value is kept.
  private func allowMissing(_ place: Int, line: Int) throws(TabularDataError) -> Bool {
    switch request.missing {
    case .refuse: throw .missingValue(path: path, line: line, column: plan.names[place])
    case .drop: false
    case .mean, .median: true
    }
  }

  /// The samples.
  ///
  /// - Throws: `TabularDataError.empty`, and what is wrong with the target.
  mutating func finish(format: TextFormat? = nil, part: String? = nil) throws(TabularDataError) -> ReadTable {
    try categories.check()
    guard count > 0 else { throw .empty(path: path) }
    let columns = plan.columns.enumerated().map { slot, column in
      var column = column
      column.missing = missing[slot]
      guard case .categories = column.kind else { return column }
      return TableColumn(name: column.name, kind: .categories(categories.texts(slot)), missing: column.missing)
    }
    let data = TabularData(
      sampleShape: [columns.reduce(0) { $0 + $1.width }], truths: try TargetCollector.finish(targets), columns: columns,
      groups: plan.groupPlace.map { _ in groups.codes }, values: try numbers.finish())
    var told = TableReport(format: format, targets: plan.targets.map { plan.names[$0] }, dropped: dropped, part: part)
    let counting = request.schema == nil ? rowNumbers.found(of: count) : []
    // Somebody has to tell of the target.
    told.rowNumbers = counting.count < columns.count ? counting.map { columns[$0].name } : []
    told.ignored = plan.ignored
    told.order = request.order.map { order in plan.order.map { .column(.name(plan.names[$0.place])) } ?? order }
    told.group = plan.groupPlace.map { plan.names[$0] }
    return ReadTable(data: data, report: told, order: ReadTable.order(request, count, order.numbers))
  }
}
