import Testing

@testable import RunStore

@Suite struct RememberedValuesTests {
  @Test func `a value is remembered by scope and name until forgotten`() throws {
    let folder = try TemporaryFolder()
    let store = try RunStore.open(folder: folder.url)
    #expect(try store.remembered("learningRate", in: "hand") == nil)
    try store.remember("0.001", as: "learningRate", in: "hand")
    try store.remember("0.01", as: "learningRate", in: "hand")
    try store.remember("3", as: "numberOfNeighbors", in: "near")
    let again = try RunStore.open(folder: folder.url)
    #expect(try again.remembered("learningRate", in: "hand") == "0.01")
    #expect(try again.remembered(in: "near") == ["numberOfNeighbors": "3"])
    try again.remember(nil, as: "learningRate", in: "hand")
    #expect(try store.remembered(in: "hand").isEmpty)
  }
}
