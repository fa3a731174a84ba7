import Foundation
import Testing

@testable import JupyterKernel

@Suite struct ParentWatchTests {
  @Test(arguments: [nil, "", "0", "1", "-5", "x", "99999999999999999999"])
  func `what is no process to watch is not watched`(number: String?) {
    #expect(ParentWatch(number: number) == nil)
  }

  @Test(.enabled(if: getppid() > 1, "whoever started these tests has gone"))
  func `the parent of this process is there`() throws {
    var watch = try #require(ParentWatch(number: "\(getppid())"))
    let hasGone = watch.parentHasGone()
    #expect(!hasGone)
  }

  @Test func `a process that has gone is missed, at the next look`() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/true")
    try process.run()
    process.waitUntilExit()
    var watch = try #require(ParentWatch(number: "\(process.processIdentifier)"))
    let begun = Clock.milliseconds
    let looked = watch.parentHasGone()
    // A machine that stood still in between has made it the next look.
    let early = Clock.milliseconds - begun < ParentWatch.interval && looked
    Clock.sleep(milliseconds: ParentWatch.interval + 20)
    let late = watch.parentHasGone()
    #expect([early, late] == [false, true])
  }
}
