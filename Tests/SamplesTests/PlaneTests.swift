import Testing

@testable import Samples

struct PlaneTests {
  @Test func `blurring keeps what is even, and the sum of a point far from the edges`() {
    let even = Plane(width: 7, height: 5, 3.0).blurred(radius: 2)
    #expect(even.values.allSatisfy { abs($0 - 3) < 1e-12 })
    var point = Plane(width: 31, height: 31, 0.0)
    point[15, 15] = 1
    let blurred = point.blurred(radius: 2)
    #expect(abs(blurred.values.reduce(0, +) - 1) < 1e-12)
    #expect(blurred[15, 15] == blurred.values.max())
    #expect(abs(blurred[12, 15] - blurred[18, 15]) < 1e-12)
    #expect(abs(blurred[15, 12] - blurred[12, 15]) < 1e-12)
  }

  @Test func `a radius of nought changes nothing, one larger than the plane does not fail`() {
    var plane = Plane(width: 3, height: 2, 0.0)
    plane[1, 1] = 5
    #expect(plane.blurred(radius: 0).values == plane.values)
    #expect(plane.blurred(radius: 9).values.allSatisfy { $0 >= 0 && $0 <= 5 })
  }
}
