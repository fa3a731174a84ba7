import Testing

@testable import Views

/// How long a piece of work takes yet.
struct TimeLeftTests {
  @Test(arguments: [(10.0, 1.0, 4.0, ["30.0 s left"]), (60, 20, 30, ["30.0 s left"]), (200, 1, 2, ["3 min 20 s left"])])
  func `it goes on as evenly as it went`(passed: Double, done: Double, count: Double, said: [String]) {
    #expect(TimeLeft(passed: passed, done: done, of: count).details == said)
  }

  @Test(arguments: [(1.9, 1.0, 4.0), (10, 0, 4), (10, 4, 4)])
  func `nothing is said of short work, before anything is done, and at the end`(
    passed: Double, done: Double, count: Double
  ) {
    #expect(TimeLeft(passed: passed, done: done, of: count).details.isEmpty)
  }
}
