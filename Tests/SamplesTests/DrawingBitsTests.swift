import Pictures
import Samples
import TestSupport
import Testing

/// What is drawn has the same bits on every processor; the digests were written down once. `./Tests/run` asks for them with every
/// kind of vectors that the processor has (`WHET_VECTORS`).
@Suite struct DrawingBitsTests {
  @Test(arguments: [(48, 11_366_732_574_539_408_001 as UInt64), (224, 1_018_161_878_421_445_659)])
  func `drawn hands`(side: Int, expected: UInt64) {
    let hands = DrawnHands(seed: 5, side: side)
    let pixels = Gesture.allCases.enumerated().map { hands.picture(of: $1, number: $0).pixels }
    #expect(Digest.of(bytes: pixels.joined()) == expected)
  }

  @Test func `drawn digits`() {
    let digits = DrawnDigits(seed: 5)
    #expect(Digest.of(bytes: (0..<100).map { digits.sample($0).pixels }.joined()) == 11_972_184_181_054_553_555)
  }

  @Test func `drawn shapes`() {
    let shapes = DrawnShapes(seed: 5, side: 40)
    #expect(Digest.of(bytes: (0..<24).map { shapes.sample($0).picture.pixels }.joined()) == 12_104_183_074_842_399_940)
  }
}
