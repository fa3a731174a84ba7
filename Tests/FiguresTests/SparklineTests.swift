import Figures
import Testing

@Suite struct SparklineTests {
  @Test(
    arguments: [
      ([], ""), ([1], "▅"), ([1, 1], "▅▅"), ([0, 1], "▁█"), ([0, .nan, 8], "▁ █"),
      ([0, 1, 2, 3, 4, 5, 6, 7], "▁▂▃▄▅▆▇█"),
      ([.infinity], " "),
    ] as [([Double], String)])
  func `numbers become blocks`(values: [Double], text: String) {
    #expect(Sparkline(values).plainText == text)
  }

  @Test func `many numbers become sixteen blocks, the first and the last among them`() {
    let text = Sparkline((0..<1000).map(Double.init)).plainText
    #expect(text.count == 16)
    #expect(text.first == "▁")
    #expect(text.last == "█")
  }

  @Test func `a common range makes curves comparable`() {
    #expect(Sparkline([1, 2], range: 0...8).plainText == "▂▃")
    #expect(Sparkline([-5, 50], range: 0...8).plainText == "▁█")
  }

  @Test func `the image carries its own drawing`() {
    let image = Sparkline([3, 2, 1]).image
    #expect(image.contains("src=\"data:image/svg+xml;base64,"))
    #expect(image.contains("alt=\"█▅▁\""))
  }
}
