public import Foundation
import SystemMemory

/// Arrays as NumPy writes them: one with the samples, one with what is predicted.
extension ReadTable {
  /// Reads arrays of an archive (`.npz`), or one array (`.npy`) whose rows are a table.
  ///
  /// Samples are along the first axis. Of an archive the target is the array the request names, or the one called `y`,
  /// `target`, `label` or `labels`; it may be several arrays, or one with several numbers of each sample. The samples are the array `samples` names, or the only other one with as many rows. Of
  /// one array the target is a column, the first unless the request says another.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - samples: The array with the samples.
  ///   - request: How it is to be read.
  ///   - progress: Told now and then how many samples are read; false stops it.
  /// - Throws: What is wrong with the file; `stopped` where `progress` answers false.
  public init(
    npz url: URL, samples: String?, _ request: TableRequest, progress: (_ samples: Int) -> Bool = { _ in true }
  ) throws(TabularDataError) {
    let path = url.path
    guard let archive = try Self.archive(url) else {
      self = try Self.table(try Self.array(url), path: path, request, progress: progress)
      return
    }
    let names = archive.entries.filter { $0.name.hasSuffix(".npy") }.map { String($0.name.dropLast(4)) }
    func array(_ name: String) throws(TabularDataError) -> NPYArray {
      guard let entry = archive.entries.first(where: { $0.name == name + ".npy" }) else {
        throw .noSuchPart(path: path, kind: .array, wanted: name, known: names)
      }
      let content: Data
      guard AvailableMemory.has(2 * entry.length) else { throw .unreadable(path: path, errorNumber: ENOMEM) }
      do throws(ZipError) { content = try archive.content(of: entry) } catch { throw .damagedArchive(path: path) }
      do throws(ArrayError) { return try NPYArray(content) } catch {
        throw .array(path: path, name: name, error)
      }
    }
    let wanted = try Self.targets(of: request, among: names, path: path)
    var targets: [(name: String, array: NPYArray)] = []
    for name in wanted { targets.append((name, try array(name))) }
    let truths = targets[0].array
    let chosen: String
    if let samples {
      chosen = samples
    } else {
      var fitting: [String] = []
      for name in names where !wanted.contains(name) {
        let shape = try array(name).shape
        if shape.count > 1, shape[0] == truths.shape.first { fitting.append(name) }
      }
      guard fitting.count == 1 else {
        throw .noSuchPart(path: path, kind: .array, wanted: nil, known: names.filter { !wanted.contains($0) })
      }
      chosen = fitting[0]
    }
    let own = try array(chosen)
    guard own.shape.count > 1, own.count > 0, !own.holdsTexts else {
      throw .array(path: path, name: chosen, own.holdsTexts ? .kind("text") : .shape(own.shape))
    }
    if case .column(.name(let wanted))? = request.order { throw .noSuchColumn(path: path, wanted: wanted, columns: []) }
    for (_, array) in targets where array.shape.first != own.shape[0] {
      throw .counts(path: path, samples: own.shape[0], labels: array.shape.first ?? 1)
    }
    let collectors = try Self.collectors(of: targets, request, path: path)
    var numbers = NumberCollector(room: request.room)
    let length = own.count / own.shape[0]
    var row = [Double](repeating: 0, count: length)
    for sample in 0..<own.shape[0] {
      own.numbers(from: sample * length, into: &row)
      if let place = row.firstIndex(where: { !Float($0).isFinite }) {
        throw .array(path: path, name: chosen, .notFinite(place: sample * length + place))
      }
      try numbers.append(row: row)
      if sample.isMultiple(of: 256), !progress(sample) { throw .stopped }
    }
    var report = TableReport(targets: collectors.map(\.name), part: chosen)
    report.order = request.order
    self.init(
      data: TabularData(
        sampleShape: Array(own.shape.dropFirst()), truths: try TargetCollector.finish(collectors.map(\.values)),
        values: try numbers.finish()),
      report: report, order: Self.order(request, own.shape[0]))
  }

  /// The arrays with what is predicted: those named, else the one whose name says it.
  private static func targets(
    of request: TableRequest, among names: [String], path: String
  ) throws(TabularDataError) -> [String] {
    var targets: [String] = []
    for column in request.targets {
      switch column {
      case .name(let name): targets.append(name)
      case .place(let place): throw .noSuchPart(path: path, kind: .array, wanted: "\(place)", known: names)
      }
      if Set(targets).count < targets.count { throw .columnTwice(path: path, column: targets[targets.count - 1]) }
    }
    if targets.isEmpty, let known = request.schema?.targets, known.allSatisfy(names.contains) { targets = known }
    if targets.isEmpty {
      targets = names.filter { ["y", "target", "label", "labels"].contains($0.lowercased()) }.prefix(1).map(\.self)
    }
    guard !targets.isEmpty else { throw .noSuchPart(path: path, kind: .array, wanted: nil, known: names) }
    return targets
  }

