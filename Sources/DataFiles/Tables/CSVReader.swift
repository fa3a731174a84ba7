internal import Arithmetic

/// Reads a table in text, whose bytes come piece by piece: first how it is written is found out, then its rows are taken.
struct CSVReader {
  private let path: String
  private let request: TableRequest
  private let workers: WorkerPool
  private var utf16: UTF16Text?
  private var isFirst = true
  /// The beginning, until there is enough of it.
  private var beginning: [UInt8] = []
  private var reading: RowReader?

  /// What reads once it is known how the table is written.
  private struct RowReader {
    var fields: TextFields
    var assembly: TableAssembly
    var isHeaderNext: Bool
    let format: TextFormat
    /// Rows that are read before they are taken.
    var plain: PlainRows?
  }

  /// How much of the beginning is looked at.
  private var enough = 1 << 20
  /// How many rows are read between two words to whoever waits.
  private static let rowsAtOnce = 256

  /// Nothing has come yet.
  init(path: String, request: TableRequest, workers: WorkerPool) {
    (self.path, self.request, self.workers) = (path, request, workers)
  }

  /// Reads the lines that end in the next piece of the text.
  ///
  /// - Throws: What is wrong with the table; `stopped` where `progress` answers false.
  mutating func take(
    _ piece: UnsafeRawBufferPointer, progress: (_ samples: Int) -> Bool
  ) throws(TabularDataError) {
    if isFirst {
      isFirst = false
      if piece.starts(with: [0xFF, 0xFE]) { utf16 = UTF16Text(isBigEndian: false) }
      if piece.starts(with: [0xFE, 0xFF]) { utf16 = UTF16Text(isBigEndian: true) }
      if utf16 == nil, let other = OtherContent(piece) { throw .notText(path: path, other) }
    }
    guard var decoder = utf16 else { return try take(utf8: piece, progress: progress) }
    let text = decoder.utf8(piece)
    utf16 = decoder
    let result = text.withUnsafeBytes { text in
      Result { () throws(TabularDataError) in try take(utf8: text, progress: progress) }
    }
    try result.get()
  }

  private mutating func take(
    utf8 piece: UnsafeRawBufferPointer, progress: (_ samples: Int) -> Bool
  ) throws(TabularDataError) {
    guard reading == nil else { return try read(piece, progress: progress) }
    beginning += piece
    guard beginning.count >= enough else {
      guard progress(0) else { throw .stopped }
      return
    }
    // At least two whole lines tell how the table is written.
    let ends = beginning.lazy.filter { $0 == UInt8(ascii: "\n") }.prefix(3).count
    guard ends == 3 else {
      guard beginning.count <= TextFields.longestLine else {
        throw fault(in: beginning, separator: UInt8(ascii: ","))
          ?? .longLine(path: path, line: ends + 1, limit: TextFields.longestLine)
      }
      enough *= 2
      return
    }
    try begin(isWhole: false, progress: progress)
  }

  /// Finds out how the table is written, and reads what was kept of it.
  private mutating func begin(isWhole: Bool, progress: (_ samples: Int) -> Bool) throws(TabularDataError) {
    var text: [UInt8] = []
    swap(&text, &beginning)
    let sniffed = text.withUnsafeBytes {
      TextSniffer($0, isWhole: isWhole, separator: request.separator)
    }
    guard !sniffed.rows.isEmpty else {
      throw fault(in: text, separator: sniffed.separator) ?? .empty(path: path)
    }
    guard sniffed.rows.contains(where: { $0.count > 1 }) else {
      throw .oneColumn(path: path, isSeparatorGiven: request.separator != nil)
    }
    let columns = ColumnSniffer(
      sniffed.rows, header: request.hasHeader(in: sniffed.rows[0]), hasDecimalComma: sniffed.hasDecimalComma)
    let plan = try TablePlan(columns, request: request, path: path)
    let encoding: TextFormat.Encoding =
      utf16 != nil ? .utf16 : Self.isUTF8(text, isWhole: isWhole) ? .utf8 : .windows1252
    let form = plan.plainForm(
      separator: sniffed.separator, hasDecimalComma: sniffed.hasDecimalComma, missing: request.missing)
    reading = RowReader(
      fields: TextFields(separator: sniffed.separator),
      assembly: TableAssembly(plan, request: request, path: path, hasDecimalComma: sniffed.hasDecimalComma),
      isHeaderNext: columns.hasHeader,
      format: TextFormat(
        encoding: encoding, separator: sniffed.separator, hasDecimalComma: sniffed.hasDecimalComma,
        hasHeader: columns.hasHeader),
      plain: form.map { PlainRows($0, workers: workers) })
    let result = text.withUnsafeBytes { text in
      Result { () throws(TabularDataError) in try read(text, progress: progress) }
    }
    try result.get()
  }

