import NumberForms
import Testing

struct NumberTextTests {
  @Test(arguments: [
    (3999.0 / 4000, 1, ">99.9 %"), (1, 1, "100.0 %"), (0.9994, 1, "99.9 %"), (1.0 / 4000, 1, "<0.1 %"), (0, 1, "0.0 %"),
    (0.0006, 1, "0.1 %"), (0.996, 0, ">99 %"), (0.004, 0, "<1 %"), (0.5333, 1, "53.3 %"),
    (Double(Float(1).nextDown), 2, ">99.99 %"),
    (1e-9, 2, "<0.01 %"), (-0.00001, 1, "0.0 %"), (1.5, 0, "150 %"), (.nan, 1, "–"), (.infinity, 1, "∞"),
  ])
  func `a share that is not all is not 100 %, and one that is not nothing not 0 %`(
    share: Double, places: Int, text: String
  ) {
    #expect(NumberText.percent(share, places) == text)
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (-1_245_506, "-1,245,506"), (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func `thousands are parted by commas`(number: Int, text: String) {
    #expect(NumberText.grouped(number) == text)
    if number > -1_000_000_000 { #expect(NumberText.integer(Double(number)) == text) }
  }

  @Test(arguments: [
    (13_244_167_168, "1.324e10"), (-1_324_416.7, "-1,324,417"), (10_000.49, "10,000"), (9_999.99, "9999.9900"),
    (230.2585, "230.2585"), (999_999_999.4, "999,999,999"), (0.4237, "0.4237"), (3e-6, "3e-6"), (0, "0.0000"),
    (.infinity, "∞"), (.nan, "–"),
  ])
  func `places after the point are those that tell something`(number: Double, text: String) {
    #expect(NumberText.decimal(number, 4) == text)
  }

  @Test func `of a number beyond all measure four digits are written`() {
    #expect(NumberText.fixed(1.4781026252952944e36, 4) == "1.478e36" && NumberText.decimal(-1e20, 2) == "-1e20")
  }

  @Test func `a number in so many digits is the one that is rounded by its text`() {
    for (number, digits, text) in [
      (9.99e-6, 1, "1e-5"), (0.00123456, 3, "0.00123"), (123_456_789, 2, "1.2e8"), (2.5, 4, "2.5"),
    ] {
      #expect(NumberText.significant(number, digits) == text)
    }
  }
}
