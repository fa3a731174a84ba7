import Pictures

/// Paints a scene: twice as large as wanted, and made smaller, so that edges are smooth.
struct ScenePainter {
  private let scene: Scene
  private let side: Int
  private let relief: Relief
  private let shadow: Plane<Double>
  private let nearby: Plane<Double>
  /// Halfway between the light and the viewer.
  private let half: Point3
  private var backdrop: Backdrop
  private var ribs: NoiseWalk
  private var grain: NoiseWalk
  private var mottling: LayeredNoiseWalk

  /// Gets ready to paint a scene, `side` pixels wide and high.
  init(_ scene: Scene, side: Int) {
    self.scene = scene
    self.side = side
    let fine = side * 2
    let limbs = scene.limbs.map { limb in
      var limb = limb
      limb.start = limb.start * Double(fine)
      limb.end = limb.end * Double(fine)
      limb.startRadius *= Double(fine)
      limb.endRadius *= Double(fine)
      return limb
    }
    relief = Relief(of: limbs, width: fine, height: fine, softness: Double(fine) * 0.022)
    var mask = Plane(width: fine, height: fine, 0.0)
    var heights = Plane(width: fine, height: fine, 0.0)
    for place in mask.values.indices where relief.material.values[place] != .background {
      mask.values[place] = 1
      heights.values[place] = relief.depth.values[place]
    }
    shadow = mask.blurred(radius: fine / 36)
    nearby = heights.blurred(radius: fine / 60)
    half = (scene.light + Point3(0, 0, 1)).normalized
    backdrop = scene.backdrop
    (ribs, grain, mottling) = (NoiseWalk(scene.noise), NoiseWalk(scene.noise), LayeredNoiseWalk(scene.noise))
  }

  /// The picture.
  mutating func paint() -> Picture {
    var channels = [Plane<Double>](repeating: Plane(width: side, height: side, 0.0), count: 3)
    for y in 0..<side {
      for x in 0..<side {
        var sum = Colour(0, 0, 0)
        for part in 0..<4 { sum = sum + colour(x * 2 + part % 2, y * 2 + part / 2) }
        let colour = sum * scene.warmth * (scene.exposure / 4)
        (channels[0][x, y], channels[1][x, y], channels[2][x, y]) = (colour.red, colour.green, colour.blue)
      }
    }
    return develop(channels.map { $0.blurred(radius: (scene.blur * side + 112) / 224) })
  }

  /// Adds the camera's grain and makes bytes of it.
  private mutating func develop(_ channels: [Plane<Double>]) -> Picture {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(side * side * 3)
    for y in 0..<side {
      for x in 0..<side {
        let grain = 1 + grain.at(Double(x) * 1.7, Double(y) * 1.7) * scene.grain * 4
        let bytes = (Colour(channels[0][x, y], channels[1][x, y], channels[2][x, y]) * grain).bytes
        pixels.append(bytes.0)
        pixels.append(bytes.1)
        pixels.append(bytes.2)
      }
    }
    return Picture(width: side, height: side, pixels: pixels)
  }

  private mutating func colour(_ x: Int, _ y: Int) -> Colour {
    switch relief.material[x, y] {
    case .background: background(x, y)
    case .skin: lit(x, y, scene.skin, gloss: 0.06)
    case .sleeve: lit(x, y, weave(x, y), gloss: 0)
    }
  }

  private mutating func background(_ x: Int, _ y: Int) -> Colour {
    let fine = Double(side * 2)
    let reach = fine * 0.035
    let shadowX = min(max(Double(x) + scene.light.x * reach, 0), fine - 1)
    let shadowY = min(max(Double(y) - scene.light.y * reach, 0), fine - 1)
    let dark = shadow[Int(shadowX), Int(shadowY)]
    return backdrop.colour(Double(x) / fine, Double(y) / fine) * (1 - 0.5 * dark)
  }

  /// Cloth: fine ribs along the arm.
  private mutating func weave(_ x: Int, _ y: Int) -> Colour {
    let fine = Double(side * 2)
    return scene.sleeve * (1 + 0.22 * ribs.at(Double(x) / fine * 70, Double(y) / fine * 14))
  }

  private mutating func lit(_ x: Int, _ y: Int, _ colour: Colour, gloss: Double) -> Colour {
    let normal = relief.normal(x, y)
    let towards = normal.dot(scene.light)
    let diffuse = max(0, (towards + 0.3) / 1.3)
    // Where the neighbourhood stands out further than the point itself, little light gets in.
    let hollow = min(max((nearby[x, y] - relief.depth[x, y]) / (Double(side) * 0.055), 0), 1)
    let open = 1 - 0.75 * hollow
    let shine = max(0, normal.dot(half))
    let mirror = shine * shine * shine * shine * shine * shine * shine * shine * gloss
    // Light that goes through skin comes out red.
    let glow = Colour(0.30, 0.20, 0.17)
    let fine = Double(side * 2)
    let mottled = 1 + 0.06 * mottling.four(Double(x) / fine * 16, Double(y) / fine * 16)
    let light = Colour(diffuse, diffuse, diffuse) * 0.86 + glow
    return colour * light * (open * mottled) + Colour(mirror, mirror, mirror)
  }
}
