import Testing

@testable import Samples

struct SurroundingsTests {
  private let ball = Limb(start: Point3(18, 12), end: Point3(18, 12), startRadius: 4, endRadius: 4, group: 0)

  /// The whole picture, blurred without leaving out what is far away.
  private func whole(_ relief: Relief, _ radius: Int, _ value: (Double) -> Double) -> Plane {
    let plane = Plane(width: relief.side, height: relief.side)
    for y in 0..<relief.side {
      for x in 0..<relief.side { plane[x, y] = value(relief.depth(x, y)[0]) }
    }
    plane.blur(radius: radius, spare: Doubles(relief.side * relief.side))
    return plane
  }

  @Test(arguments: [1, 2, 12]) func `to leave out what is far away makes no difference`(radius: Int) {
    let canvas = Canvas(side: 32)
    let relief = Relief(of: [ball], on: canvas, softness: 1)
    let mask = Surroundings.mask(of: relief, radius: radius, on: canvas)
    let expected = whole(relief, radius) { $0 > Relief.nothing ? 1 : 0 }
    for y in 0..<relief.side {
      for x in 0..<relief.side {
        let column = min(max(x, mask.columns.lowerBound), mask.columns.upperBound)
        #expect(mask.row(y)[column - mask.left] == expected[x, y])
      }
    }
  }

  @Test func `heights are those of the body, and 0 beside it`() {
    let canvas = Canvas(side: 32)
    let relief = Relief(of: [ball], on: canvas, softness: 1)
    let heights = Surroundings.heights(of: relief, radius: 0, on: canvas)
    #expect(heights.row(12)[18 - heights.left] == relief.depth(18, 12)[0])
    #expect(heights.row(12)[12 - heights.left] == 0)
  }

  @Test func `without a body there is nothing anywhere`() {
    let canvas = Canvas(side: 4)
    let mask = Surroundings.mask(of: Relief(of: [], on: canvas, softness: 1), radius: 1, on: canvas)
    for y in 0..<8 { #expect(mask.row(y)[0] == 0) }
  }
}
