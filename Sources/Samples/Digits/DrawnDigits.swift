import Tensors

/// Drawn digits as MNIST shows them: white on black, 28 by 28. As many as wanted, each following from the seed and its
/// number, on every machine the same.
public struct DrawnDigits: Sendable {
  /// The width and height of each, in pixels.
  public static let side = 28

  /// The seed all of them are drawn from.
  public let seed: UInt64

  /// Digits of a seed.
  public init(seed: UInt64) { self.seed = seed }

  /// The sample of a number, counted from 0: which digit it is, and its pixels from 0 (black) to 255, row by row.
  ///
  /// Every ten consecutive samples hold each digit once.
  public func sample(_ number: Int) -> (digit: Int, pixels: [UInt8]) {
    var deal = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number / 10) &* 131)
    let digit = deal.permutation(10)[number % 10]
    var generator = SeededGenerator(seed: seed &* 7_368_787 &+ UInt64(number) &* 8_191 &+ 5)
    return (digit, draw(digit, &generator))
  }

  private func draw(_ digit: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    func between(_ lower: Double, _ upper: Double) -> Double { generator.between(lower, upper) }
    let shapes = DigitShape.shapes(of: digit)
    let shape = shapes[min(Int(between(0, Double(shapes.count) + 0.6)), shapes.count) % shapes.count]
    let side = Double(Self.side)
    let turn = Angle(degrees: between(-13, 13))
    let (wide, high, slant) = (between(13, 19.5), between(17, 21.5), between(-0.12, 0.38))
    let (shiftX, shiftY) = (between(-1.6, 1.6), between(-1.6, 1.6))
    let unsteady = between(0.01, 0.045)
    var pen = Pen()
    for stroke in shape.strokes {
      let points = stroke.map { point in
        let x = point.x - 0.5 + between(-unsteady, unsteady)
        let y = point.y - 0.5 + between(-unsteady, unsteady)
        let placed = Point3((x - slant * y) * wide, y * high).turned(by: turn)
        return Point3(side / 2 + placed.x + shiftX, side / 2 + placed.y + shiftY)
      }
      pen.draw(through: points)
    }
    let strength = between(205, 255)
    return pen.ink(side: Self.side, thickness: between(1.5, 3.4)).map { UInt8(($0 * strength).rounded()) }
  }
}
