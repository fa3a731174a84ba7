/// Two photos that show the same picture: a copy, another size or compression of it, slightly cut, or mirrored.
public struct DuplicatePair: Sendable, Equatable {
  /// Their places among the photos looked at, the earlier first.
  public let first: Int, second: Int
  /// How far their small copies are apart, 0…1.
  public let distance: Double
  /// Whether one is the other mirrored left to right.
  public let isMirrored: Bool

  /// Up to here two pictures are the same but for rounding.
  public static let nothing = 0.012
  /// Up to here they may be, where this is little beside what either picture itself holds.
  public static let little = 0.04
  private static let shareOfContrast = 0.25

  /// All pairs among some photos, in order.
  ///
  /// Small copies are as far apart as their means at least, so that only photos of about the same mean are compared.
  ///
  /// - Parameters:
  ///   - looks: What they look like.
  ///   - goesOn: Asked for every photo whether to go on; those found until then are given back in any case.
  /// - Returns: The pairs, in order.
  public static func found(among looks: [PerceptualHash], while goesOn: () -> Bool = { true }) -> [DuplicatePair] {
    let order = looks.indices.sorted { (looks[$0].mean, $0) < (looks[$1].mean, $1) }
    let pairs = order.indices.flatMap { rank in
      var found: [DuplicatePair] = []
      guard goesOn() else { return found }
      for other in order[(rank + 1)...] {
        guard looks[other].mean - looks[order[rank]].mean <= little else { break }
        if let pair = DuplicatePair(order[rank], other, of: looks) { found.append(pair) }
      }
      return found
    }
    return pairs.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  /// States a pair.
  public init(first: Int, second: Int, distance: Double, isMirrored: Bool) {
    (self.first, self.second, self.distance, self.isMirrored) = (first, second, distance, isMirrored)
  }

  private init?(_ one: Int, _ other: Int, of looks: [PerceptualHash]) {
    (first, second) = (min(one, other), max(one, other))
    let (a, b) = (looks[first], looks[second])
    let most = max(Self.nothing, min(Self.little, Self.shareOfContrast * min(a.contrast, b.contrast)))
    let plain = a.distance(to: b)
    let mirrored = plain <= most ? plain : a.distance(to: b, mirrored: true)
    guard min(plain, mirrored) <= most else { return nil }
    (distance, isMirrored) = (min(plain, mirrored), plain > most)
  }
}
