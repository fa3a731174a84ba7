import Testing

@testable import Samples

struct PlaneTests {
  @Test func `blurring keeps what is even, and the sum of a point far from the edges`() {
    let even = Plane(width: 7, height: 5, 3)
    even.blur(radius: 2, spare: Doubles(35))
    #expect(numbers(even).allSatisfy { abs($0 - 3) < 1e-12 })
    let point = Plane(width: 31, height: 31)
    point[15, 15] = 1
    point.blur(radius: 2, spare: Doubles(31 * 31))
    #expect(abs(numbers(point).reduce(0, +) - 1) < 1e-12)
    #expect(point[15, 15] == numbers(point).max())
    #expect(abs(point[12, 15] - point[18, 15]) < 1e-12)
    #expect(abs(point[15, 12] - point[12, 15]) < 1e-12)
  }

  @Test func `a radius of nought changes nothing, one larger than the plane does not fail`() {
    let plane = Plane(width: 3, height: 2)
    plane[1, 1] = 5
    plane.blur(radius: 0, spare: Doubles(6))
    #expect(numbers(plane) == [0, 0, 0, 0, 5, 0])
    plane.blur(radius: 9, spare: Doubles(6))
    #expect(numbers(plane).allSatisfy { $0 >= 0 && $0 <= 5 })
  }

  private func numbers(_ plane: Plane) -> [Double] {
    (0..<plane.height).flatMap { y in (0..<plane.width).map { plane[$0, y] } }
  }
}
