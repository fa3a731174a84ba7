import Foundation
import Testing

@testable import Downloads

/// Several files together: where they wait, when they take their places, and what is left when something goes wrong.
struct FetcherTests {
  private let basket: Basket

  init() throws { basket = try Basket() }

  private func fetcher(_ server: LoopbackServer, isWhole: Bool = true, patience: Int = 20) -> Fetcher {
    Fetcher(
      Basket.collection(server, isWhole: isWhole), into: basket.path("pair"), agent: "whet/test", patience: patience)
  }

  private static let settled = ["pair/a.bin", "pair/deep/✊ b.txt"]

  @Test(arguments: [true, false])
  func `all files come, and nothing else is left`(isWhole: Bool) throws {
    let server = try LoopbackServer(Basket.serve)
    let count = try fetcher(server, isWhole: isWhole).run { true }
    #expect(count == 300_015)
    #expect(basket.tree == Self.settled)
    #expect(basket.bytes("pair/a.bin") == Basket.content)
    #expect(basket.bytes("pair/deep/✊ b.txt") == Basket.second)
    let inventory = fetcher(server).inventory()
    #expect(inventory.right.count == 2 && inventory.other.isEmpty && inventory.missing.isEmpty)
  }

  @Test func `what is there is not asked for again`() throws {
    let server = try LoopbackServer(Basket.serve)
    _ = try fetcher(server).run { true }
    #expect(try fetcher(server).run { true } == 0)
    #expect(server.requests.count == 2)
  }

  @Test func `a file that is missing is added to those that are there`() throws {
    try basket.write(Basket.second, to: "pair/deep/✊ b.txt")
    let server = try LoopbackServer(Basket.serve)
    #expect(try fetcher(server).run { true } == 300_000)
    #expect(basket.tree == Self.settled)
  }

  @Test func `another file of the same name stays as it is`() throws {
    try basket.write([1, 2, 3], to: "pair/a.bin")
    let server = try LoopbackServer(Basket.serve)
    #expect(fetcher(server).inventory().other.map(\.path) == ["a.bin"])
    #expect(try fetcher(server).run { true } == 15)
    #expect(basket.bytes("pair/a.bin") == [1, 2, 3])
  }

  @Test func `a link of that name stays, also one that leads nowhere`() throws {
    try basket.write(Basket.second, to: "pair/deep/✊ b.txt")
    #expect(symlink("nowhere", basket.path("pair/a.bin")) == 0)
    let server = try LoopbackServer(Basket.serve)
    #expect(fetcher(server).inventory().other.map(\.path) == ["a.bin"])
    #expect(try fetcher(server).run { true } == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: basket.path("pair/a.bin")) == "nowhere")
  }

  @Test func `what somebody puts there while it comes stays`() throws {
    try basket.write(Basket.second, to: "pair/deep/✊ b.txt")
    let server = try LoopbackServer(Basket.serve)
    let basket = basket
    _ = try fetcher(server).run {
      if !FileManager.default.fileExists(atPath: basket.path("pair/a.bin")) { try? basket.write([7], to: "pair/a.bin") }
      return true
    }
    #expect(basket.bytes("pair/a.bin") == [7])
    #expect(basket.tree == Self.settled)
  }

  @Test func `nothing takes its place before all is there`() throws {
    let server = try LoopbackServer { request in
      request.target.hasSuffix("a.bin") ? Basket.serve(request) : LoopbackServer.status("404 Not Found")
    }
    #expect(throws: DownloadError.self) { try fetcher(server).run { true } }
    #expect(!FileManager.default.fileExists(atPath: basket.path("pair")))
    let good = try LoopbackServer(Basket.serve)
    #expect(try fetcher(good).run { true } == 15, "what had come is used")
    #expect(good.requests.map(\.target) == ["/data/pair/deep/%E2%9C%8A%20b.txt"])
    #expect(basket.tree == Self.settled)
  }

  @Test func `what was left and is damaged comes again`() throws {
    try basket.write([UInt8](repeating: 0, count: 300_000), to: ".pair.fetch/a.bin")
    try basket.write([1], to: ".pair.fetch/old.bin.part")
    let server = try LoopbackServer(Basket.serve)
    #expect(try fetcher(server).run { true } == 300_015)
    #expect(basket.tree == Self.settled)
  }

  @Test func `it tells how far it is, without falling back`() throws {
    let server = try LoopbackServer(Basket.serve)
    var told: [Fetcher.Progress] = []
    _ = try fetcher(server).run {
      true
    } report: {
      told.append($0)
    }
    #expect(told.allSatisfy { $0.total == 300_015 })
    #expect(told.map(\.received) == told.map(\.received).sorted())
    #expect(told.last == Fetcher.Progress(received: 300_015, total: 300_015, fresh: 300_015))
  }

  @Test func `an interrupt keeps what has come, and the next one goes on`() throws {
    let slow = try LoopbackServer { request in
      request.target.hasSuffix("a.bin")
        ? [.head("200 OK", ["Content-Length": "300000"]), .bytes(Array(Basket.content[..<777])), .silence(60_000)] : []
    }
    var received = 0
    #expect(throws: DownloadError.interrupted(received: 777)) {
      try fetcher(slow).run {
        received < 777
      } report: {
        received = $0.received
      }
    }
    #expect(basket.tree == [".pair.fetch/a.bin.part"])
    let server = try LoopbackServer(Basket.serve)
    #expect(try fetcher(server).run { true } == 300_015 - 777)
    #expect(basket.tree == Self.settled)
  }

  @Test func `where nothing came nothing is left`() throws {
    let server = try LoopbackServer { _ in LoopbackServer.status("500 Internal Server Error") }
    #expect(throws: DownloadError.self) { try fetcher(server).run { true } }
    #expect(!FileManager.default.fileExists(atPath: basket.path(".pair.fetch")))
  }

  @Test func `two cannot download the same at once`() throws {
    let staging = try StagingFolder(basket.path(".pair.fetch"))
    let server = try LoopbackServer(Basket.serve)
    #expect(throws: DownloadError.busy(folder: staging.folder)) { try fetcher(server).run { true } }
    #expect(server.requests.isEmpty)
  }

  @Test func `a folder that cannot be made is told`() throws {
    try basket.write([1], to: "pair")
    let server = try LoopbackServer(Basket.serve)
    guard case .cannotWrite = #expect(throws: DownloadError.self, performing: { try fetcher(server).run { true } })
    else {
      Issue.record("a file was taken for a folder")
      return
    }
    #expect(basket.bytes("pair") == [1])
  }
}
