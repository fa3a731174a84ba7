import Testing

@testable import Commands

struct NamedThingsTests {
  @Test func `things are found under their names`() {
    var things = NamedThings<Int>()
    #expect(things.isEmpty && things["a"] == nil)
    things["a"] = 1
    things["b"] = 2
    #expect(things["a"] == 1 && things.count == 2)
    #expect(things.keys.sorted() == ["a", "b"] && things.values.sorted() == [1, 2])
    things["a"] = nil
    #expect(things.map(\.key) == ["b"])
  }

  @Test func `what was given since is told, also where it is the same`() {
    var things = NamedThings<Int>()
    things["a"] = 1
    things["b"] = 2
    things["c"] = 3
    let earlier = things
    #expect(things.changes(since: earlier) == [])
    things["a"] = 1
    things["b"] = nil
    things["d"] = 4
    #expect(things.changes(since: earlier) == ["a", "b", "d"])
    #expect(earlier.changes(since: things) == ["a", "b", "d"])
    things["e"] = 5
    things["e"] = nil
    #expect(things.changes(since: earlier) == ["a", "b", "d"])
  }
}
