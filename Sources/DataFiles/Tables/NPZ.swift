public import Foundation

/// Arrays as NumPy writes them: one with the samples, one with what is predicted.
extension ReadTable {
  /// Reads arrays of an archive (`.npz`), or one array (`.npy`) whose rows are a table.
  ///
  /// Samples are along the first axis. Of an archive the target is the array the request names, or the one called `y`,
  /// `target`, `label` or `labels`; the samples are the array `samples` names, or the only other one with as many rows. Of
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
      do throws(ZipError) { content = try archive.content(of: entry) } catch { throw .damagedArchive(path: path) }
      do throws(ArrayFault) { return try NPYArray(content) } catch {
        throw .array(path: path, name: name, error)
      }
    }
    var target: String?
    switch request.target {
    case .name(let name)?: target = name
    case .place(let place)?:
      throw .noSuchPart(path: path, kind: .array, wanted: "\(place)", known: names)
    case nil:
      target = request.schema?.target ?? names.first { ["y", "target", "label", "labels"].contains($0.lowercased()) }
    }
    guard let target else { throw .noSuchPart(path: path, kind: .array, wanted: nil, known: names) }
    let truths = try array(target)
    guard truths.shape.count == 1 || (truths.shape.count == 2 && truths.shape[1] == 1), truths.count > 0 else {
      throw .array(path: path, name: target, .shape(truths.shape))
    }
    let chosen: String
    if let samples {
      chosen = samples
    } else {
      var fitting: [String] = []
      for name in names where name != target {
        let shape = try array(name).shape
        if shape.count > 1, shape[0] == truths.shape[0] { fitting.append(name) }
      }
      guard fitting.count == 1 else {
        throw .noSuchPart(path: path, kind: .array, wanted: nil, known: names.filter { $0 != target })
      }
      chosen = fitting[0]
    }
    let own = try array(chosen)
    guard own.shape.count > 1, own.count > 0, !own.holdsTexts else {
      throw .array(path: path, name: chosen, own.holdsTexts ? .kind("text") : .shape(own.shape))
    }
    guard own.shape[0] == truths.shape[0] else {
      throw .counts(path: path, samples: own.shape[0], labels: truths.shape[0])
    }
    var told = request
    if let schema = request.schema { told.task = schema.isRegression ? .regression : .classification }
    var collector = TargetCollector(
      path: path, column: target, request: told, isNamed: request.target != nil, hasDecimalComma: false)
    for place in 0..<truths.count { try collector.take(text: truths.text(place), line: place + 1, place: 1) }
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
    self.init(
      data: TabularData(
        sampleShape: Array(own.shape.dropFirst()), truths: try collector.finish(), values: try numbers.finish()),
      report: TableReport(target: target, part: chosen))
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
    try TabularData.read(url, limit: 4 << 30) { piece in
      // What does not begin as an array is not read to its end.
      guard !content.isEmpty || piece.first == 0x93 else {
        return .array(path: url.path, name: url.lastPathComponent, .damaged)
      }
      content.append(contentsOf: piece)
      return nil
    }
    do throws(ArrayFault) { return try NPYArray(content) } catch {
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
      ? ColumnSniffing(numbers: width) : ColumnSniffing(first, header: false, hasDecimalComma: false)
    let plan = try TablePlan(sniffed, rows: first, request: request, path: path)
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
    return try assembly.finish(TableReport(target: assembly.targetName))
  }
}
