import CKernels

/// Pieces of a hand seen from the front: how far each point of the picture stands out, and what it is made of.
struct Relief {
  /// Where nothing is.
  static let nothing = WHET_NOTHING

  /// The width and height of the picture.
  let side: Int
  /// The columns and the rows in which something may be.
  private(set) var columns: Range<Int>
  private(set) var rows: Range<Int>
  /// With a border of nothing, one wide, so that every point has neighbours.
  private let heights: Plane
  private let own: Plane
  private let materials: MutableValues<UInt8>

  /// Looks at pieces whose coordinates are pixels, y downwards; within `softness` pixels, those of one group flow into
  /// each other.
  init(of limbs: [Limb], on canvas: Canvas, softness: Double) {
    side = canvas.fine
    (heights, own) = (canvas.heights, canvas.own)
    heights.fill(Self.nothing)
    materials = canvas.materials
    materials.start.update(repeating: Limb.Material.background.rawValue, count: side * side)
    var whole = Bounds()
    (columns, rows) = (0..<0, 0..<0)
    for group in Set(limbs.map(\.group)).sorted() {
      let members = limbs.filter { $0.group == group }
      var bounds = Bounds()
      for limb in members {
        let its = Bounds(of: limb, side: side)
        guard !its.isEmpty else { continue }
        bounds.include(its)
        raise(limb, in: its, softness: softness)
      }
      guard !bounds.isEmpty else { continue }
      whole.include(bounds)
      merge(in: bounds, members.first?.material ?? .skin, softness: softness * 0.3)
    }
    if !whole.isEmpty { (columns, rows) = (whole.left..<whole.right, whole.top..<whole.bottom) }
  }

  private func raise(_ limb: Limb, in bounds: Bounds, softness: Double) {
    var piece = whet_limb(
      start_x: limb.start.x, start_y: limb.start.y, start_z: limb.start.z, end_x: limb.end.x, end_y: limb.end.y,
      end_z: limb.end.z, start_radius: limb.startRadius, end_radius: limb.endRadius)
    whet_relief_raise(
      &piece, softness, own.row(1) + 1, own.width, Int32(bounds.left), Int32(bounds.right), Int32(bounds.top),
      Int32(bounds.bottom))
  }

  private func merge(in bounds: Bounds, _ material: Limb.Material, softness: Double) {
    for y in bounds.top..<bounds.bottom {
      whet_relief_merge(
        own.row(y + 1) + 1 + bounds.left, depth(bounds.left, y), materials.start + y * side + bounds.left,
        material.rawValue, material == .skin ? softness : 0, Int32(bounds.right - bounds.left))
    }
  }

  /// How far points of a row stand out, from a column on.
  func depth(_ x: Int, _ y: Int) -> UnsafeMutablePointer<Double> { heights.row(y + 1) + 1 + x }

  /// What a point is made of.
  func material(_ x: Int, _ y: Int) -> Limb.Material {
    Limb.Material(rawValue: materials.start[y * side + x]) ?? .background
  }

  /// Calls `body` for every run of one material in a row.
  func forEachRun(_ y: Int, _ body: (Limb.Material, Range<Int>) -> Void) {
    let line = materials.start + y * side
    var start = 0
    while start < side {
      let material = line[start]
      var end = start + 1
      while end < side, line[end] == material { end += 1 }
      body(Limb.Material(rawValue: material) ?? .background, start..<end)
      start = end
    }
  }

  /// The directions points of a row face, z towards the viewer.
  func writeNormals(
    _ columns: Range<Int>, _ y: Int,
    to normals: (
      x: UnsafeMutablePointer<Double>, y: UnsafeMutablePointer<Double>, z: UnsafeMutablePointer<Double>
    )
  ) {
    whet_relief_normals(
      depth(columns.lowerBound, y), heights.width, Int32(columns.count), normals.x, normals.y, normals.z)
  }
}

/// The pixels a piece may cover.
private struct Bounds {
  var (left, right, top, bottom) = (Int.max, Int.min, Int.max, Int.min)

  var isEmpty: Bool { left >= right || top >= bottom }

  init() {}

  init(of limb: Limb, side: Int) {
    func clamp(_ place: Double) -> Int { Int(min(max(place, 0), Double(side)).rounded(.up)) }
    let reach = max(limb.startRadius, limb.endRadius) + 1
    left = clamp(min(limb.start.x, limb.end.x) - reach)
    right = clamp(max(limb.start.x, limb.end.x) + reach)
    top = clamp(min(limb.start.y, limb.end.y) - reach)
    bottom = clamp(max(limb.start.y, limb.end.y) + reach)
  }

  mutating func include(_ other: Bounds) {
    (left, right) = (min(left, other.left), max(right, other.right))
    (top, bottom) = (min(top, other.top), max(bottom, other.bottom))
  }
}
