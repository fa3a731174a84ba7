import Tensors

/// What is behind a hand.
struct Backdrop {
  private enum Kind: CaseIterable { case wall, planks, tiles, cloth, leaves, shelf }

  private let kind: Kind
  private let colours: (Colour, Colour)
  private var share: LayeredNoiseWalk
  private var grain: LayeredNoiseWalk
  private var titles: NoiseWalk
  private let angle: Angle
  private let scale: Double

  private static let palettes: [(Int, Int)] = [
    (0xE8E4DC, 0xC9C2B5), (0xB98A5E, 0x8C6239), (0xA9BCC6, 0x7F97A3), (0x7C8B6F, 0x4F6045), (0xD9C3B0, 0xB59A84),
    (0x5C6B80, 0x3E4A5C), (0xC7B7C9, 0x9885A0), (0xD8D2A8, 0xA89E6C), (0x8A8F94, 0x5F6468), (0xE6D0D0, 0xBF9292),
  ]

  /// Draws one of many.
  init(from generator: inout SeededGenerator) {
    kind = Kind.allCases[generator.below(Kind.allCases.count)]
    let palette = Self.palettes[generator.below(Self.palettes.count)]
    colours = (Colour(hex: palette.0), Colour(hex: palette.1))
    let noise = Noise(seed: generator.next())
    (share, grain, titles) = (LayeredNoiseWalk(noise), LayeredNoiseWalk(noise), NoiseWalk(noise))
    angle = Angle(degrees: generator.between(-25, 25))
    scale = generator.between(0.7, 1.5)
  }

  /// The colour at a place of the picture, both from 0 to 1.
  mutating func colour(_ x: Double, _ y: Double) -> Colour {
    let place = Point3(x - 0.5, y - 0.5).turned(by: angle) * scale
    let grain = grain.four(x * 9, y * 9) * 0.06
    return colours.0.mixed(with: colours.1, min(max(share(of: place) + grain, 0), 1))
  }

  /// How much of the second colour there is at a place.
  private mutating func share(of place: Point3) -> Double {
    switch kind {
    case .wall: 0.35 + place.y * 0.5 + share.four(place.x * 2, place.y * 2) * 0.3
    case .planks:
      Self.line(place.x * 5, 0.03) * 0.7 + 0.3
        + share.four(Self.floor(place.x * 5) * 7 + place.x * 16, place.y * 2.2) * 0.55
    case .tiles: max(Self.line(place.x * 5, 0.04), Self.line(place.y * 5, 0.04)) * 0.8 + 0.1
    case .cloth:
      0.5 + 0.35 * Self.wave(place.x * 22) * Self.wave(place.y * 22) + share.four(place.x * 3, place.y * 3) * 0.5
    case .leaves: share.three(place.x * 5 + 3, place.y * 5) > 0.02 ? 0.85 : 0.15
    case .shelf: (place.y * 3 - Self.floor(place.y * 3) < 0.08 ? 1 : 0.2) + books(place) * 0.6
    }
  }

  private mutating func books(_ place: Point3) -> Double {
    titles.at(Self.floor(place.x * 16) * 3.7, Self.floor(place.y * 3) * 5.3)
  }

  private static func floor(_ x: Double) -> Double { Double(wholeBelow(x)) }

  /// 1 on the lines between whole numbers, 0 elsewhere.
  private static func line(_ place: Double, _ width: Double) -> Double {
    let rest = place - floor(place)
    return rest < width || rest > 1 - width ? 1 : 0
  }

  /// A wave from −1 to 1, made of parabolas.
  private static func wave(_ place: Double) -> Double {
    let rest = place - floor(place)
    return rest < 0.5 ? 16 * rest * (0.5 - rest) : -16 * (rest - 0.5) * (1 - rest)
  }
}
