import Pictures
import Samples
import Testing

/// Drawn hands: the same on every machine, all different, and a hand in each.
struct DrawnHandsTests {
  @Test func `the same seed gives the same bytes`() {
    let once = DrawnHands(seed: 3, side: 48).picture(of: .scissors, number: 5)
    let again = DrawnHands(seed: 3, side: 48).picture(of: .scissors, number: 5)
    #expect(once == again)
  }

  /// Only sums, products and square roots go into a picture, so its bytes must not depend on the machine or the
  /// optimizer: these checksums were written down once.
  private static let written: [UInt64] = [
    13_634_399_714_129_765_429, 18_138_315_873_367_590_379, 458_774_280_140_474_032, 925_884_145_710_604_804,
    13_838_152_012_069_678_937, 8_087_874_336_356_974_605, 14_011_587_141_073_298_561, 5_698_888_053_302_785_191,
  ]

  @Test(arguments: zip(Gesture.allCases, written)) func `the bytes are those of every machine`(
    gesture: Gesture, sum: UInt64
  ) {
    #expect(checksum(DrawnHands(seed: 1, side: 32).picture(of: gesture, number: 0)) == sum)
  }

  @Test func `seed, gesture and number each make another picture`() {
    var seen: Set<UInt64> = []
    for seed in [UInt64(1), 2] {
      for gesture in Gesture.allCases {
        for number in 0..<4 {
          seen.insert(checksum(DrawnHands(seed: seed, side: 32).picture(of: gesture, number: number)))
        }
      }
    }
    #expect(seen.count == 2 * Gesture.allCases.count * 4)
  }

  @Test(arguments: [8, 31, 224]) func `a picture is as large as asked for`(side: Int) {
    let picture = DrawnHands(seed: 1, side: side).picture(of: .rock, number: 0)
    #expect(picture.width == side && picture.height == side)
  }

  private func checksum(_ picture: Picture) -> UInt64 {
    picture.pixels.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
