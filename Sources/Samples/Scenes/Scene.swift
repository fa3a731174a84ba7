import Tensors

/// One photo that could have been taken: a body, light, what is behind it, and how the camera was held.
struct Scene {
  /// The body, in shares of the picture's side, y downwards.
  let limbs: [Limb]
  let skin: Colour
  let sleeve: Colour
  let light: Point3
  let warmth: Colour
  let exposure: Double
  let backdrop: Backdrop
  /// How far the camera was out of focus, in pixels of a picture 224 wide.
  let blur: Int
  let grain: Double
  let noise: Noise

  private static let skins = [0xF3CFB3, 0xE8B894, 0xD9A077, 0xC28560, 0xA56A45, 0x80502F, 0x5E3A24]
  private static let sleeves = [
    0x2F4B7C, 0x8C2F39, 0x3B6E4F, 0x444444, 0xD8D8D8, 0xC7873B, 0x6A4C93, 0x1F6F78, 0xB5655D, 0x9BA17B,
  ]

  /// Draws one of the many photos of a body.
  init(of body: [Limb], from generator: inout SeededGenerator) {
    var own = generator
    func between(_ lower: Double, _ upper: Double) -> Double { own.between(lower, upper) }
    let placing = BodyPlacement(
      isMirrored: own.below(10) < 3, turn: Angle(degrees: between(-28, 28)), tip: Angle(degrees: between(-18, 18)),
      swing: Angle(degrees: between(-28, 28)), scale: between(0.235, 0.33),
      x: between(0.41, 0.59), y: between(0.53, 0.66))
    limbs = body.map(placing.place)
    let tone = Colour(hex: Self.skins[own.below(Self.skins.count)])
    skin = tone * between(0.9, 1.1)
    sleeve = Colour(hex: Self.sleeves[own.below(Self.sleeves.count)])
    light = Point3(between(-0.8, 0.8), between(0.1, 0.9), between(0.7, 1.3)).normalized
    let shade = between(-0.1, 0.1)
    warmth = Colour(1 + shade, 1, 1 - shade)
    exposure = between(0.72, 1.18)
    backdrop = Backdrop(from: &own)
    blur = [0, 0, 0, 1, 1, 2][own.below(6)]
    grain = between(0.004, 0.022)
    noise = Noise(seed: own.next())
    generator = own
  }
}

/// How a body is put into the picture: from palm widths to shares of the picture's side, y downwards.
private struct BodyPlacement {
  let isMirrored: Bool
  let turn: Angle
  let tip: Angle
  let swing: Angle
  let scale: Double
  let x: Double
  let y: Double

  func place(_ limb: Limb) -> Limb {
    var placed = limb
    placed.start = place(limb.start)
    placed.end = place(limb.end)
    placed.startRadius *= scale
    placed.endRadius *= scale
    return placed
  }

  private func place(_ point: Point3) -> Point3 {
    let mirrored = Point3(isMirrored ? -point.x : point.x, point.y, point.z)
    let turned = mirrored.swung(by: swing).tipped(by: tip).turned(by: turn)
    return Point3(x + turned.x * scale, y - turned.y * scale, turned.z * scale)
  }
}
