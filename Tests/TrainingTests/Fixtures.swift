import Foundation
import Tensors
import TestSupport
import Testing
import Training

/// The reference cases in the shared folder: an index, and beside it raw little-endian numbers.
enum Fixtures {
  /// One case of the index.
  struct Case {
    let fields: [String: Any]

    var name: String { fields["name"] as? String ?? "" }
    func text(_ key: String) -> String { fields[key] as? String ?? "" }

    /// One of the case's tensors.
    func tensor(_ name: String) -> Tensor? {
      guard let data = fields["data"] as? [String: Any], let file = data["file"] as? String,
        let entries = data["tensors"] as? [[String: Any]],
        let entry = entries.first(where: { $0["name"] as? String == name }),
        let shape = entry["shape"] as? [Int], let offset = entry["offset"] as? Int,
        let bytes = Shared.file("fixtures/\(file)").flatMap({ try? Data(contentsOf: $0) })
      else { return nil }
      let count = shape.reduce(1, *)
      let values = bytes.dropFirst(offset).prefix(count * 4).withUnsafeBytes { raw in
        (0..<count).map {
          Float(bitPattern: UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)))
        }
      }
      return Tensor(shape: shape, values: values)
    }
  }

  /// Whether the cases are there.
  static let areThere = Shared.file("fixtures/index.json") != nil

  /// Every case of a kind.
  static func cases(_ kind: String) -> [Case] {
    all.filter { $0.text("kind") == kind }
  }

  /// The case of a name.
  static func named(_ name: String) -> Case? { all.first { $0.name == name } }

  private static var all: [Case] {
    guard let url = Shared.file("fixtures/index.json"), let text = try? String(contentsOf: url, encoding: .utf8),
      let index = try? JSONSerialization.jsonObject(
        // Python writes infinities bare, which is no JSON.
        with: Data(text.replacingOccurrences(of: " Infinity", with: " 1e308").utf8)) as? [String: Any],
      let cases = index["cases"] as? [[String: Any]]
    else { return [] }
    return cases.map(Case.init)
  }
}

/// The articles' 45 photos as the reference run saw them: 1000 features each. Where they are not there, as many rows drawn from a
/// seed: of each class ten to train on and five to test on, which differ more among themselves than the classes do.
struct Gestures {
  let train: Tensor, test: Tensor
  let trainLabels: [String], testLabels: [String]
  static let labels = ["✊", "✋", "✌\u{FE0F}"]

  /// Whether they are the articles'.
  static let areReal = Fixtures.areThere

  /// What is expected of the one and of the other.
  static func expected<Value>(real: Value, drawn: Value) -> Value { areReal ? real : drawn }

  init() throws {
    if Gestures.areReal { self = try #require(Gestures.real) } else { self = Gestures.drawn }
  }

  private init(_ train: (Tensor, [String]), _ test: (Tensor, [String])) {
    (self.train, trainLabels) = train
    (self.test, testLabels) = test
  }

  private static var real: Gestures? {
    guard let fixture = Fixtures.named("gesture_features"), let features = fixture.tensor("features"),
      let photos = fixture.fields["photos"] as? [[String: String]]
    else { return nil }
    func split(_ name: String) -> (Tensor, [String]) {
      let rows = photos.indices.filter { photos[$0]["split"] == name }
      let values = rows.flatMap { features.row($0) }
      return (Tensor(shape: [rows.count, 1000], values: values), rows.map { photos[$0]["label"] ?? "" })
    }
    return Gestures(split("train"), split("test"))
  }

  /// Means and spreads are about those of SqueezeNet's features. Most of what photos of a class differ by is common to many
  /// features, as the light and the place of a hand are.
  private static let drawn: Gestures = {
    var generator = SeededGenerator(seed: 2)
    func row(_ least: Float, _ most: Float) -> [Float] { (0..<1000).map { _ in generator.uniform(least, most) } }
    let mean = row(4, 20)
    let classes = labels.map { _ in row(-1.6, 1.6) }
    let factors = (0..<6).map { _ in row(-3.9, 3.9) }
    func split(_ count: Int) -> (Tensor, [String]) {
      var values: [Float] = []
      for own in classes {
        for _ in 0..<count {
          let strengths = factors.map { _ in generator.uniform(-1, 1) }
          let noise = row(-3.5, 3.5)
          for feature in 0..<1000 {
            let common = zip(strengths, factors).reduce(Float(0)) { $0 + $1.0 * $1.1[feature] }
            values.append(mean[feature] + own[feature] + common + noise[feature])
          }
        }
      }
      let names = labels.flatMap { [String](repeating: $0, count: count) }
      return (Tensor(shape: [names.count, 1000], values: values), names)
    }
    return Gestures(split(10), split(5))
  }()
}
