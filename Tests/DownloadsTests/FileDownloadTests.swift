import Foundation
import Testing

@testable import Downloads

/// One file, from servers that behave and servers that do not.
struct FileDownloadTests {
  private let basket: Basket

  init() throws { basket = try Basket() }

  /// Downloads `a.bin`; what has come lies in `a.bin.part`.
  private func download(
    _ file: DownloadFile, patience: Int = 20, goesOn: @escaping () -> Bool = { true },
    report: @escaping (Int) -> Void = { _ in }
  ) throws {
    let download = FileDownload(
      file: file, part: try PartFile(basket.path("a.bin.part")), transfer: try Transfer(agent: "whet/test"),
      patience: patience, watch: .init(goesOn: goesOn, report: report))
    try download.run()
  }

  private func error(_ file: DownloadFile, patience: Int = 20) -> DownloadError? {
    #expect(throws: DownloadError.self) { try download(file, patience: patience) }
  }

  private var content: [UInt8] { Basket.content }
  private var part: [UInt8]? { basket.bytes("a.bin.part") }

  @Test func `a file comes whole, and the server knows who asks`() throws {
    let server = try LoopbackServer(Basket.serve)
    try download(Basket.file(server))
    #expect(part == content)
    #expect(server.requests.map(\.headers["user-agent"]) == ["whet/test"])
    #expect(server.requests.map(\.headers["range"]) == [nil])
  }

  @Test func `what has come before is not asked for again`() throws {
    try basket.write(Array(content[..<100_000]), to: "a.bin.part")
    let server = try LoopbackServer(Basket.serve)
    try download(Basket.file(server))
    #expect(part == content)
    #expect(server.requests.map(\.headers["range"]) == ["bytes=100000-"])
  }

  @Test func `a file that is all there is only checked`() throws {
    try basket.write(content, to: "a.bin.part")
    let server = try LoopbackServer(Basket.serve)
    try download(Basket.file(server))
    #expect(server.requests.isEmpty)
  }

  @Test func `a server that knows no ranges sends the whole again`() throws {
    try basket.write(Array(content[..<100_000]), to: "a.bin.part")
    let server = try LoopbackServer { _ in [.head("200 OK", ["Content-Length": "300000"]), .bytes(Basket.content)] }
    try download(Basket.file(server))
    #expect(part == content)
  }

  @Test(arguments: ["416 Range Not Satisfiable", "206 Partial Content"])
  func `a server that gets ranges wrong is asked for the whole`(answer: String) throws {
    try basket.write(Array(content[..<100_000]), to: "a.bin.part")
    let server = try LoopbackServer { request in
      request.firstByte > 0
        ? [.head(answer, ["Content-Range": "bytes 5-299999/300000"]), .bytes(Basket.content)]
        : LoopbackServer.content(Basket.content, for: request)
    }
    try download(Basket.file(server))
    #expect(part == content)
    #expect(server.requests.map(\.firstByte) == [100_000, 0])
  }

  @Test func `the beginning of another file is found out, and the whole is asked for`() throws {
    try basket.write([UInt8](repeating: 7, count: 100_000), to: "a.bin.part")
    let server = try LoopbackServer(Basket.serve)
    try download(Basket.file(server))
    #expect(part == content)
    #expect(server.requests.map(\.firstByte) == [100_000, 0])
  }

  @Test func `a connection that breaks is taken up where it broke`() throws {
    let server = try LoopbackServer { request in
      let rest = Basket.content[request.firstByte...]
      let range = "bytes \(request.firstByte)-299999/300000"
      let headers = ["Content-Length": "\(rest.count)", "Content-Range": range]
      return [
        .head(request.firstByte > 0 ? "206 Partial Content" : "200 OK", headers), .bytes(Array(rest.prefix(100_000))),
        .silence(50),
      ]
    }
    try download(Basket.file(server))
    #expect(part == content)
    #expect(server.requests.map(\.firstByte) == [0, 100_000, 200_000])
  }

  @Test func `an end that comes too soon without a length is one, too`() throws {
    let server = try LoopbackServer { _ in [.head("200 OK", [:]), .bytes(Array(Basket.content[..<1000]))] }
    #expect(error(Basket.file(server)) == .cutShort(address: "\(server.address)/a.bin", received: 1000, size: 300_000))
    #expect(part == Array(content[..<1000]), "what came is kept")
  }

  @Test func `a server that always breaks off at the same place is given up`() throws {
    let server = try LoopbackServer { _ in
      [.head("200 OK", ["Content-Length": "300000"]), .bytes(Array(Basket.content[..<1000])), .silence(50)]
    }
    #expect(error(Basket.file(server)) == .cutShort(address: "\(server.address)/a.bin", received: 1000, size: 300_000))
    #expect(server.requests.count == 2)
  }

  @Test func `a server that falls silent is left`() throws {
    let server = try LoopbackServer { _ in
      [.head("200 OK", ["Content-Length": "300000"]), .bytes([1, 2, 3]), .silence(60_000)]
    }
    #expect(error(Basket.file(server), patience: 1) == .stalled(address: "\(server.address)/a.bin", seconds: 1))
    #expect(part == [1, 2, 3])
  }

  @Test func `a server that never says a word is left`() throws {
    let server = try LoopbackServer { _ in [.silence(60_000)] }
    #expect(error(Basket.file(server), patience: 1) == .stalled(address: "\(server.address)/a.bin", seconds: 1))
  }

