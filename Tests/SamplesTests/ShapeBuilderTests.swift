import Tensors
import Testing

@testable import Samples

struct ShapeBuilderTests {
  @Test(arguments: Shape.allCases) func `a specimen has pieces, all near the origin and of some thickness`(shape: Shape)
  {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<20 {
      let limbs = shape.limbs(from: &generator)
      #expect(!limbs.isEmpty)
      for limb in limbs {
        #expect(limb.start.length < 1.6 && limb.end.length < 1.6)
        #expect(limb.startRadius > 0.02 && limb.endRadius > 0.02)
      }
    }
  }

  @Test(arguments: [(Shape.star3, 3), (.star7, 7), (.fork2, 4), (.fork5, 7)]) func `arms and teeth are counted`(
    shape: Shape, pieces: Int
  ) {
    var generator = SeededGenerator(seed: 3)
    #expect(shape.limbs(from: &generator).count == pieces)
  }
}
