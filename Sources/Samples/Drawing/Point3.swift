/// A place or direction in the space hands are drawn in: x to the right, y upwards, z towards the viewer. The unit is the
/// width of a palm.
struct Point3: Equatable {
  var x: Double
  var y: Double
  var z: Double

  init(_ x: Double, _ y: Double, _ z: Double = 0) {
    self.x = x
    self.y = y
    self.z = z
  }

  static func + (a: Point3, b: Point3) -> Point3 { Point3(a.x + b.x, a.y + b.y, a.z + b.z) }
  static func - (a: Point3, b: Point3) -> Point3 { Point3(a.x - b.x, a.y - b.y, a.z - b.z) }
  static func * (a: Point3, scale: Double) -> Point3 { Point3(a.x * scale, a.y * scale, a.z * scale) }

  /// The scalar product.
  func dot(_ other: Point3) -> Double { x * other.x + y * other.y + z * other.z }

  /// The distance from the origin.
  var length: Double { dot(self).squareRoot() }

  /// The same direction with length 1; the zero vector stays.
  var normalized: Point3 {
    let length = length
    return length > 0 ? self * (1 / length) : self
  }

  /// Turned about the z axis, counterclockwise as the viewer sees it.
  func turned(by angle: Angle) -> Point3 {
    Point3(x * angle.cosine - y * angle.sine, x * angle.sine + y * angle.cosine, z)
  }

  /// Tipped about the x axis: the top goes away from the viewer.
  func tipped(by angle: Angle) -> Point3 {
    Point3(x, y * angle.cosine + z * angle.sine, z * angle.cosine - y * angle.sine)
  }

  /// Swung about the y axis: the right side goes away from the viewer.
  func swung(by angle: Angle) -> Point3 {
    Point3(x * angle.cosine + z * angle.sine, y, z * angle.cosine - x * angle.sine)
  }
}
