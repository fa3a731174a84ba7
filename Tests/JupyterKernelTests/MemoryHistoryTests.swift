import JupyterKernel
import Testing

@Suite struct MemoryHistoryTests {
  private let history = MemoryHistory()

  init() {
    for (index, source) in ["train a", "plot", "train b", "train a", "print ✋"].enumerated() {
      history.recordInput(source, line: index + 1)
    }
    history.recordOutput("a table", line: 2)
    history.recordOutput("lost", line: 9)
  }

  private func lines(_ entries: [HistoryEntry]) -> [Int] { entries.map(\.line) }

  @Test func `the tail is the end, oldest first`() {
    #expect(lines(history.tail(2)) == [4, 5])
    #expect(lines(history.tail(99)) == [1, 2, 3, 4, 5])
    #expect(history.tail(0).isEmpty)
    #expect(history.tail(4).first == HistoryEntry(session: 1, line: 2, source: "plot", output: "a table"))
  }

  @Test(
    arguments: [
      (0, 2, 4, [2, 3]), (1, 4, nil, [4, 5]), (1, 0, nil, [1, 2, 3, 4, 5]), (0, 4, 2, []), (2, 1, nil, []),
      (-1, 1, nil, []),
    ] as [(Int, Int, Int?, [Int])])
  func `a range is start up to, not including, stop`(session: Int, start: Int, stop: Int?, expected: [Int]) {
    #expect(lines(history.range(session: session, start: start, stop: stop)) == expected)
  }

  @Test(
    arguments: [
      ("train*", nil, false, [1, 3, 4]), ("train*", 2, false, [3, 4]), ("train*", nil, true, [3, 4]),
      ("train*", 1, true, [4]), ("*✋", nil, false, [5]), ("train", nil, false, []), ("*", 0, false, []),
    ] as [(String, Int?, Bool, [Int])])
  func `a search finds what matches, the newest of equals when unique`(
    pattern: String, count: Int?, unique: Bool, expected: [Int]
  ) {
    #expect(lines(history.search(pattern: pattern, count: count, unique: unique)) == expected)
  }
}
