import Testing

/// One case, as the index describes it. What only some kinds have is optional.
struct FixtureCase: Decodable, Sendable, CustomTestStringConvertible {
  /// A tensor in a file of raw little-endian numbers.
  struct Stored: Decodable, Sendable {
    let name: String
    let shape: [Int]
    let dtype: String
    let offset: Int
    let count: Int
  }

  struct Storage: Decodable, Sendable {
    let file: String
    let tensors: [Stored]
  }

  /// A tensor of another case's file.
  struct Reference: Decodable, Sendable {
    let file: String
    let tensor: String
    let first: Int?
  }

  /// Entries of the collection of handwritten digits.
  struct Source: Decodable, Sendable {
    let file: String
    let first: Int
    let count: Int
  }

  /// What stands for a large parameter: its sum and its first numbers.
  struct Digest: Decodable, Sendable {
    let sum: Double
    let head: [Float]
  }

  struct Photo: Decodable, Sendable {
    let split: String
    let label: String
    let file: String
  }

  struct Photos: Decodable, Sendable {
    let first: Int
    let count: Int
    let labels: [FixtureLabel]?
  }

  /// What the nearest neighbours of a query should say.
  struct Answer: Decodable, Sendable {
    struct Near: Decodable, Sendable {
      let index: Int
      let distance: Double
    }

    let label: FixtureLabel
    let probabilities: FixtureProbabilities?
    let neighbors: [Near]?
  }

  var name = ""
  var kind = ""
  var model = ""
  var data: Storage?
  var decoded: Storage?
  var inputs: [String]?
  var outputs: [String]?
  var float32_spread: FixtureSpread?
  var input_data: Reference?
  var input_source: Source?
  var predicted: [FixtureLabel]?
  var labels: [FixtureLabel]?
  var optimizer: String?
  var lr: Double?
  var lr_per_step: [Double]?
  var momentum: Double?
  var beta1: Double?
  var beta2: Double?
  var eps: Double?
  var epochs: Int?
  var batch: Int?
  var samples: Int?
  var target: FixtureTargets?
  var losses: [Double]?
  var loss_before_full: Double?
  var loss_after_full: Double?
  var updated: [String]?
  var digest: [String: Digest]?
  var weighting: String?
  var index: String?
  var `default`: FixtureLabel?
  var neighbors: Int?
  var expect: [Answer]?
  var expect_by_k: [String: [Answer]]?
  var new_labels: [FixtureLabel]?
  var all_labels: [FixtureLabel]?
  var update: Photos?
  var predict: Photos?
  var photos: [Photo]?

  var testDescription: String { name }

  /// Stands for a case of the index that is not what this file describes.
  static func unreadable(_ reason: String) -> FixtureCase {
    var result = FixtureCase()
    result.name = reason
    result.kind = "unreadable"
    return result
  }

  /// How far a quantity may lie from the reference.
  func tolerance(_ quantity: String = "") -> Double { float32_spread?.tolerance(quantity) ?? 1e-6 }
}

/// How far a single-precision run lies from the reference: [absolute, relative], or a number per quantity.
enum FixtureSpread: Decodable, Sendable {
  case pair([Double])
  case named([String: Double])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let pair = try? container.decode([Double].self) {
      self = .pair(pair)
    } else {
      self = .named(try container.decode([String: Double].self))
    }
  }

  /// Ten times that distance, at least a millionth.
  func tolerance(_ name: String) -> Double {
    switch self {
    case .pair(let pair): max(10 * (pair.first ?? 0), 1e-6)
    case .named(let named): max(10 * (named[name] ?? 0), 1e-6)
    }
  }
}

/// A class label, a text or a whole number.
struct FixtureLabel: Decodable, Sendable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    text = try (try? container.decode(String.self)) ?? String(container.decode(Int.self))
  }
}

/// Labels with their probabilities: pairs in the model's order, or an object in none.
struct FixtureProbabilities: Decodable, Sendable {
  private struct Pair: Decodable {
    let label: String
    let probability: Double

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      label = try list.decode(FixtureLabel.self).text
      probability = try list.decode(Double.self)
    }
  }

  let byLabel: [String: Double]
  /// The labels in the model's order, where the index gives one.
  let order: [String]?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let pairs = try? container.decode([Pair].self) {
      byLabel = Dictionary(pairs.map { ($0.label, $0.probability) }) { first, _ in first }
      order = pairs.map(\.label)
    } else {
      byLabel = try container.decode([String: Double].self)
      order = nil
    }
  }
}

/// What a mini-batch's outputs should have been.
enum FixtureTargets: Decodable, Sendable {
  case classes([Int])
  case values([[Float]])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let classes = try? container.decode([Int].self) {
      self = .classes(classes)
    } else if let numbers = try? container.decode([Float].self) {
      self = .values(numbers.map { [$0] })
    } else {
      self = .values(try container.decode([[Float]].self))
    }
  }
}
