import Samples
import Testing

struct DrawnShapesTests {
  @Test func `consecutive numbers go through all shapes`() {
    let shapes = DrawnShapes(seed: 2, side: 16)
    #expect((0..<48).map { shapes.sample($0).shape } == Array(0..<24) + Array(0..<24))
  }

  @Test func `two specimens of a shape differ, the same one does not`() {
    let shapes = DrawnShapes(seed: 2, side: 24)
    for number in 0..<Shape.allCases.count {
      #expect(shapes.sample(number).picture == shapes.sample(number).picture)
      #expect(shapes.sample(number).picture != shapes.sample(number + 24).picture)
    }
  }
}
