import Foundation
import Testing

@testable import RunStore

@Suite struct HistoryTests {
  private let folder: TemporaryFolder
  private let store: RunStore

  /// Two sessions: three commands, then two.
  init() throws {
    folder = try TemporaryFolder()
    store = try RunStore.open(folder: folder.url)
    for sources in [["dataset hands", "train hand", "plot hand"], ["train hand", "train near"]] {
      let session = try store.history.beginSession()
      for (index, source) in sources.enumerated() {
        try store.history.record(
          HistoryEntry(session: session, line: index + 1, source: source, output: "out of \(source)"))
      }
    }
  }

  private func places(_ entries: [HistoryEntry]) -> [[Int]] { entries.map { [$0.session, $0.line] } }

  @Test func `sessions are numbered from 1`() throws {
    #expect(try store.history.beginSession() == 3)
    #expect(try RunStore.open(folder: folder.url).history.beginSession() == 4)
  }

  @Test func `the tail goes back over sessions, oldest first`() throws {
    #expect(places(try store.history.tail(3)) == [[1, 3], [2, 1], [2, 2]])
    #expect(try store.history.tail(100).count == 5)
    #expect(try store.history.tail(0).isEmpty)
    #expect(try store.history.tail(-5).isEmpty)
  }

  @Test func `output comes only when asked for`() throws {
    #expect(try store.history.tail(1) == [HistoryEntry(session: 2, line: 2, source: "train near")])
    #expect(
      try store.history.tail(1, output: true)
        == [HistoryEntry(session: 2, line: 2, source: "train near", output: "out of train near")])
  }

  @Test(
    arguments: [
      (1, 1, nil, [[1, 1], [1, 2], [1, 3]]), (1, 2, 3, [[1, 2]]), (0, 1, nil, [[2, 1], [2, 2]]),
      (-1, 1, 3, [[1, 1], [1, 2]]), (-2, 1, nil, []), (7, 1, nil, []), (1, 3, 1, []), (1, -5, 2, [[1, 1]]),
      (Int.min, Int.min, Int.max, []), (Int.max, Int.max, Int.min, []),
    ] as [(Int, Int, Int?, [[Int]])])
  func `a range of a session`(session: Int, start: Int, stop: Int?, expected: [[Int]]) throws {
    #expect(places(try store.history.range(session: session, current: 2, start: start, stop: stop)) == expected)
  }

  @Test(
    arguments: [
      ("train*", nil, false, [[1, 2], [2, 1], [2, 2]]), ("train*", 2, false, [[2, 1], [2, 2]]),
      ("train*", nil, true, [[2, 1], [2, 2]]), ("*hand*", 2, true, [[1, 3], [2, 1]]), ("train", nil, false, []),
      ("*", 0, false, []), ("*", -1, false, []),
    ] as [(String, Int?, Bool, [[Int]])])
  func `a search`(pattern: String, count: Int?, unique: Bool, expected: [[Int]]) throws {
    #expect(places(try store.history.search(pattern, count: count, unique: unique)) == expected)
  }

  @Test func `an answer may come after its command`() throws {
    try store.history.record(HistoryEntry(session: 2, line: 3, source: "plot near"))
    try store.history.recordOutput("a plot", session: 2, line: 3)
    try store.history.recordOutput("of nothing", session: 2, line: 4)
    #expect(
      try store.history.tail(1, output: true)
        == [HistoryEntry(session: 2, line: 3, source: "plot near", output: "a plot")])
  }

  @Test func `a command recorded again replaces itself`() throws {
    try store.history.record(HistoryEntry(session: 2, line: 2, source: "train near k=5"))
    #expect(
      try store.history.range(session: 2, current: 2, start: 2, stop: nil, output: true)
        == [HistoryEntry(session: 2, line: 2, source: "train near k=5")])
  }

  @Test(arguments: [
    "", "'); DROP TABLE commands; --", "a\0b", "✌\u{FE0F} \u{1F9D1}\u{200D}\u{1F4BB}", "line\nline\r\n",
  ])
  func `any text comes back as it was`(source: String) throws {
    try store.history.record(HistoryEntry(session: 2, line: 9, source: source, output: source))
    let entry = try #require(try store.history.tail(1, output: true).first)
    #expect(Array(entry.source.utf8) == Array(source.utf8))
    #expect(entry.output.map { Array($0.utf8) } == Array(source.utf8))
  }

  @Test func `a command of a session never begun is refused`() throws {
    #expect(throws: StoreError.self) { try store.history.record(HistoryEntry(session: 99, line: 1, source: "x")) }
    #expect(try store.history.tail(10).count == 5)
  }
}
