import Figures
import Foundation
import Testing

@Suite struct NumberFormatTests {
  @Test(arguments: [
    (0, NumberFormat.integer, "0"), (1_245_506, .integer, "1,245,506"), (-1234.5, .integer, "-1,234"),
    (999, .integer, "999"), (1000, .integer, "1,000"), (2.5, .integer, "2"), (3.5, .integer, "4"),
    (2.30258509, .fixed(4), "2.3026"), (0, .fixed(4), "0.0000"), (-0.00001, .fixed(4), "0.0000"),
    (53.333333, .fixed(2), "53.33"), (3e-6, .decimal(4), "3e-6"), (0, .decimal(4), "0.0000"),
    (-3.14e-6, .decimal(4), "-3.1e-6"), (0.00005, .decimal(4), "0.0001"), (2.5, .decimal(4), "2.5000"),
    (0.8, .percentage(1), "80.0 %"), (1, .percentage(0), "100 %"),
    (0.5333333, .percentage(2), "53.33 %"), (2.831, .significant(4), "2.831"), (0.0001, .significant(3), "1e-4"),
    (1e-5, .significant(3), "1e-5"), (9.99999e-6, .significant(3), "1e-5"), (0.000123456, .significant(3), "1.23e-4"),
    (1.5e-7, .significant(3), "1.5e-7"), (12_345_678, .significant(3), "1.23e7"),
    (1_234_567, .significant(3), "1234567"),
    (0, .significant(3), "0"), (-2.5, .significant(2), "-2.5"), (100, .significant(3), "100"),
    (1e300, .significant(3), "1e300"),
    (.nan, .fixed(4), "–"), (.infinity, .percentage(1), "∞"), (-.infinity, .integer, "-∞"),
    (1e20, .fixed(2), "1e20"), (-1e20, .integer, "-1e20"), (0.1, .fixed(-3), "0"),
    (1e14, .fixed(15), "100000000000000.0"),
  ])
  func `numbers are written so`(value: Double, format: NumberFormat, text: String) {
    #expect(format.text(value) == text)
  }

  @Test func `decimals are rounded as C's printf rounds them`() {
    var noise = Noise(state: 3)
    let parts: [Double] = [1, 2, 4, 8, 10, 100, 1000]
    let halves = (0..<2000).map { (Double($0) + 0.5) / parts[$0 % 7] }
    let random = (0..<3000).map { _ in noise.next() * 1000 }
    let values = halves + halves.map(\.nextUp) + halves.map(\.nextDown) + random
    let wrong = values.filter { value in
      (0...6).contains { places in
        let expected = String(format: "%.\(places)f", value)
        let isNegativeZero = expected.hasPrefix("-") && !expected.contains { $0 >= "1" && $0 <= "9" }
        return NumberFormat.fixed(places).text(value) != (isNegativeZero ? String(expected.dropFirst()) : expected)
      }
    }
    #expect(wrong == [])
  }
}
