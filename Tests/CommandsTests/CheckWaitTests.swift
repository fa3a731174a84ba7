import Figures
import Testing

@testable import Commands
@testable import Experiments

struct CheckWaitTests {
  private let page = Page()

  private func wait() -> CheckWait { CheckWait(context: CommandContext(display: page, makeIdentity: { "check" })) }

  @Test func `a large check shows how far it is, and at last what was done`() {
    let wait = wait()
    wait.show(.reading(4, of: 300))
    #expect(page.text.contains("Reading 4 of 300 photos"))
    wait.show(.reading(300, of: 300))
    #expect(page.text.contains("300 of 300 photos read."))
    wait.show(.looking(0, of: 300, through: "tiny"))
    #expect(page.text.contains("Looking through tiny: 0 of 300 photos"))
    wait.show(.looking(300, of: 300, through: "tiny"))
    #expect(page.text.contains("300 photos looked at through tiny."))
  }

  @Test func `a small check shows nothing, nor one whose features are known`() {
    let wait = wait()
    wait.show(.reading(4, of: 200))
    wait.show(.reading(200, of: 200))
    wait.show(.looking(0, of: 64, through: "tiny"))
    wait.show(.looking(300, of: 300, through: "tiny"))
    #expect(page.text.isEmpty)
  }
}
