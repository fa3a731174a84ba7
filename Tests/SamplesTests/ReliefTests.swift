import Testing

@testable import Samples

struct ReliefTests {
  private let ball = Limb(
    start: Point3(8, 8), end: Point3(8, 8), startRadius: 4, endRadius: 4, group: 0)

  @Test func `a ball stands out as far as its radius in the middle, and not at all beside it`() {
    #expect(ball.surface(over: 8, 8) == 4)
    #expect(ball.surface(over: 11, 8) == 7.0.squareRoot())
    #expect(ball.surface(over: 12.1, 8) == nil)
  }

  @Test func `a cone is as thick at each end as stated`() {
    let cone = Limb(start: Point3(0, 0), end: Point3(10, 0), startRadius: 2, endRadius: 4, group: 0)
    #expect(cone.surface(over: 0, 0) == 2)
    #expect(cone.surface(over: 10, 0) == 4)
    #expect(cone.surface(over: 5, 0) == 3)
  }

  @Test func `what is nearer hides what is behind`() {
    var near = ball
    near.start.z = 10
    near.end.z = 10
    near.material = .sleeve
    near.group = 1
    let relief = Relief(of: [near, ball], width: 16, height: 16, softness: 0)
    #expect(relief.material[8, 8] == .sleeve)
    #expect(relief.depth[0, 0] == Relief.nothing)
    #expect(relief.material[0, 0] == .background)
  }

  @Test func `the top of a ball faces the viewer and its sides face outwards`() {
    let relief = Relief(of: [ball], width: 16, height: 16, softness: 0)
    #expect(relief.normal(10, 8).x > 0.3)
    #expect(relief.normal(5, 8).x < -0.3)
    #expect(relief.normal(8, 5).y > 0.3)
    #expect(abs(relief.normal(7, 7).z) > 0.9)
  }

  @Test(arguments: [(1.0, 5.0), (5, 1), (3, 3)]) func `a soft maximum is the larger one, raised where both are close`(
    a: Double, b: Double
  ) {
    #expect(Relief.softMaximum(a, b, 0) == max(a, b))
    #expect(Relief.softMaximum(a, b, 2) == max(a, b) + (a == b ? 0.5 : 0))
  }

  @Test func `bodies outside the picture are not seen`() {
    var far = ball
    far.start = Point3(-100, 500)
    far.end = far.start
    let relief = Relief(of: [far], width: 16, height: 16, softness: 1)
    #expect(relief.material.values.allSatisfy { $0 == .background })
  }
}
