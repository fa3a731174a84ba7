import Figures
import Testing

@Suite struct CSVTextTests {
  @Test func `fields are quoted where they must be, and numbers have all their digits`() {
    var table = CSVText(header: ["name", "a,b"])
    table.append([.text("plain"), .number(0.1)])
    table.append([.text("say \"hi\""), .number(nil)])
    table.append([.text("two\r\nlines"), .integer(-3)])
    table.append([.text("✊"), .number(20)])
    #expect(
      table.text
        == "name,\"a,b\"\nplain,0.1\n\"say \"\"hi\"\"\",\n\"two\r\nlines\",-3\n✊,20\n")
    #expect(table.rowCount == 4)
  }

  @Test(arguments: [
    (1.0 / 3, "0.3333333333333333"), (1e-7, "1e-07"), (1e300, "1e+300"), (-0.5, "-0.5"), (.nan, "nan"),
    (.infinity, "inf"),
    (-.infinity, "-inf"), (123456, "123456"),
  ])
  func `a number is read back as it was`(number: Double, text: String) {
    var table = CSVText(header: ["x"])
    table.append([.number(number)])
    #expect(table.text == "x\n\(text)\n")
  }
}
