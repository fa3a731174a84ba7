import Figures
import Foundation
import FoundationXML
import Testing

@Suite struct SVGPrinterTests {
  private static let scene = Scene(
    width: 100, height: 50.25, title: "A < B", summary: "Two things.",
    elements: [
      .lines(
        [[Point(0, 0), Point(10.04, 10.06)], [Point(5, 5), Point(6, 5)]], Stroke(.series(1), width: 2, dash: [4, 2])),
      .area([Point(0, 0), Point(1, 0), Point(1, 1)], .series(0), opacity: 0.2),
      .rectangle(Rectangle(x: 1, y: 2, width: 3, height: 4), .good, opacity: 1, tooltip: "half & half"),
      .mark(.circle, at: Point(1, 1), radius: 3, .series(0)), .mark(.triangle, at: Point(1, 1), radius: 3, .bad),
      .text("loss", at: Point(3, 4), TextStyle(.text, size: 12, anchor: .end, isBold: true)),
      .hover(Rectangle(x: 0, y: 0, width: 9, height: 9), tooltip: "epoch 1\nloss 2"),
    ])

  @Test func `a drawing has tooltips for pages that make it a part of their own`() {
    let svg = SVGPrinter().print(Self.scene)
    #expect(svg.contains("<title>half &amp; half</title>"))
    #expect(svg.contains("fill-opacity=\"0\"><title>epoch 1\nloss 2</title></rect>"))
  }

  @Test func `groups are named, and colours in them are known in the dark`() {
    var scene = Self.scene
    let line = Scene.Element.lines([[Point(0, 0), Point(1, 1)]], Stroke(.series(6)))
    scene.elements = [.group(.curves(panel: 1), [line]), .group(.places, []), .group(.leads, [line])]
    scene.data = "{\"a\":\"<\"}"
    let svg = SVGPrinter().print(scene)
    #expect(svg.contains("<g class=\"whet-curves-1\"><path d=\"M0 0L1 1\""))
    #expect(svg.contains("<g class=\"whet-places\"></g>"))
    #expect(svg.contains(".whet-6-s{stroke:#d3a384}"))
    #expect(svg.contains("<metadata>{\"a\":\"&lt;\"}</metadata>"))
    #expect(scene.drawn == [line, line])
  }

  @Test func `a free-standing drawing brings its colours for light and dark`() {
    let svg = SVGPrinter().print(Self.scene)
    #expect(svg.contains("@media (prefers-color-scheme:dark){"))
    #expect(svg.contains(".whet-1-s{stroke:#ff9447}"))
    #expect(svg.contains("font-family=\"sans-serif\""))
    for absent in ["currentColor", "var(", "light-dark("] {
      #expect(!svg.contains(absent), "\(absent)")
    }
  }

  @Test func `coordinates have one decimal`() {
    #expect(SVGPrinter().print(Self.scene).contains("d=\"M0 0L10 10.1M5 5L6 5\""))
  }

  @Test func `a drawing says what it is`() {
    let svg = SVGPrinter().print(Self.scene)
    #expect(svg.contains("role=\"img\" aria-label=\"A &lt; B. Two things.\""))
    #expect(svg.contains("<desc>Two things.</desc>"))
    #expect(svg.contains("viewBox=\"0 0 100 50.2\""))
    #expect(svg.contains("<title>A &lt; B</title>"))
  }

  @Test(arguments: Gallery.figures.map(\.name))
  func `every drawing is well-formed and carries nothing foreign`(name: String) throws {
    let figure = try #require(Gallery.figures.first { $0.name == name }).rendering
    let html = figure.html ?? ""
    #expect(!html.contains("<svg"), "words of a drawing would be left where drawings are taken away")
    for svg in [figure.svg].compactMap(\.self) {
      let parser = XMLParser(data: Data(svg.utf8))
      #expect(parser.parse(), "\(parser.parserError.debugDescription)")
      for foreign in ["<script", "foreignObject", "href", " id=", "url(", "onload"] where name != "hostile" {
        #expect(!svg.replacing("xlink:href=\"data:image/", with: "").contains(foreign), "\(foreign)")
      }
    }
    #expect(!html.contains("<script"))
    #expect(!html.contains("javascript:"))
  }
}
