import Tensors

/// Tables that are drawn: measurements made up from a seed, on every machine the same.
public struct DrawnTable: Sendable {
  /// What they are about.
  public enum Theme: Sendable {
    /// Flowers of three kinds by their measures, of which one is in a larger unit than the others and tells little.
    case flowers
    /// Houses by area, rooms, age, distance and heating, with a price that is no sum of them.
    case houses
  }

  /// A column: its texts, or none where it holds numbers.
  public struct Column: Sendable, Equatable {
    /// What it is called.
    public let name: String
    /// Its texts; empty where it holds numbers.
    public let texts: [String]
  }

  /// What they are about.
  public let subject: Theme
  /// The seed all rows are drawn from.
  public let seed: UInt64

  /// A table of a seed.
  public init(_ subject: Theme, seed: UInt64) { (self.subject, self.seed) = (subject, seed) }

  /// The kinds of flowers; none of houses.
  public var classes: [String] { subject == .flowers ? ["daisy", "marigold", "zinnia"] : [] }

  /// What is predicted.
  public var target: String { subject == .flowers ? "kind" : "price" }

  /// What it is predicted from.
  public var columns: [Column] {
    switch subject {
    case .flowers:
      [
        Column(name: "petals", texts: []), Column(name: "width", texts: []), Column(name: "stem", texts: []),
        Column(name: "height", texts: []), Column(name: "colour", texts: ["white", "yellow", "orange"]),
      ]
    case .houses:
      [
        Column(name: "area", texts: []), Column(name: "rooms", texts: []), Column(name: "age", texts: []),
        Column(name: "distance", texts: []), Column(name: "heating", texts: ["gas", "oil", "district"]),
      ]
    }
  }

  /// A row, counted from 0: what is to be predicted, the place among the classes or a number, and a number for each column,
  /// of a text its place among the texts. Every three consecutive flowers are one of each kind.
  public func row(_ number: Int) -> (truth: Float, values: [Float]) {
    var generator = SeededGenerator(seed: seed &* 9_176_263 &+ UInt64(number) &* 6_151 &+ 11)
    func between(_ lower: Double, _ upper: Double) -> Double { generator.between(lower, upper) }
    // The sum of four even draws is near enough to a bell.
    func around(_ mean: Double, _ spread: Double) -> Double {
      mean + spread * (between(-1, 1) + between(-1, 1) + between(-1, 1) + between(-1, 1))
    }
    func rounded(_ value: Double, _ step: Double) -> Float { Float((value / step).rounded() * step) }
    switch subject {
    case .flowers:
      let kind = number % 3
      let petals = around([21, 26, 30][kind], 2.4).rounded()
      let width = rounded(around([3.1, 4.2, 4.6][kind], 0.35), 0.1)
      let stem = rounded(around([1.9, 2.6, 2.2][kind], 0.25), 0.1)
      let height = around([410, 430, 450][kind], 60).rounded()
      let likely = between(0, 1) < 0.6
      let colour = likely ? kind : Int(between(0, 2.999))
      return (Float(kind), [Float(petals), width, stem, Float(height), Float(colour)])
    case .houses:
      let area = between(35, 210).rounded()
      let rooms = max(1, (area / 26 + between(-1, 1)).rounded())
      let age = between(0, 90).rounded()
      let distance = rounded(between(0.2, 25), 0.1)
      let heating = Int(between(0, 2.999))
      let place = 1 + 2.4 / (1 + Double(distance) / 4)
      let state = 1 - 0.006 * min(age, 60) + (age > 75 ? 0.15 : 0)
      let price = area * 1_400 * place * state + rooms * 4_000 + Double(heating) * 6_000 + around(0, 9_000)
      return (Float((price / 100).rounded() * 100), [Float(area), Float(rooms), Float(age), distance, Float(heating)])
    }
  }
}
