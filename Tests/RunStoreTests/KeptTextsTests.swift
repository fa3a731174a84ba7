import Foundation
import Testing

@testable import RunStore

struct KeptTextsTests {
  private let hashes = (0..<4).map { ContentHash(of: [UInt8($0)]) }

  @Test func `a text holds its content, and the next one lets go of what it does not need`() throws {
    let folder = try TemporaryFolder()
    let store = try RunStore.open(folder: folder.url)
    try store.keep("one", as: "hand", in: "models", needing: [hashes[0], hashes[1]])
    try store.keep("other", as: "near", in: "models", needing: [hashes[3]])
    #expect(try store.held() == [hashes[0], hashes[1], hashes[3]])
    try store.keep("two", as: "hand", in: "models", needing: [hashes[1], hashes[2]])
    #expect(try store.held() == [hashes[1], hashes[2], hashes[3]])
    #expect(try store.remembered(in: "models") == ["hand": "two", "near": "other"])
  }

  @Test func `a forgotten text lets go of everything`() throws {
    let folder = try TemporaryFolder()
    let store = try RunStore.open(folder: folder.url)
    try store.keep("one", as: "hand", in: "models", needing: [hashes[0]])
    try store.keep("two", as: "hand", in: "others", needing: [hashes[1]])
    try store.forget("hand", in: "models")
    #expect(try store.held() == [hashes[1]])
    #expect(try store.remembered("hand", in: "models") == nil)
    #expect(try store.remembered("hand", in: "others") == "two")
  }

  @Test func `content that is not brought to the disk is whole all the same`() throws {
    let folder = try TemporaryFolder()
    let contents = ContentStore(stateFolder: folder.url)
    let hash = try contents.put(Data("head".utf8), isDurable: false)
    #expect(try contents.get(hash) == Data("head".utf8))
  }
}
