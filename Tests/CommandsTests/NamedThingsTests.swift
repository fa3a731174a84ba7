import Testing

@testable import Commands
@testable import Experiments

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

  @Test func `the mark changes whenever a name is given or taken away`() {
    var things = NamedThings<Int>()
    things["a"] = 1
    let mark = things.lastMark
    _ = things["a"]
    #expect(things.lastMark == mark)
    things["a"] = 1
    #expect(things.lastMark != mark)
    let next = things.lastMark
    things["b"] = nil
    #expect(things.lastMark != next)
  }
}
