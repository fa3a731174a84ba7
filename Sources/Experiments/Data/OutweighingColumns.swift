import DataFiles
import Tensors
public import Training

/// The few columns of a table that outweigh all others by their unit, such as an income beside a number of children: distances between
/// samples are almost those of these columns, and a network learns from little else.
public struct OutweighingColumns: Sendable, Equatable {
  /// What they are called, the heaviest first.
  public let names: [String]
  /// Their share of the squares of all columns, 0.95 … 1.
  public let share: Double
  /// How many columns the table has.
  public let columns: Int

  /// The share from which on the other columns hardly count.
  private static let leastShare = 0.95
  /// As many samples, spread over a table, tell its columns' spreads as well as all.
  private static let mostSamples = 4096

  /// Looks at a table's columns; nil where no third of them outweighs the others, or where its numbers are not columns.
  ///
  /// - Parameters:
  ///   - table: The samples to learn from.
  ///   - metric: How they are compared: a Euclidean distance is made of the squares of differences, and the angle of the squares of
  ///     the numbers themselves.
  /// - Throws: `SourceError.table` where numbers that are kept in a file cannot be read back.
  public init?(of table: TableSelection, by metric: DistanceMetric = .euclidean) throws(ExperimentError) {
    let columns = table.dataset.columns
    let width = columns.reduce(0) { $0 + $1.width }
    guard columns.count > 1, table.dataset.sampleShape == [width], table.count > 1 else { return nil }
    let count = min(table.count, Self.mostSamples)
    let samples = try table.tensor((0..<count).map { $0 * table.count / count }).values
    var squares: [(name: String, sum: Double)] = []
    var start = 0
    for column in columns {
      let sums = (start..<start + column.width).map { Self.squares(samples, $0, of: width, metric) }
      squares.append((column.name, sums.reduce(0, +)))
      start += column.width
    }
    let all = squares.reduce(0) { $0 + $1.sum }
    guard all > 0, all.isFinite else { return nil }
    let heavy = squares.sorted { $0.sum > $1.sum }.prefix(max(1, columns.count / 3))
    var sum = 0.0
    let needed = heavy.prefix { column in
      defer { sum += column.sum }
      return sum < Self.leastShare * all
    }
    guard sum >= Self.leastShare * all else { return nil }
    names = needed.map(\.name)
    share = sum / all
    self.columns = columns.count
  }

  /// The sum of the squares of one number of each sample, for distances of its differences from the mean.
  private static func squares(_ samples: [Float], _ place: Int, of width: Int, _ metric: DistanceMetric) -> Double {
    let values = stride(from: place, to: samples.count, by: width).map { Double(samples[$0]) }
    let middle = metric == .cosine ? 0 : values.reduce(0, +) / Double(values.count)
    return values.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
  }
}
