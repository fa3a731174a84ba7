import Figures
import Foundation
import Testing

@testable import Commands
@testable import Experiments
@testable import Views

struct LiveDisplayTests {
  @Test func `the first picture is shown at once, then at most ten a second, and the last always`() {
    let page = Page()
    let live = LiveDisplay(on: page, identity: "figure")
    #expect(!live.isShown)
    let start = ContinuousClock.now
    var made = 0
    while ContinuousClock.now - start < (made < 2 ? .seconds(60) : .milliseconds(350)) {
      live.update {
        made += 1
        return .text("\(made)")
      }
    }
    let elapsed = (ContinuousClock.now - start).seconds
    #expect(live.isShown)
    #expect(made >= 2)
    #expect(Double(made) <= elapsed * 10 + 1)
    #expect(page.updates == made - 1)
    live.finish(.text("the end"))
    #expect(page.entries == [Page.Entry(kind: .display, identity: "figure", rendering: .text("the end"))])
  }

  @Test func `figures that live beside each other share the pictures of a second, until they are finished or gone`() {
    let (page, pace) = (Page(), LivePace())
    var figures = (0..<4).map { LiveDisplay(on: page, identity: "figure \($0)", pace: pace) }
    for figure in figures { figure.update { .text("first") } }
    #expect(pace.interval == .milliseconds(400))
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .milliseconds(900) { for figure in figures { figure.update { .text("next") } } }
    let elapsed = (ContinuousClock.now - start).seconds
    #expect(page.updates >= 4 && Double(page.updates) <= elapsed * 10 + 4)
    figures[0].finish(.text("done"))
    figures[0].finish(.text("done"))
    #expect(pace.interval == .milliseconds(300))
    figures.removeAll()
    #expect(pace.interval == .milliseconds(100))
    for _ in 0..<10 { pace.join() }
    // Six pictures a second for ten figures.
    #expect(pace.interval > .milliseconds(1660) && pace.interval < .milliseconds(1670))
  }

  @Test func `work too short for a second picture still leaves the last`() {
    let page = Page()
    let live = LiveDisplay(on: page, identity: "figure")
    for number in 0..<1000 { live.update { .text("\(number)") } }
    live.finish(.text("done"))
    #expect(page.updates <= 2)
    #expect(page.entries.map(\.rendering.plainText) == ["done"])
  }

  @Test func `a figure that was never begun is shown when it is finished`() {
    let page = Page()
    LiveDisplay(on: page, identity: "figure").finish(.text("done"))
    #expect(page.entries.map(\.rendering.plainText) == ["done"])
    #expect(page.updates == 0)
  }

  @Test func `every figure has an identity of its own`() {
    let page = Page()
    var next = 0
    let context = CommandContext(display: page) {
      next += 1
      return "\(next)"
    }
    context.live().finish(.text("a"))
    context.live().finish(.text("b"))
    #expect(page.entries.map(\.identity) == ["1", "2"])
    #expect(page.updates == 0)
  }
}