  /// The values of arrays with what is predicted: a name and a number of each sample for each column that they have.
  private static func collectors(
    of targets: [(name: String, array: NPYArray)], _ request: TableRequest, path: String
  ) throws(TabularDataError) -> [(name: String, values: TargetCollector)] {
    var told = request
    if let schema = request.schema { told.task = schema.isRegression ? .regression : .classification }
    var columns: [(name: String, array: NPYArray, start: Int, step: Int)] = []
    for (name, array) in targets {
      guard (1...2).contains(array.shape.count), array.count > 0 else {
        throw .array(path: path, name: name, .shape(array.shape))
      }
      let width = array.shape.count == 2 ? array.shape[1] : 1
      for place in 0..<width { columns.append((width == 1 ? name : "\(name) \(place)", array, place, width)) }
    }
    if columns.count > 1 {
      guard told.task != .classification else { throw .severalClasses(path: path, columns: columns.map(\.name)) }
      told.task = .regression
    }
    var collectors: [(name: String, values: TargetCollector)] = []
    for (name, array, start, step) in columns {
      var collector = TargetCollector(
        path: path, column: name, request: told, isNamed: !request.targets.isEmpty, hasDecimalComma: false)
      for (row, place) in stride(from: start, to: array.count, by: step).enumerated() {
        try collector.take(text: array.text(place), line: row + 1, place: start + 1)
      }
      collectors.append((name, collector))
    }
    return collectors
  }

  /// The archive; nil for a file that is none.
  private static func archive(_ url: URL) throws(TabularDataError) -> ZipReader? {
    var limits = ZipLimits()
    (limits.entryBytes, limits.ratio, limits.harmless) = (4 << 30, 1_000, 64 << 20)
    do throws(ZipError) { return try ZipReader(contentsOf: url, limits: limits) } catch {
      switch error {
      case .notAnArchive: return nil
      case .cannotRead(let code): throw .unreadable(path: url.path, errorNumber: code)
      case .notRegular(let kind): throw .notRegular(path: url.path, kind: kind)
      case .tooLarge(let limit), .entryTooLarge(_, let limit): throw .tooLarge(path: url.path, limit: limit)
      default: throw .damagedArchive(path: url.path)
      }
    }
  }

  /// The one array of a file.
  private static func array(_ url: URL) throws(TabularDataError) -> NPYArray {
    var content = Data()
    var enough = 1 << 20
    try TabularData.read(url, limit: 4 << 30) { piece in
      // What does not begin as an array is not read to its end.
      guard !content.isEmpty || piece.first == 0x93 else {
        return .array(path: url.path, name: url.lastPathComponent, .damaged)
      }
      // What becomes of it takes it twice, and so does a longer one in place of it.
      if content.count + piece.count > enough {
        enough *= 2
        guard AvailableMemory.has(enough) else { return .unreadable(path: url.path, errorNumber: ENOMEM) }
        content.reserveCapacity(enough)
      }
      content.append(contentsOf: piece)
      return nil
    }
    guard AvailableMemory.has(content.count) else { throw .unreadable(path: url.path, errorNumber: ENOMEM) }
    do throws(ArrayError) { return try NPYArray(content) } catch {
      throw .array(path: url.path, name: url.lastPathComponent, error)
    }
  }

  /// A table of one array: numbers as they are, everything else as text.
  private static func table(
    _ array: NPYArray, path: String, _ request: TableRequest, progress: (_ samples: Int) -> Bool
  ) throws(TabularDataError) -> ReadTable {
    guard array.shape.count == 2, array.count > 0 else {
      throw .array(path: path, name: (path as NSString).lastPathComponent, .shape(array.shape))
    }
    let width = array.shape[1]
    func row(_ place: Int) -> [String] { (0..<width).map { array.text(place * width + $0) } }
    let first = array.holdsNumbers ? [] : (0..<min(1_000, array.shape[0])).map(row)
    let sniffed =
      array.holdsNumbers
      ? ColumnSniffer(numbers: width) : ColumnSniffer(first, header: false, hasDecimalComma: false)
    let plan = try TablePlan(sniffed, request: request, path: path)
    var assembly = TableAssembly(plan, request: request, path: path, hasDecimalComma: false)
    let written = (0..<width).filter { !array.holdsNumbers || !assembly.isNumber[$0] }
    var texts = [String](repeating: "", count: width)
    var numbers = [Double](repeating: 0, count: array.holdsNumbers ? width : 0)
    for place in 0..<array.shape[0] {
      array.numbers(from: place * width, into: &numbers)
      for column in written { texts[column] = array.text(place * width + column) }
      try assembly.take(texts: texts, line: place + 1, numbers: numbers.isEmpty ? nil : numbers)
      if place.isMultiple(of: 256), !progress(place) { throw .stopped }
    }
    return try assembly.finish()
  }
}
