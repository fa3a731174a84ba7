import RunStore
import TestSupport
import Testing

@testable import Experiments

struct KeptValuesTests {
  @Test func `values are there in a later process, by scope`() throws {
    let folder = try TemporaryFolder(), store = try RunStore.open(folder: folder.url)
    let values = KeptValues<[Int]>(store, scope: "a")
    #expect(values.all.isEmpty)
    values.put([1, 2], "one")
    values.put([3], "two")
    values.put(nil, "two")
    #expect(values.all == ["one": [1, 2]])
    #expect(KeptValues<[Int]>(store, scope: "a").all == ["one": [1, 2]])
    #expect(KeptValues<[Int]>(store, scope: "b").all.isEmpty)
  }

  @Test func `what cannot be read is left out`() throws {
    let folder = try TemporaryFolder(), store = try RunStore.open(folder: folder.url)
    try store.remember("[1]", as: "one", in: "a")
    try store.remember("of another version", as: "two", in: "a")
    #expect(KeptValues<[Int]>(store, scope: "a").all == ["one": [1]])
  }

  @Test func `without a store they last as long as the process`() {
    let values = KeptValues<Int>(nil, scope: "a")
    values.put(1, "one")
    #expect(values.all == ["one": 1])
  }
}
