import Tensors

/// Puts specimens of shapes together, no two quite alike.
struct ShapeBuilder {
  var generator: SeededGenerator
  private(set) var limbs: [Limb] = []

  init(generator: SeededGenerator) { self.generator = generator }

  /// A row of bars from point to point, all of one thickness.
  mutating func strokes(_ strokes: [[(Double, Double)]]) {
    let radius = generator.between(0.11, 0.22)
    let (wide, high) = (generator.between(0.8, 1.15), generator.between(0.8, 1.15))
    for stroke in strokes {
      let points = stroke.map { Point3($0.0 * wide + unsteady(0.07), $0.1 * high + unsteady(0.07), unsteady(0.1)) }
      for (from, to) in zip(points, points.dropFirst()) { bar(from, to, radius, radius) }
    }
  }

  mutating func ball() {
    let radius = generator.between(0.45, 0.85)
    bar(Point3(0, 0), Point3(unsteady(0.15), unsteady(0.15)), radius, radius)
  }

  mutating func ring() {
    let (radius, thickness) = (generator.between(0.5, 0.85), generator.between(0.1, 0.2))
    let flat = generator.between(0.75, 1)
    let points = (0...16).map { step -> Point3 in
      let angle = Angle(degrees: Double(step) * 22.5)
      return Point3(radius * angle.cosine, radius * flat * angle.sine)
    }
    for (from, to) in zip(points, points.dropFirst()) { bar(from, to, thickness, thickness) }
  }

  mutating func bricks() {
    let radius = generator.between(0.14, 0.22)
    for row in 0..<3 {
      let y = (Double(row) - 1) * radius * 2.15
      let shift = row % 2 == 0 ? 0.0 : 0.3
      for column in -1...1 {
        let x = Double(column) * 0.62 + shift + unsteady(0.03)
        bar(Point3(x - 0.16, y), Point3(x + 0.16, y), radius, radius, group: 1 + row * 3 + column + 1)
      }
    }
  }

  mutating func mug() {
    let (wide, high) = (generator.between(0.3, 0.42), generator.between(0.4, 0.6))
    for x in [-0.5, 0, 0.5] { bar(Point3(x * wide, -high), Point3(x * wide, high), wide * 0.62, wide * 0.62) }
    let handle = [
      Point3(wide, high * 0.6), Point3(wide + 0.38, high * 0.45), Point3(wide + 0.38, -high * 0.45),
      Point3(wide, -high * 0.6),
    ]
    for (from, to) in zip(handle, handle.dropFirst()) { bar(from, to, 0.08, 0.08, group: 2) }
  }

  mutating func tree() {
    bar(Point3(0, -1), Point3(unsteady(0.1), 0.1), generator.between(0.1, 0.16), 0.1)
    for _ in 0..<6 {
      let place = Point3(unsteady(0.4), 0.4 + unsteady(0.3), unsteady(0.2))
      bar(place, place, generator.between(0.25, 0.38), generator.between(0.25, 0.38), group: 2)
    }
  }

  mutating func dumbbell() {
    let (half, radius) = (generator.between(0.5, 0.75), generator.between(0.26, 0.4))
    bar(Point3(-half, 0), Point3(half, 0), 0.1, 0.1)
    bar(Point3(-half, 0), Point3(-half, 0.02), radius, radius, group: 2)
    bar(Point3(half, 0), Point3(half, 0.02), radius, radius, group: 3)
  }

  mutating func star(_ count: Int) {
    let (length, thick, thin) = (
      generator.between(0.75, 1.05), generator.between(0.14, 0.24), generator.between(0.05, 0.13)
    )
    for arm in 0..<count {
      let angle = Angle(degrees: 90 + 360 * Double(arm) / Double(count) + unsteady(6))
      bar(Point3(0, 0), Point3(length * angle.cosine, length * angle.sine, unsteady(0.15)), thick, thin)
    }
  }

  mutating func fork(_ count: Int) {
    let radius = generator.between(0.07, 0.12)
    let wide = generator.between(0.45, 0.62)
    bar(Point3(0, -1.2), Point3(0, -0.2), generator.between(0.1, 0.2), generator.between(0.1, 0.2))
    bar(Point3(-wide, -0.1), Point3(wide, -0.1), radius * 1.5, radius * 1.5)
    for tooth in 0..<count {
      let x = count == 1 ? 0 : wide * (2 * Double(tooth) / Double(count - 1) - 1)
      bar(Point3(x, -0.1), Point3(x * 1.1 + unsteady(0.06), generator.between(0.55, 0.95)), radius, radius * 0.8)
    }
  }

  private mutating func bar(_ from: Point3, _ to: Point3, _ startRadius: Double, _ endRadius: Double, group: Int = 1) {
    limbs.append(Limb(start: from, end: to, startRadius: startRadius, endRadius: endRadius, group: group))
  }

  private mutating func unsteady(_ most: Double) -> Double { generator.between(-most, most) }
}