  @Test func `another file of the same size is refused, and nothing of it is kept`() throws {
    let server = try LoopbackServer { request in
      LoopbackServer.content([UInt8](repeating: 9, count: 300_000), for: request)
    }
    #expect(error(Basket.file(server)) == .otherContent(address: "\(server.address)/a.bin"))
    #expect(part == [])
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [0, 299_999, 300_001, 1 << 50])
  func `a file of another size is refused before it comes`(announced: Int) throws {
    let server = try LoopbackServer { _ in
      [.head("200 OK", ["Content-Length": "\(announced)"]), .bytes(Array(Basket.content[..<1000]))]
    }
    #expect(
      error(Basket.file(server))
        == .otherSize(address: "\(server.address)/a.bin", announced: announced, size: 300_000))
    #expect(part == [])
  }

  @Test func `a server that never stops sending is stopped`() throws {
    let server = try LoopbackServer { _ in
      [.head("200 OK", [:])] + (0..<1000).map { _ in .bytes(Basket.content) }
    }
    #expect(
      error(Basket.file(server)) == .otherSize(address: "\(server.address)/a.bin", announced: nil, size: 300_000))
    #expect(try #require(part).count <= 300_000)
  }

  @Test(arguments: [
    ("404 Not Found", 404), ("500 Internal Server Error", 500), ("403 Forbidden", 403), ("204 No Content", 204),
    ("206 Partial Content", 206), ("304 Not Modified", 304), ("407 Proxy Authentication Required", 407),
  ])
  func `an answer other than success is told by its number`(line: String, code: Int) throws {
    let server = try LoopbackServer { _ in [.head(line, [:]), .bytes(Array("<h1>Sorry</h1>".utf8))] }
    #expect(error(Basket.file(server)) == .status(address: "\(server.address)/a.bin", code: code))
    #expect(part == [])
  }

  @Test func `a server that leads elsewhere is followed`() throws {
    let good = try LoopbackServer(Basket.serve)
    let address = good.address
    let first = try LoopbackServer { _ in
      [.head("302 Found", ["Location": "\(address)/a.bin"]), .bytes(Array("gone".utf8))]
    }
    try download(Basket.file(first))
    #expect(part == content)
  }

  @Test func `a server that leads in a circle is left`() throws {
    let server = try LoopbackServer { _ in
      [.head("302 Found", ["Location": "/again", "Content-Length": "0"])]
    }
    guard case .redirected(let address, let reason) = error(Basket.file(server)) else {
      Issue.record("this is no circle")
      return
    }
    #expect(address == "\(server.address)/a.bin")
    #expect(reason.contains("10"))
    #expect(server.requests.count == 11)
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/a.bin", "gopher://127.0.0.1/", "scp://127.0.0.1/a"])
  func `a server that leads out of the web is not followed`(elsewhere: String) throws {
    let server = try LoopbackServer { _ in [.head("302 Found", ["Location": elsewhere, "Content-Length": "0"])] }
    guard case .redirected = error(Basket.file(server)) else {
      Issue.record("\(elsewhere) was followed")
      return
    }
    #expect(part == [])
  }

  @Test func `where nobody listens is said, and the next address is tried`() throws {
    let nowhere = "http://127.0.0.1:1/a.bin"
    let file = DownloadFile(path: "a.bin", size: 1, digest: Basket.file().digest, sources: [nowhere])
    guard case .unreachable(nowhere, _) = error(file) else {
      Issue.record("somebody listens at port 1")
      return
    }
    let server = try LoopbackServer(Basket.serve)
    let good = Basket.file(server)
    try download(
      DownloadFile(path: good.path, size: good.size, digest: good.digest, sources: [nowhere] + good.sources))
    #expect(part == content)
  }

  @Test func `a connection that is reset is told, and the next address goes on from there`() throws {
    let broken = try LoopbackServer { _ in
      [.head("200 OK", ["Content-Length": "300000"]), .bytes(Array(Basket.content[..<5000])), .silence(100), .reset]
    }
    let good = try LoopbackServer(Basket.serve)
    try download(Basket.file(broken, good))
    #expect(part == content)
    #expect(try #require(good.requests.first).firstByte > 0)
  }

  @Test func `an interrupt ends it within a moment, also while a server is silent`() throws {
    let server = try LoopbackServer { _ in
      [.head("200 OK", ["Content-Length": "300000"]), .bytes(Array(Basket.content[..<1000])), .silence(60_000)]
    }
    var received = 0
    #expect(throws: DownloadError.interrupted(received: 1000)) {
      try download(Basket.file(server), goesOn: { received < 1000 }, report: { received = $0 })
    }
    #expect(part == Array(content[..<1000]))
    try download(Basket.file(try LoopbackServer(Basket.serve)))
    #expect(part == content)
  }

  @Test func `a link in the place of the part is not followed`() throws {
    try basket.write([1], to: "mine")
    try FileManager.default.createSymbolicLink(
      atPath: basket.path("a.bin.part"), withDestinationPath: basket.path("mine"))
    let server = try LoopbackServer(Basket.serve)
    #expect(
      error(Basket.file(server)) == .cannotWrite(path: basket.path("a.bin.part"), code: ELOOP))
    #expect(basket.bytes("mine") == [1])
  }
}
