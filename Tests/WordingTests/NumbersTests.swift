import Testing
import Wording

struct NumbersTests {
  @Test(
    arguments: [
      (250_000.1234, nil, "250,000"), (1234.5, nil, "1,235"), (123.456, nil, "123.5"), (12.3456, nil, "12.35"),
      (1, nil, "1.000"), (0.012_345, nil, "0.01235"), (0.000_031_234, nil, "3.123e-5"), (0, nil, "0.0000"),
      (-12.3456, nil, "-12.35"), (0.4, 1234.5, "0"), (1234.567, 0.5, "1234.5670"), (.infinity, nil, "∞"),
      (.nan, 1, "–"),
      (0.25, 0, "0.2500"), (1234.5, 1e-9, "1234.50000000"), (-1.234_56e20, 5, "-1.235e20"), (1e300, nil, "1e300"),
    ] as [(Double, Double?, String)])
  func `a measured number has the digits that tell something`(number: Double, scale: Double?, text: String) {
    #expect(Numbers.measured(number, like: scale) == text)
  }

  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (1_245_506, "1,245,506"), (-1234, "-1,234"),
    (Int.max, "9,223,372,036,854,775,807"), (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func `thousands are parted by commas`(number: Int, text: String) { #expect(Numbers.grouped(number) == text) }

  @Test func `a part of all has the same form everywhere`() {
    #expect(Numbers.part(1937, of: 2000) == "1,937 of 2,000" && Numbers.part(8, of: 15) == "8 of 15")
    #expect(
      Numbers.part(1, of: 1, "photo") == "1 of 1 photo" && Numbers.part(0, of: 1000, "photo") == "0 of 1,000 photos")
  }

  @Test(
    arguments: [
      (0, "0"), (8, "8"), (0.5, "0.5"), (1e-4, "1e-4"), (2.5e-5, "2.5e-5"), (0.001, "0.001"), (1e9, "1e9"),
      (123_456_789, "123456789"), (-3, "-3"), (.infinity, "∞"), (-.infinity, "-∞"), (.nan, "–"),
      (1.0 / 3, "0.3333333333333333"),
      (0.00123, "0.00123"), (1.5e300, "1.5e300"), (1e-4 * 0.99, "9.9e-5"), (0.1 + 0.2, "0.3"), (0.1 * 3, "0.3"),
      (1e-4 * 0.99 * 0.99, "9.801e-5"), (0.123456789012345, "0.123456789012345"), (1e-3, "0.001"),
    ] as [(Double, String)])
  func `a number is as short as it can be written`(number: Double, text: String) {
    #expect(Numbers.short(number) == text)
  }

  @Test(
    arguments: [
      (0.5, 2, "0.50"), (-0.0, 1, "0.0"), (1e20, 2, "1e20"), (.nan, 3, "–"), (.infinity, 3, "∞"), (2.675, 2, "2.67"),
    ] as [(Double, Int, String)])
  func `a number has as many places as are asked for`(number: Double, places: Int, text: String) {
    #expect(Numbers.fixed(number, places) == text)
  }

  @Test(
    arguments: [
      (3e-6, 4, "3e-6"), (-3.14e-6, 4, "-3.1e-6"), (0, 4, "0.0000"), (0.00005, 4, "0.0001"), (0.0123, 4, "0.0123"),
      (4.9e-5, 4, "4.9e-5"), (2, 4, "2.0000"), (.nan, 4, "–"),
    ] as [(Double, Int, String)])
  func `what is too small for its places is written with a power of ten`(number: Double, places: Int, text: String) {
    #expect(Numbers.decimal(number, places) == text)
  }

  @Test func `a number of single precision has no digits that it does not know`() {
    #expect(Numbers.short(Float(0.1)) == "0.1")
    #expect(Numbers.short(Float(1e-4) * 0.99) == "9.9e-5")
  }

  @Test(arguments: [
    (0, "0 ms"), (0.00001, "0.1 ms"), (0.00048, "0.5 ms"), (0.0123, "12 ms"), (0.9994, "999 ms"), (0.9996, "1.0 s"),
    (3.44, "3.4 s"), (59.94, "59.9 s"),
    (59.96, "1 min 0 s"), (125, "2 min 5 s"), (3600, "60 min 0 s"),
  ])
  func `a time is said as one would say it`(seconds: Double, text: String) {
    #expect(Numbers.duration(seconds) == text)
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (812, "812 bytes"), (1000, "1.0 KB"), (2_531_110, "2.5 MB"),
    (4_294_967_296, "4.3 GB"), (4_000_000_000_000, "4 TB"), (Int.max, "9,223,372 TB"),
  ])
  func `a size is said as one would say it`(count: Int, text: String) { #expect(Numbers.bytes(count) == text) }

  @Test func `words are joined as in a sentence`() {
    #expect(Numbers.list([]) == "")
    #expect(Numbers.list(["✊"]) == "✊")
    #expect(Numbers.list(["✊", "✋"]) == "✊ and ✋")
    #expect(Numbers.alternatives(["a", "b", "c"]) == "a, b or c")
    #expect(Numbers.count(1, "class", plural: "classes") == "1 class")
    #expect(Numbers.count(1200, "class", plural: "classes") == "1,200 classes")
    #expect(Numbers.percent(0.5333) == "53.3 %")
  }
}
