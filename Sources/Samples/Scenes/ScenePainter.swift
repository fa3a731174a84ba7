import CKernels
import Pictures

/// Paints a scene: twice as large as wanted, and made smaller, so that edges are smooth.
struct ScenePainter {
  private let scene: Scene
  private let canvas: Canvas
  private let side: Int
  private let relief: Relief
  private let shadow: Surroundings
  private let nearby: Surroundings
  /// Halfway between the light and the viewer.
  private let half: Point3
  private var backdrop: Backdrop.Rows
  private var ribs: NoiseRows
  private var grain: NoiseRows
  private var mottling: NoiseRows
  /// Two rows of the large picture, of three channels each.
  private let (upper, lower): (Doubles, Doubles)
  private let (shares, mottled, ribbed): (Doubles, Doubles, Doubles)
  private let normals: (x: Doubles, y: Doubles, z: Doubles)

  /// Gets ready to paint a scene.
  init(_ scene: Scene, on canvas: Canvas) {
    self.scene = scene
    self.canvas = canvas
    let fine = canvas.fine
    side = fine / 2
    let limbs = scene.limbs.map { limb in
      var limb = limb
      limb.start = limb.start * Double(fine)
      limb.end = limb.end * Double(fine)
      limb.startRadius *= Double(fine)
      limb.endRadius *= Double(fine)
      return limb
    }
    relief = Relief(of: limbs, on: canvas, softness: Double(fine) * 0.022)
    shadow = .mask(of: relief, radius: fine / 36, on: canvas)
    nearby = .heights(of: relief, radius: fine / 60, on: canvas)
    half = (scene.light + Point3(0, 0, 1)).normalized
    backdrop = Backdrop.Rows(scene.backdrop, side: fine)
    let columns = (0..<fine).map { Double($0) / Double(fine) }
    ribs = NoiseRows(scene.noise, columns: columns.map { $0 * 70 })
    grain = NoiseRows(scene.noise, columns: (0..<side).map { Double($0) * 1.7 })
    mottling = NoiseRows(scene.noise, columns: columns.map { $0 * 16 }, weights: NoiseRows.layered)
    (upper, lower) = (Doubles(fine * 3), Doubles(fine * 3))
    (shares, mottled, ribbed) = (Doubles(fine), Doubles(fine), Doubles(fine))
    normals = (Doubles(fine), Doubles(fine), Doubles(fine))
  }

  /// The picture.
  mutating func paint() -> Picture {
    let warmth = [scene.warmth.red, scene.warmth.green, scene.warmth.blue]
    for y in 0..<side {
      paintRow(y * 2, to: upper)
      paintRow(y * 2 + 1, to: lower)
      for channel in 0..<3 {
        let start = channel * side * 2
        whet_paint_halves(
          upper.start + start, lower.start + start, warmth[channel], scene.exposure / 4, Int32(side),
          canvas.channels[channel].row(y))
      }
    }
    for channel in canvas.channels { channel.blur(radius: (scene.blur * side + 112) / 224, spare: canvas.spare) }
    return develop()
  }

  /// Adds the camera's grain and makes bytes of it.
  private mutating func develop() -> Picture {
    let channels = canvas.channels
    let pixels = [UInt8](unsafeUninitializedCapacity: side * side * 3) { buffer, count in
      guard let bytes = buffer.baseAddress else { return }
      for y in 0..<side {
        grain.write(Double(y) * 1.7, in: 0..<side, to: shares.start)
        whet_paint_bytes(
          channels[0].row(y), channels[1].row(y), channels[2].row(y), shares.start, scene.grain, Int32(side),
          bytes + y * side * 3)
      }
      count = side * side * 3
    }
    return Picture(width: side, height: side, pixels: pixels)
  }

  private mutating func paintRow(_ y: Int, to row: Doubles) {
    let relief = relief
    relief.forEachRun(y) { material, columns in
      switch material {
      case .background: background(columns, y, row)
      case .skin: lit(columns, y, scene.skin, ribs: nil, gloss: 0.06, row)
      case .sleeve:
        ribs.write(Double(y) / Double(side * 2) * 14, in: columns, to: ribbed.start)
        lit(columns, y, scene.sleeve, ribs: ribbed.start + columns.lowerBound, gloss: 0, row)
      }
    }
  }

  private mutating func background(_ columns: Range<Int>, _ y: Int, _ row: Doubles) {
    backdrop.write(columns, y, to: shares.start)
    let fine = Double(side * 2)
    let reach = fine * 0.035
    let shadowY = min(max(Double(y) - scene.light.y * reach, 0), fine - 1)
    let (first, second) = scene.backdrop.colours
    var backdrop = whet_backdrop(
      colours: ((first.red, first.green, first.blue), (second.red, second.green, second.blue)),
      shadow: shadow.row(Int(shadowY)), shift: scene.light.x * reach, last: fine - 1,
      first_column: Int32(shadow.columns.lowerBound), last_column: Int32(shadow.columns.upperBound))
    whet_paint_backdrop(
      &backdrop, shares.start + columns.lowerBound, Int32(columns.lowerBound), Int32(columns.count),
      row.start + columns.lowerBound, side * 2)
  }

  private mutating func lit(
    _ columns: Range<Int>, _ y: Int, _ colour: Colour, ribs: UnsafePointer<Double>?, gloss: Double, _ row: Doubles
  ) {
    relief.writeNormals(columns, y, to: (normals.x.start, normals.y.start, normals.z.start))
    mottling.write(Double(y) / Double(side * 2) * 16, in: columns, to: mottled.start)
    var surface = whet_surface(
      colour: (colour.red, colour.green, colour.blue), ribs: ribs, x: normals.x.start, y: normals.y.start,
      z: normals.z.start, mottling: mottled.start + columns.lowerBound, depth: relief.depth(columns.lowerBound, y),
      nearby: nearby.row(y) + columns.lowerBound - nearby.left,
      light: (scene.light.x, scene.light.y, scene.light.z), half: (half.x, half.y, half.z), gloss: gloss,
      hollow: Double(side) * 0.055)
    whet_paint_surface(&surface, Int32(columns.count), row.start + columns.lowerBound, side * 2)
  }
}
