import Figures
import Foundation
import Testing

@Suite struct ImageGridTests {
  @Test func `the page shows every picture, the text counts them`() {
    let html = Gallery.photos.html
    #expect(html.components(separatedBy: "<img").count - 1 == 24)
    #expect(html.components(separatedBy: "grid-template-columns:repeat(10,").count - 1 == 3)
    #expect(
      Gallery.photos.plainText.split(separator: "\n").filter { !$0.hasPrefix("  ") } == [
        "hands.train", "✊  10 pictures", "✋  10 pictures", "✌️  1,200 pictures, 7 shown",
        "All photos are stretched to 227×227.",
      ])
  }

  @Test func `captions stand in as many columns as pictures`() {
    let items = (1...5).map { ImageGrid.Item(source: nil, caption: "p\($0)", badge: $0 == 4 ? .bad : nil) }
    let grid = ImageGrid(groups: [.init(title: "all", items: items)], columns: 2)
    #expect(grid.plainText == "all  5 pictures\n  p1  p2\n  p3  ❌ p4\n  p5")
  }

  @Test func `the lines of a note stay lines`() {
    let grid = ImageGrid(groups: [.init(title: "x", items: [])], note: "one < two\nthree")
    #expect(grid.html.contains(">one &lt; two<br>three</div>"))
    #expect(grid.plainText.hasSuffix("one < two\nthree"))
  }

  @Test func `one picture is called one`() {
    #expect(ImageGrid(groups: [.init(title: "x", items: [], total: 1)]).plainText == "x  1 picture, 0 shown")
  }

  @Test func `a picture that cannot be shown leaves its place`() {
    let html = ImageGrid(groups: [.init(title: "x", items: [.init(source: nil, caption: "broken.jpg")])]).html
    #expect(!html.contains("<img"))
    #expect(html.contains("broken.jpg"))
  }
}
