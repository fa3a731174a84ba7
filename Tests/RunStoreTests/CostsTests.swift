import Foundation
import Testing

@testable import RunStore

struct CostsTests {
  private func cost(_ number: Int, session: String = "a", place: String = "/p") -> StoredCost {
    StoredCost(
      session: session, place: place, statement: "train \(number)",
      started: Date(timeIntervalSince1970: Double(number)), record: "{\"seconds\":\(number)}")
  }

  @Test func `costs of a place come oldest first, of one session or of all`() throws {
    let folder = try TemporaryFolder()
    let store = try RunStore.open(folder: folder.url)
    let all = [cost(1), cost(2, session: "b"), cost(3, place: "/q"), cost(4)]
    for cost in all { try store.add(cost) }
    #expect(try store.costs(in: "/p") == [all[0], all[1], all[3]])
    #expect(try store.costs(in: "/p", session: "a") == [all[0], all[3]])
    #expect(try store.costs(in: "/p", last: 2) == [all[1], all[3]])
    #expect(try store.costs(in: "/r") == [])
  }

  @Test func `they are there after the store was closed`() throws {
    let folder = try TemporaryFolder()
    do { try RunStore.open(folder: folder.url).add(cost(1)) }
    #expect(try RunStore.open(folder: folder.url).costs(in: "/p") == [cost(1)])
  }
}
