import Testing

@testable import Experiments

struct RecentValuesTests {
  private func values(_ capacity: Int) -> RecentValues<String, Int> { RecentValues(capacity: capacity) { $0 } }

  @Test func `what fits is kept`() {
    var values = values(20)
    values.keep(5, as: "a")
    values.keep(4, as: "b")
    #expect(values.value(of: "a") == 5)
    #expect(values.value(of: "b") == 4)
    #expect(values.value(of: "c") == nil)
  }

  @Test func `who is not asked for is forgotten first`() {
    var values = values(20)
    for (index, key) in ["a", "b", "c", "d"].enumerated() {
      values.keep(5, as: key)
      if index == 2 { #expect(values.value(of: "a") == 5) }
    }
    #expect(values.value(of: "a") == 5)
    #expect(values.value(of: "d") == 5)
    #expect(values.value(of: "b") == nil)
  }

  @Test func `the room is never exceeded`() {
    var values = values(100)
    for key in 0..<1000 { values.keep(7, as: "\(key)") }
    #expect((0..<1000).count { values.value(of: "\($0)") != nil } <= 100 / 7)
  }

  @Test func `what takes more than half of the room is not kept`() {
    var values = values(20)
    values.keep(11, as: "a")
    #expect(values.value(of: "a") == nil)
    values.capacity = 0
    values.keep(1, as: "b")
    #expect(values.value(of: "b") == nil)
  }

  @Test func `a key has one value, counted once`() {
    var values = values(20)
    for _ in 0..<10 { values.keep(6, as: "a") }
    values.keep(4, as: "b")
    #expect(values.value(of: "a") == 6)
    #expect(values.value(of: "b") == 4)
  }
}
