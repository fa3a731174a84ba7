import Samples
import Testing

@testable import Samples

struct DrawnDigitsTests {
  @Test func `ten in a row hold every digit once`() {
    let digits = DrawnDigits(seed: 4)
    for start in stride(from: 0, to: 200, by: 10) {
      #expect(Set((start..<start + 10).map { digits.sample($0).digit }) == Set(0..<10))
    }
  }

  @Test func `every sample has ink on a black ground, in the middle more than at the edges`() {
    let digits = DrawnDigits(seed: 9)
    for number in 0..<100 {
      let pixels = digits.sample(number).pixels
      #expect(pixels.count == 784)
      let ink = pixels.reduce(0) { $0 + Int($1) }
      #expect(ink > 6_000 && ink < 70_000, "sample \(number) has \(ink)")
      let edge = (0..<28).reduce(0) { $0 + Int(pixels[$1]) + Int(pixels[27 * 28 + $1]) }
      #expect(edge * 20 < ink)
    }
  }

  @Test func `the same seed and number give the same pixels, another of either others`() {
    #expect(DrawnDigits(seed: 1).sample(7).pixels == DrawnDigits(seed: 1).sample(7).pixels)
    #expect(DrawnDigits(seed: 1).sample(7).pixels != DrawnDigits(seed: 2).sample(7).pixels)
    #expect(DrawnDigits(seed: 1).sample(7).pixels != DrawnDigits(seed: 1).sample(17).pixels)
  }

  @Test(arguments: 0..<10) func `every way of writing a digit stays in its square`(digit: Int) {
    let shapes = DigitShape.shapes(of: digit)
    #expect(!shapes.isEmpty)
    for point in shapes.flatMap({ $0.strokes.joined() }) {
      #expect((0...1).contains(point.x) && (0...1).contains(point.y))
    }
  }
}
