import Figures
import Foundation
import FoundationXML
import Testing

@Suite struct RenderingTests {
  @Test func `what is folded opens behind a line, and is the same otherwise`() throws {
    let table = Table(columns: [Table.Column("a")], rows: [["1"]]).rendering
    let folded = table.folded("1 < 2")
    let html = try #require(folded.html)
    #expect(html.contains("<details class=\"whet-fold\"><summary") && html.contains(">1 &lt; 2</summary>"))
    #expect(html.contains(try #require(table.html)) && html.contains("@media print"))
    #expect(folded.plainText == table.plainText && folded.svg == nil)
  }

  private static let chart = Gallery.training(epochs: 3).rendering()

  @Test func `a stack holds all parts in every form`() throws {
    let stack = Rendering.stacked([.text("above"), Self.chart, Gallery.epochs.rendering])
    let html = try #require(stack.html)
    #expect(html.contains("above") && html.contains("class=\"whet-figure\"") && html.contains("<table"))
    #expect(stack.svg == Self.chart.svg)
    #expect(stack.plainText.hasPrefix("above\n\nTraining hand\n"))
  }

  @Test func `several drawings become one, one below the other`() throws {
    let stack = try #require(Rendering.stacked([Self.chart, Gallery.bars.rendering(), Self.chart]).svg)
    #expect(XMLParser(data: Data(stack.utf8)).parse())
    #expect(stack.components(separatedBy: "<svg ").count - 1 == 4)
    let tops = stack.components(separatedBy: "<svg y=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(tops.count == 3 && tops[0] == "0")
    #expect(Set(tops).count == 3)
  }

  @Test func `one part is itself, none is empty`() {
    #expect(Rendering.stacked([Self.chart]) == Self.chart)
    #expect(Rendering.stacked([]) == Rendering(plainText: ""))
  }

  @Test func `parts without a page form are not lost on the page`() throws {
    let html = try #require(
      Rendering.stacked([Rendering(plainText: "a<b"), Rendering(svg: Self.chart.svg, plainText: "c")]).html)
    #expect(html.contains("<pre>a&lt;b</pre>"))
    #expect(html.contains("<img alt=\"c\""))
  }

  @Test func `equal figures give equal text`() {
    for epochs in [0, 1, 50] {
      #expect(Gallery.training(epochs: epochs).rendering() == Gallery.training(epochs: epochs).rendering())
    }
  }
}
