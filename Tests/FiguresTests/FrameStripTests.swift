import Figures
import Foundation
import Testing

struct FrameStripTests {
  private func strip(_ count: Int) -> FrameStrip {
    FrameStrip(
      title: "filters", frames: (0..<count).map { FrameStrip.Frame("epoch \($0)", Rendering.text("frame \($0)")) })
  }

  @Test func `every frame is on the page, in order, and needs neither script nor style sheet`() throws {
    let html = try #require(strip(11).rendering.html)
    for number in 0..<11 { #expect(html.contains("epoch \(number)</b>") && html.contains("frame \(number)<")) }
    #expect(html.components(separatedBy: "scroll-snap-align:start").count == 12)
    #expect(html.contains("overflow-x:scroll"))
    #expect(!html.contains("<script") && !html.contains("<style") && !html.contains("<input"))
  }

  @Test func `as text the first and the last are told`() {
    #expect(strip(3).rendering.plainText == "filters: 3 frames\nepoch 0\nframe 0\n⋯\nepoch 2\nframe 2")
    #expect(strip(1).rendering.plainText == "filters: 1 frame\nepoch 0\nframe 0")
    #expect(strip(0).rendering.plainText == "filters")
  }

  @Test func `captions and titles are text, whatever they hold`() throws {
    let html = try #require(
      FrameStrip(title: "<a>", frames: [FrameStrip.Frame("<b onload=x>", Rendering.text("c"))]).rendering.html)
    #expect(!html.contains("<a>") && !html.contains("<b onload"))
  }
}
