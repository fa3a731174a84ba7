import CommandLanguage
import DataFiles
import Experiments
import Figures
import Foundation
import Training

/// How a table is read, and what part of it is for training and what for testing.
struct TableArguments {
  static let shape = KeyedArgument(
    "shape", .placed(.list(.integer(1...100_000))), "Shape of a table's samples; IDX files state it themselves.")
  static let scale = KeyedArgument(
    "scale", .decimal(-1e6...1e6), "Factor of all numbers of a table; by default 1/255 for IDX, else 1.")
  static let split = KeyedArgument(
    "split", .placed(.list(.decimal(0...1))),
    "Shares of training and test samples; by default [2/3, 1/3] for generated hands.",
    usually: "[0.8, 0.2]")
  static let test = KeyedArgument("test", .path, "With csv=, sqlite= or npz=: another such file with the test samples.")

  private let shape: GivenValue<[Int]>?
  private let scale: Double?
  private let shares: [Double]
  private let seed: UInt64?
  private let test: CheckedValue?
  private let columns: TableColumnArguments

  /// Reads it from a statement's arguments.
  ///
  /// - Throws: `StatementDiagnostic.badSplit` for shares that are not two and at most 1 together.
  init(_ arguments: Arguments) throws {
    shape = arguments[Self.shape]
    scale = arguments[Self.scale]
    test = arguments[Self.test]
    seed = arguments[SampleArguments.seed]
    columns = TableColumnArguments(arguments)
    let split = arguments[Self.split]
    shares = split?.value ?? [0.8, 0.2]
    if let split, shares.count != 2 || shares[0] <= 0 || shares.reduce(0, +) > 1 + 1e-9 {
      throw Diagnostic(.badSplit(split.text), at: split.span)
    }
  }

  /// Reads a folder of IDX files: of a pair whose name begins with `t10k` or `test` the samples are for testing, beside
  /// another pair; a pair alone is split.
  ///
  /// - Throws: `SourceError.table`, `SourceError.tableShape`, `Interruption`.
  func readIDX(
    _ folder: URL, as name: String, at place: CheckedValue, in files: DataFolder, on context: CommandContext
  ) throws -> TableDataset {
    var waiting = TableWait(name: name, context: context)
    let pairs: [TabularData.IDXPair]
    do throws(TabularDataError) { pairs = try TabularData.idxPairs(in: folder) } catch {
      throw Diagnostic(.table(place.word, error), at: place.span)
    }
    let isTest = { (pair: TabularData.IDXPair) in pair.name.hasPrefix("t10k") || pair.name.hasPrefix("test") }
    let (train, test) = (pairs.first { !isTest($0) }, pairs.first(where: isTest))
    guard let first = train ?? test else {
      throw Diagnostic(.table(place.word, .noPairs(path: place.word)), at: place.span)
    }
    var room = files.tableRoom
    func read(_ pair: TabularData.IDXPair) throws -> TabularData {
      try waiting.read(place, count: \TabularData.count) { (progress) throws(TabularDataError) in
        try TabularData(idxSamples: pair.samples, labels: pair.labels, room: room, progress: progress)
      }
    }
    let data = try read(first)
    room = room.beside(data.isInFile ? 0 : data.byteCount)
    let other = train == nil ? nil : try test.map(read)
    waiting.finish()
    let division = seed.map { SampleDivision(shares: shares, seed: $0) }
    let parts = division.map { divide(data, $0, isDivided: other == nil) } ?? inOrder(data.count)
    return try dataset(
      name, files.short(folder), data, test: other, parts, scale: scale ?? 1 / 255, isPicture: true,
      room: files.tableRoom)
  }

