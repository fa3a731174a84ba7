import CommandLanguage
import DataFiles
import Experiments
import Foundation
import Language
import Samples
import Training

/// Drawn data, as `sample=` names them, and how much of them is wanted.
struct SampleArguments {
  /// What can be drawn.
  enum Sample: String, CaseIterable {
    /// Photos of hands.
    case hands
    /// Digits as MNIST has them.
    case digits
    /// Flowers of three kinds by their measures.
    case flowers
    /// Houses with their prices.
    case houses

    /// What table it is; nil of pictures.
    var subject: DrawnTable.Theme? {
      switch self {
      case .hands, .digits: nil
      case .flowers: .flowers
      case .houses: .houses
      }
    }
  }

  static let count = KeyedArgument(
    "count", .placed(.integer(1...10_000)),
    "With sample=: samples per class; by default 15 hands, 1,000 digits, 100 flowers, or 300 houses in total."
  )
  static let seed = KeyedArgument(
    "seed", .seed,
    "Random seed of generated samples and of splits; by default 1, and no shuffling of IDX files.")

  /// The classes of hands unless others are wanted: those of the articles.
  static let defaultHands: [Gesture] = [.rock, .paper, .scissors]
  /// How many photos or digits a class has unless said.
  static let defaultCounts: [Sample: Int] = [.hands: 15, .digits: 1_000, .flowers: 100, .houses: 300]

  /// What is drawn.
  let kind: Sample
  /// The classes of hands, in the order wanted.
  let gestures: [Gesture]
  private let seed: UInt64
  private let count: Int
  private let shares: [Double]

  /// Reads a statement's arguments.
  ///
  /// - Throws: `DataDiagnostic.Drawn.noSuchGesture`, `DataDiagnostic.Drawn.tooManyDrawn`, `SourceError.photoFolder` for a class that is named twice.
  init(_ kind: Sample, labels: [CheckedValue], _ arguments: Arguments) throws {
    self.kind = kind
    seed = arguments[Self.seed] ?? 1
    let count = arguments[Self.count]
    self.count = count?.value ?? Self.defaultCounts[kind, default: 1]
    if kind == .hands, let count, count.value > DrawnHandsFolder.mostPhotos {
      throw Diagnostic(.data(.drawn(.tooManyDrawn(count.value, limit: DrawnHandsFolder.mostPhotos))), at: count.span)
    }
    shares = arguments[TableArguments.split]?.value ?? (kind == .hands ? [2 / 3, 1 / 3] : [0.8, 0.2])
    var gestures: [Gesture] = []
    for label in labels {
      guard let gesture = Gesture(label.word) else {
        throw Diagnostic(.data(.drawn(.noSuchGesture(label.word))), at: label.span)
      }
      guard !gestures.contains(gesture) else {
        throw Diagnostic(.photoFolder(.sameLabel(gesture.rawValue, label.word)), at: label.span)
      }
      gestures.append(gesture)
    }
    self.gestures = gestures.isEmpty ? Self.defaultHands : gestures
  }

  /// The classes of hands, as their folders are called.
  var labels: [String] { gestures.map(\.rawValue) }

  /// The hands wanted, in their folder.
  func hands(in samples: URL) -> DrawnHandsFolder {
    let train = min(count, max(1, Int((shares[0] * Double(count)).rounded())))
    let test = min(count - train, Int((shares[1] * Double(count)).rounded()))
    return DrawnHandsFolder(seed: seed, train: train, test: test, in: samples)
  }

  /// Draws digits, ten times as many as each has.
  func digits() -> TabularData {
    let digits = DrawnDigits(seed: seed)
    var (labels, bytes): ([String], [UInt8]) = ([], [])
    bytes.reserveCapacity(count * 10 * DrawnDigits.side * DrawnDigits.side)
    for drawn in Parallel.map(count, { ten in (0..<10).map { digits.sample(ten * 10 + $0) } }) {
      for (digit, pixels) in drawn {
        labels.append(String(digit))
        bytes += pixels
      }
    }
    return TabularData(sampleShape: [DrawnDigits.side, DrawnDigits.side], labels: labels, bytes: bytes)
  }

  /// Draws a table: flowers, as many as wanted of each kind, or houses.
  func table() -> TabularData? {
    guard let subject = kind.subject else { return nil }
    let drawn = DrawnTable(subject, seed: seed)
    let rows = (0..<count * max(1, drawn.classes.count)).map(drawn.row)
    let truths: TableTruths =
      drawn.classes.isEmpty
      ? .numbers(rows.map(\.truth)) : .classes(names: drawn.classes, codes: rows.map { Int32($0.truth) })
    let columns = drawn.columns.map {
      TableColumn(name: $0.name, kind: $0.texts.isEmpty ? .number : .categories($0.texts))
    }
    return TabularData(columns: columns, truths: truths, floats: rows.flatMap(\.values))
  }

  /// What is predicted of a table; nil of pictures.
  var target: String? { kind.subject.map { DrawnTable($0, seed: seed).target } }

  /// What they are from, for people.
  var source: String { "drawn \(kind.rawValue), seed \(seed)" }
}