  /// Whether text is UTF-8, but for a letter that is cut off at its end.
  private static func isUTF8(_ text: [UInt8], isWhole: Bool) -> Bool {
    for cut in 0...(isWhole ? 0 : 3) where String(validating: text.dropLast(cut), as: UTF8.self) != nil { return true }
    return false
  }

  private mutating func read(
    _ piece: UnsafeRawBufferPointer, progress: (_ samples: Int) -> Bool
  ) throws(TabularDataError) {
    guard var own = reading else { return }
    // One owner of the collected numbers at a time, so that nothing is copied.
    reading = nil
    defer { reading = own }
    try cut(piece, &own, progress: progress)
    guard progress(own.assembly.count) else { throw .stopped }
  }

  /// What is wrong with a line.
  private func fault(_ fault: TextFields.CutError, line: Int) -> TabularDataError {
    switch fault {
    case .tooLong: .longLine(path: path, line: line, limit: TextFields.longestLine)
    case .tooWide: .wideLine(path: path, line: line, limit: TextFields.mostFields)
    case .openQuote: .openQuote(path: path, line: line)
    }
  }

  /// What is wrong with the first line of a text that has none to read; nil where nothing is.
  private func fault(in text: [UInt8], separator: UInt8) -> TabularDataError? {
    var fields = TextFields(separator: separator)
    do throws(TextFields.CutError) {
      let cut = text.withUnsafeBytes { text in
        Result { () throws(TextFields.CutError) in try fields.cut(text) { _, _ in true } }
      }
      try cut.get()
      try fields.finish { _, _ in true }
      return nil
    } catch {
      return fault(error, line: fields.line + 1)
    }
  }

  /// Has the next piece of text cut, or what is left after the last, and takes its rows.
  private func cut(
    _ piece: UnsafeRawBufferPointer?, _ reading: inout RowReader, progress: (_ samples: Int) -> Bool
  ) throws(TabularDataError) {
    var fault: TabularDataError?
    var isHeaderNext = reading.isHeaderNext
    var (fields, plain) = (reading.fields, reading.plain)
    reading.plain = nil
    defer { reading.plain = plain }
    func take(
      _ assembly: inout TableAssembly, _ row: (inout TableAssembly) throws(TabularDataError) -> Void
    ) -> Bool {
      guard !isHeaderNext else {
        isHeaderNext = false
        return true
      }
      do throws(TabularDataError) {
        try row(&assembly)
        if assembly.count.isMultiple(of: Self.rowsAtOnce), !progress(assembly.count) { throw .stopped }
      } catch {
        fault = error
        return false
      }
      return true
    }
    func takeRead(_ start: Int, _ line: Int) -> TextFields.ReadLine {
      guard let row = plain?.row(at: start) else { return .unread }
      let goesOn = take(&reading.assembly) { (own) throws(TabularDataError) in try own.take(row, line: line) }
      return goesOn ? .taken(end: row.end) : .stopped
    }
    func takeFields(_ fields: [UnsafeBufferPointer<UInt8>], _ line: Int) -> Bool {
      take(&reading.assembly) { (own) throws(TabularDataError) in try own.take(fields, line: line) }
    }
    do throws(TextFields.CutError) {
      if let piece {
        plain?.read(piece)
        try fields.cut(piece, read: takeRead, takeFields)
      } else {
        try fields.finish(takeFields)
      }
    } catch {
      throw self.fault(error, line: fields.line + 1)
    }
    (reading.fields, reading.isHeaderNext) = (fields, isHeaderNext)
    if let fault { throw fault }
  }

  /// Reads the last line, which need not have an end.
  ///
  /// - Throws: What is wrong with the table; `stopped` where `progress` answers false.
  mutating func finish(progress: (_ samples: Int) -> Bool) throws(TabularDataError) -> ReadTable {
    if reading == nil { try begin(isWhole: true, progress: progress) }
    guard var own = reading else { throw .empty(path: path) }
    reading = nil
    try cut(nil, &own, progress: progress)
    return try own.assembly.finish(format: own.format)
  }
}
