import CommandLanguage
import DataFiles
import Experiments
import Figures
import Foundation

/// How a table is read, and what part of it is for training and what for testing.
struct TableReading {
  static let shape = KeyedArgument(
    "shape", .placed(.list(.integer(1...100_000))), "Shape of a table's samples; IDX files state it themselves.")
  static let scale = KeyedArgument(
    "scale", .decimal(-1e6...1e6), "Factor of every number of a table; 1/255 for IDX, else 1.")
  static let split = KeyedArgument(
    "split", .placed(.list(.decimal(0...1))),
    "The shares of a table to train and to test on, first and last; of drawn hands [2/3, 1/3].",
    usually: "[0.8, 0.2]")
  static let test = KeyedArgument("test", .path, "With csv=: another table, to test on.")

  private let shape: GivenValue<[Int]>?
  private let scale: Double?
  private let shares: [Double]
  private let test: CheckedValue?

  /// Reads it from a statement's arguments.
  ///
  /// - Throws: `StatementFact.badSplit` for shares that are not two and at most 1 together.
  init(_ arguments: Arguments) throws {
    shape = arguments[Self.shape]
    scale = arguments[Self.scale]
    test = arguments[Self.test]
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
    _ folder: URL, as name: String, at place: CheckedValue, in files: DataFolder, on stage: Stage
  ) throws -> TableDataset {
    var waiting = TableWaiting(name: name, stage: stage)
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
      try waiting.read(place) { (progress) throws(TabularDataError) in
        try TabularData(idxSamples: pair.samples, labels: pair.labels, room: room, progress: progress)
      }
    }
    let data = try read(first)
    room = room.beside(data.isInFile ? 0 : data.byteCount)
    let other = train == nil ? nil : try test.map(read)
    waiting.finish()
    return try dataset(
      name, files.short(folder), data, test: other, scale: scale ?? 1 / 255, isPicture: true, room: files.tableRoom)
  }

  /// Reads a table in text, and another one to test on where `test=` names one.
  ///
  /// - Throws: as `readIDX`, and `FileError.missing`.
  func readCSV(
    _ file: URL, as name: String, at place: CheckedValue, in files: DataFolder, on stage: Stage
  ) throws -> TableDataset {
    var waiting = TableWaiting(name: name, stage: stage)
    var room = files.tableRoom
    func read(_ file: URL, _ place: CheckedValue) throws -> TabularData {
      try waiting.read(place) { (progress) throws(TabularDataError) in
        try TabularData(csv: file, room: room, progress: progress)
      }
    }
    let data = try read(file, place)
    room = room.beside(data.isInFile ? 0 : data.byteCount)
    let other = try test.map { value in try read(files.file(value), value) }
    waiting.finish()
    return try dataset(
      name, files.short(file), data, test: other, scale: scale ?? 1, isPicture: false, room: files.tableRoom)
  }

  /// Digits that are drawn.
  ///
  /// - Throws: `SourceError.tableShape`.
  func readDrawn(_ sample: SampleReading, as name: String) throws -> TableDataset {
    try dataset(name, sample.source, sample.digits(), test: nil, scale: scale ?? 1 / 255, isPicture: true, room: nil)
  }

  private func dataset(
    _ name: String, _ source: String, _ data: TabularData, test: TabularData?, scale: Double, isPicture: Bool,
    room: TableRoom?
  ) throws -> TableDataset {
    let data = try shaped(data, name, isPicture: isPicture)
    let labels = data.classes
    var splits: [TableSplit] = []
    if let test {
      let shapedTest = try shaped(test, name, isPicture: isPicture)
      splits = [
        TableSplit(name: "train", data: data, places: Array(0..<data.count)),
        TableSplit(name: "test", data: shapedTest, places: Array(0..<shapedTest.count)),
      ]
    } else {
      let first = min(data.count, Int((shares[0] * Double(data.count)).rounded()))
      let last = min(data.count - first, Int((shares[1] * Double(data.count)).rounded()))
      splits = [TableSplit(name: "train", data: data, places: Array(0..<first))]
      if last > 0 {
        splits.append(TableSplit(name: "test", data: data, places: Array(data.count - last..<data.count)))
      }
    }
    return TableDataset(
      name: name, source: source, labels: labels, scale: Float(scale), splits: splits,
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
