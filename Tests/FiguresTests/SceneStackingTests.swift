import Figures
import Testing

@Suite struct SceneStackingTests {
  private static let point = Point(1, 2)
  private static let field = Rectangle(x: 1, y: 2, width: 3, height: 4)
  private static let elements: [Scene.Element] = [
    .lines([[point, Point(5, 6)]], Stroke(.text)), .area([point], .good, opacity: 0.5),
    .rectangle(field, .bad, opacity: 1, tooltip: "t"), .mark(.square, at: point, radius: 2, .axis),
    .picture("data:image/png;base64,", field, description: "d"), .text("x", at: point, TextStyle(.muted)),
    .hover(field, tooltip: "h"),
  ]
  private static let one = Scene(width: 20, height: 10, title: "one", summary: "First.", elements: elements)

  @Test func `scenes stand one below the other, and every element moves along`() {
    let whole = Scene.stacked([Self.one, Scene(width: 30, height: 5, title: "two", summary: ""), Self.one], gap: 2)
    #expect(whole.width == 30 && whole.height == 10 + 2 + 5 + 2 + 10)
    #expect(whole.title == "one; two; one" && whole.summary == "First. First.")
    let (place, field) = (Point(1, 21), Rectangle(x: 1, y: 21, width: 3, height: 4))
    #expect(Array(whole.elements.prefix(7)) == Self.elements)
    #expect(
      Array(whole.elements.dropFirst(7)) == [
        .lines([[place, Point(5, 25)]], Stroke(.text)), .area([place], .good, opacity: 0.5),
        .rectangle(field, .bad, opacity: 1, tooltip: "t"), .mark(.square, at: place, radius: 2, .axis),
        .picture("data:image/png;base64,", field, description: "d"), .text("x", at: place, TextStyle(.muted)),
        .hover(field, tooltip: "h"),
      ])
  }

  @Test func `paper lies under all of it, and has colours for light and dark`() {
    let sheet = Self.one.onPaper(margin: 3)
    #expect(sheet.width == 26 && sheet.height == 16)
    #expect(
      sheet.elements.first
        == .rectangle(Rectangle(x: 0, y: 0, width: 26, height: 16), .paper, opacity: 1, tooltip: nil))
    #expect(sheet.elements[4] == .mark(.square, at: Point(4, 5), radius: 2, .axis))
    let svg = SVGPrinter().print(sheet)
    #expect(svg.contains("<rect x=\"0\" y=\"0\" width=\"26\" height=\"16\" fill=\"#ffffff\" class=\"whet-paper-f\"/>"))
    #expect(svg.contains(".whet-paper-f{fill:#111111}"))
  }

  @Test func `a picture carries itself, and no other is fetched`() {
    let strange = Scene(
      width: 1, height: 1, title: "", summary: "",
      elements: [
        .picture("https://a.org/x.png", Self.field, description: "no"),
        .picture("data:image/png;base64,AA\"<", Self.field, description: "a <b>"),
      ])
    let svg = SVGPrinter().print(strange)
    #expect(!svg.contains("a.org"))
    #expect(
      svg.contains(
        "<image xmlns:xlink=\"http://www.w3.org/1999/xlink\" x=\"1\" y=\"2\" width=\"3\" height=\"4\" xlink:href=\"data:image/png;base64,AA&quot;&lt;\"><title>a &lt;b&gt;</title></image>"
      ))
  }
}
