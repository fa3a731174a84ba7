/// Pieces of a hand seen from the front: how far each point of the picture stands out, and what it is made of.
struct Relief {
  /// Where nothing is.
  static let nothing = -1e9

  private(set) var depth: Plane<Double>
  private(set) var material: Plane<Limb.Material>

  /// Looks at pieces whose coordinates are pixels, y downwards; within `softness` pixels, those of one group flow into
  /// each other.
  init(of limbs: [Limb], width: Int, height: Int, softness: Double) {
    depth = Plane(width: width, height: height, Self.nothing)
    material = Plane(width: width, height: height, .background)
    for group in Set(limbs.map(\.group)).sorted() {
      var own = Plane(width: width, height: height, Self.nothing)
      let members = limbs.filter { $0.group == group }
      for limb in members { own.raise(limb, softness: softness) }
      merge(own, material: members.first?.material ?? .skin, softness: softness * 0.3)
    }
  }

  private mutating func merge(_ own: Plane<Double>, material kind: Limb.Material, softness: Double) {
    for place in own.values.indices where own.values[place] > Self.nothing {
      if own.values[place] > depth.values[place] { material.values[place] = kind }
      let isSame = kind == .skin && depth.values[place] > Self.nothing
      depth.values[place] = Self.softMaximum(depth.values[place], own.values[place], isSame ? softness : 0)
    }
  }

  /// The larger of two numbers, rounded off where they are close.
  static func softMaximum(_ a: Double, _ b: Double, _ softness: Double) -> Double {
    let gap = softness - abs(a - b)
    guard gap > 0 else { return max(a, b) }
    return max(a, b) + gap * gap / (4 * softness)
  }

  /// The direction a point of the surface faces, z towards the viewer.
  func normal(_ x: Int, _ y: Int) -> Point3 {
    Point3(-slope(x, y, 1, 0), slope(x, y, 0, 1), 1).normalized
  }

  /// How fast the surface rises along x or y, from the neighbours that belong to it.
  private func slope(_ x: Int, _ y: Int, _ dx: Int, _ dy: Int) -> Double {
    let here = depth[x, y]
    let before = neighbor(x - dx, y - dy)
    let after = neighbor(x + dx, y + dy)
    return switch (before, after) {
    case (let before?, let after?): (after - before) / 2
    case (let before?, nil): here - before
    case (nil, let after?): after - here
    case (nil, nil): 0
    }
  }

  private func neighbor(_ x: Int, _ y: Int) -> Double? {
    guard x >= 0, y >= 0, x < depth.width, y < depth.height, depth[x, y] > Self.nothing else { return nil }
    return depth[x, y]
  }
}

extension Plane<Double> {
  /// Raises the plane to the surface of a piece.
  fileprivate mutating func raise(_ limb: Limb, softness: Double) {
    let reach = Swift.max(limb.startRadius, limb.endRadius) + 1
    let left = Self.clamp(Swift.min(limb.start.x, limb.end.x) - reach, width)
    let right = Self.clamp(Swift.max(limb.start.x, limb.end.x) + reach, width)
    let top = Self.clamp(Swift.min(limb.start.y, limb.end.y) - reach, height)
    let bottom = Self.clamp(Swift.max(limb.start.y, limb.end.y) + reach, height)
    guard left < right, top < bottom else { return }
    for y in top..<bottom {
      for x in left..<right {
        guard let surface = limb.surface(over: Double(x) + 0.5, Double(y) + 0.5) else { continue }
        self[x, y] = Relief.softMaximum(self[x, y], surface, self[x, y] > Relief.nothing ? softness : 0)
      }
    }
  }

  private static func clamp(_ place: Double, _ count: Int) -> Int {
    Int(Swift.min(Swift.max(place, 0), Double(count)).rounded(.up))
  }
}

extension Limb {
  /// How far the piece stands out over a point of the picture; nil beside it. The piece is a row of balls, of which the
  /// one whose centre is nearest counts, and the two at the ends.
  func surface(over x: Double, _ y: Double) -> Double? {
    let along = Point3(end.x - start.x, end.y - start.y)
    let span = along.dot(along)
    let nearest = span > 0 ? ((x - start.x) * along.x + (y - start.y) * along.y) / span : 0
    let shares = [min(max(nearest, 0), 1), 0, 1]
    var highest: Double?
    for share in shares {
      let center = start + (end - start) * share
      let radius = startRadius + (endRadius - startRadius) * share
      let (dx, dy) = (x - center.x, y - center.y)
      let square = radius * radius - dx * dx - dy * dy
      guard square > 0 else { continue }
      highest = max(highest ?? -.infinity, center.z + square.squareRoot())
    }
    return highest
  }
}