  /// Reads a table with columns or arrays, and another one to test on where `test=` names one, which has the columns of the
  /// first.
  ///
  /// - Throws: as `readIDX`, and `FileError.missing`.
  func readTable(
    _ kind: TableKind, _ file: URL, as name: String, at place: CheckedValue, in files: DataFolder,
    on context: CommandContext
  ) throws -> TableDataset {
    var waiting = TableWait(name: name, context: context)
    var request = columns.request
    request.room = files.tableRoom
    func read(_ file: URL, _ place: CheckedValue) throws -> ReadTable {
      do {
        return try waiting.read(place, count: \ReadTable.data.count) { (progress) throws(TabularDataError) in
          switch kind {
          case .csv: try ReadTable(csv: file, request, progress: progress)
          case .npz: try ReadTable(npz: file, samples: columns.samples?.word, request, progress: progress)
          case .sqlite: try ReadTable(sqlite: file, table: columns.table?.word, request, progress: progress)
          }
        }
      } catch let error as Diagnostic {
        guard case .experiment(.source(.table(_, let fault))) = error.kind, let span = columns.blame(fault) else {
          throw error
        }
        throw Diagnostic(.table(place.word, fault), at: span)
      }
    }
    var table = try read(file, place)
    request.schema = table.schema
    request.room = request.room.beside(table.data.isInFile ? 0 : table.data.byteCount)
    (request.group, request.order) = (nil, nil)
    var other = try test.map { value in try read(files.file(value), value) }
    waiting.finish()
    let division = SampleDivision(shares: shares, seed: seed ?? 1)
    let parts =
      table.order.map { Parts.divide(inOrderOf: $0, shares: shares) }
      ?? divide(table.data, division, isDivided: other == nil)
    do throws(TabularDataError) {
      let source = table.data
      table.data = try source.filled(request.missing, by: parts.train, path: file.path)
      if let tested = other?.data {
        other?.data = try tested.filled(request.missing, as: source, by: parts.train, path: file.path)
      }
    } catch {
      throw Diagnostic(.table(place.word, error), at: place.span)
    }
    var dataset = try dataset(
      name, files.short(file), table.data, test: other?.data, parts, scale: scale ?? 1, isPicture: false,
      room: files.tableRoom)
    dataset.report = table.report
    dataset.division = other == nil && table.order == nil ? division : nil
    return dataset
  }

  /// Digits, flowers or houses that are drawn. Digits stay in their order, as IDX files do.
  ///
  /// - Throws: `SourceError.tableShape`.
  func readDrawn(_ sample: SampleArguments, as name: String) throws -> TableDataset {
    if let table = sample.table(), let target = sample.target {
      let division = SampleDivision(shares: shares, seed: seed ?? 1)
      var drawn = try dataset(
        name, sample.source, table, test: nil, divide(table, division, isDivided: true), scale: scale ?? 1,
        isPicture: false, room: nil)
      (drawn.report, drawn.division) = (TableReport(targets: [target]), division)
      return drawn
    }
    let data = sample.digits()
    return try dataset(
      name, sample.source, data, test: nil, inOrder(data.count), scale: scale ?? 1 / 255, isPicture: true, room: nil)
  }

  /// The first samples to train, the last to test on.
  private func inOrder(_ count: Int) -> (train: [Int], test: [Int]) {
    Parts.divide(inOrderOf: (0..<count).map(Double.init), shares: shares)
  }

  /// The samples to train and to test on, by lot.
  private func divide(
    _ data: TabularData, _ division: SampleDivision, isDivided: Bool
  ) -> (train: [Int], test: [Int]) {
    guard isDivided else { return (Array(0..<data.count), []) }
    var classes: [Int]?
    if case .classes(_, let codes) = data.truths { classes = codes.map(Int.init) }
    return Parts.divide(
      data.count, classes: classes, groups: data.groups?.map(Int.init), shares: division.shares,
      seeds: SeedPlan(seed: division.seed ?? 1))
  }

  private func dataset(
    _ name: String, _ source: String, _ data: TabularData, test: TabularData?, _ parts: (train: [Int], test: [Int]),
    scale: Double, isPicture: Bool, room: TableRoom?
  ) throws -> TableDataset {
    let data = try shaped(data, name, isPicture: isPicture)
    var splits = [TableSplit(name: "train", data: data, places: test == nil ? parts.train : Array(0..<data.count))]
    if let test {
      let shapedTest = try shaped(test, name, isPicture: isPicture)
      splits.append(TableSplit(name: "test", data: shapedTest, places: Array(0..<shapedTest.count)))
    } else if !parts.test.isEmpty {
      splits.append(TableSplit(name: "test", data: data, places: parts.test))
    }
    return TableDataset(
      name: name, source: source, labels: data.classes, scale: Float(scale), splits: splits,
      room: splits.contains(where: \.data.isInFile) ? room : nil)
  }

  /// The samples in the shape wanted; pictures of one channel as [1, H, W] unless said.
  private func shaped(_ data: TabularData, _ name: String, isPicture: Bool) throws -> TabularData {
    var wanted = shape?.value
    if wanted == nil, isPicture, data.sampleShape.count == 2 { wanted = [1] + data.sampleShape }
    guard let wanted else { return data }
    guard let reshaped = data.reshaped(wanted) else {
      throw Diagnostic(.tableShape(name, wanted: wanted, length: data.sampleLength), at: shape?.span)
    }
    return reshaped
  }
}
