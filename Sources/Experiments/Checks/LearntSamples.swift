import Foundation

/// Which samples a model has learnt from: photos by their files as they were, samples of tables by their places.
public struct LearntSamples: Sendable, Equatable, Codable {
  /// The photos' digests, sorted.
  private var photos: [UInt64] = []
  /// The places in each table: where ranges begin and end, sorted.
  private var tables: [String: [Int]] = [:]

  /// None.
  public init() {}

  /// Adds photos.
  public mutating func add(_ new: [Photo]) { photos = Set(photos + new.map(Self.digest)).sorted() }

  /// Adds samples of a table, which is told from others by a text.
  public mutating func add(_ places: [Int], of table: String) {
    add(IndexSet(places), of: table)
  }

  private mutating func add(_ places: IndexSet, of table: String) {
    guard !places.isEmpty else { return }
    tables[table] = known(of: table).union(places).rangeView.flatMap { [$0.lowerBound, $0.upperBound] }
  }

  /// Adds all that others are.
  public mutating func add(_ others: LearntSamples) {
    photos = Set(photos + others.photos).sorted()
    for table in others.tables.keys { add(others.known(of: table), of: table) }
  }

  /// Which of some photos are among them.
  public func contains(_ wanted: [Photo]) -> [Bool] {
    let known = Set(photos)
    return wanted.map { known.contains(Self.digest($0)) }
  }

  /// Which of some samples of a table are among them.
  public func contains(_ places: [Int], of table: String) -> [Bool] {
    let known = known(of: table)
    return places.map { known.contains($0) }
  }

  private func known(of table: String) -> IndexSet {
    let bounds = tables[table] ?? []
    var known = IndexSet()
    for place in stride(from: 0, to: bounds.count - 1, by: 2)
    where 0 <= bounds[place] && bounds[place] < bounds[place + 1] {
      known.insert(integersIn: bounds[place]..<bounds[place + 1])
    }
    return known
  }

  private static func digest(_ photo: Photo) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add("\(photo.url.path(percentEncoded: false)) \(photo.stamp.size) \(photo.stamp.changed)")
    return fingerprint.value
  }
}
