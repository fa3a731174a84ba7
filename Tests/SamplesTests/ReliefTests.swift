import Testing

@testable import Samples

struct ReliefTests {
  private let ball = Limb(
    start: Point3(8, 8), end: Point3(8, 8), startRadius: 4, endRadius: 4, group: 0)

  private func relief(of limbs: [Limb], softness: Double = 0) -> Relief {
    Relief(of: limbs, on: Canvas(side: 8), softness: softness)
  }

  @Test func `a ball stands out as far as its radius in the middle, and not at all beside it`() {
    var centred = ball
    (centred.start, centred.end) = (Point3(8.5, 8.5), Point3(8.5, 8.5))
    let relief = relief(of: [centred])
    #expect(relief.depth(8, 8)[0] == 4)
    #expect(relief.depth(11, 8)[0] == 7.0.squareRoot())
    #expect(relief.depth(12, 8)[0] == Relief.nothing)
  }

  @Test func `a cone is as thick at each end as stated`() {
    let cone = Limb(start: Point3(2.5, 8.5), end: Point3(12.5, 8.5), startRadius: 2, endRadius: 4, group: 0)
    let relief = relief(of: [cone])
    #expect(relief.depth(2, 8)[0] == 2)
    #expect(relief.depth(12, 8)[0] == 4)
    #expect(relief.depth(7, 8)[0] == 3)
  }

  @Test(arguments: [(0.0, 10.0), (10, 0), (9, 9), (-9, 9), (3, -11)])
  func `every point of a bone is covered, whichever way it lies`(x: Double, y: Double) {
    let (start, end) = (Point3(8 - x / 2, 8 - y / 2), Point3(8 + x / 2, 8 + y / 2))
    let relief = relief(of: [Limb(start: start, end: end, startRadius: 1.5, endRadius: 0.8, group: 0)])
    for step in 0...20 {
      let place = start + (end - start) * (Double(step) / 20)
      #expect(relief.material(Int(place.x), Int(place.y)) == .skin)
      #expect(relief.columns.contains(Int(place.x)) && relief.rows.contains(Int(place.y)))
    }
  }

  @Test func `points outside the bounds are nothing`() {
    let relief = relief(of: [ball])
    for y in 0..<16 {
      for x in 0..<16 where !(relief.columns.contains(x) && relief.rows.contains(y)) {
        #expect(relief.depth(x, y)[0] == Relief.nothing)
      }
    }
  }

  @Test func `what is nearer hides what is behind`() {
    var near = ball
    near.start.z = 10
    near.end.z = 10
    near.material = .sleeve
    near.group = 1
    let relief = relief(of: [near, ball])
    #expect(relief.material(8, 8) == .sleeve)
    #expect(relief.depth(0, 0)[0] == Relief.nothing)
    #expect(relief.material(0, 0) == .background)
  }

  @Test func `a canvas that was used before makes no difference`() {
    let canvas = Canvas(side: 8)
    var other = ball
    other.start = Point3(2, 2)
    _ = Relief(of: [other], on: canvas, softness: 1)
    let again = Relief(of: [ball], on: canvas, softness: 1)
    let heights = (0..<16).map { y in (0..<16).map { again.depth($0, y)[0] } }
    let fresh = relief(of: [ball], softness: 1)
    #expect(heights == (0..<16).map { y in (0..<16).map { fresh.depth($0, y)[0] } })
  }

  @Test func `the top of a ball faces the viewer and its sides face outwards`() {
    let relief = relief(of: [ball])
    #expect(normal(relief, 10, 8).x > 0.3)
    #expect(normal(relief, 5, 8).x < -0.3)
    #expect(normal(relief, 8, 5).y > 0.3)
    #expect(abs(normal(relief, 7, 7).z) > 0.9)
  }

  private func normal(_ relief: Relief, _ x: Int, _ y: Int) -> Point3 {
    let normals = (x: Doubles(1), y: Doubles(1), z: Doubles(1))
    relief.writeNormals(x..<x + 1, y, to: (normals.x.start, normals.y.start, normals.z.start))
    return Point3(normals.x.start[0], normals.y.start[0], normals.z.start[0])
  }

  @Test func `close surfaces of one group flow into each other`() {
    var beside = ball
    (beside.start, beside.end) = (Point3(9, 8), Point3(9, 8))
    let (hard, soft) = (relief(of: [ball, beside]), relief(of: [ball, beside], softness: 2))
    // Both balls are equally high here.
    #expect(soft.depth(8, 8)[0] == hard.depth(8, 8)[0] + 0.5)
    #expect(soft.depth(4, 8)[0] == hard.depth(4, 8)[0])
  }

  @Test func `bodies outside the picture are not seen`() {
    var far = ball
    far.start = Point3(-100, 500)
    far.end = far.start
    let relief = relief(of: [far], softness: 1)
    #expect(relief.columns.isEmpty && relief.rows.isEmpty)
    var runs: [Range<Int>] = []
    for y in 0..<16 {
      relief.forEachRun(y) { material, columns in if material == .background { runs.append(columns) } }
    }
    #expect(runs == Array(repeating: 0..<16, count: 16))
  }
}
