import Testing

@testable import JupyterKernel

@Suite struct BacklogTests {
  private func notice(
    _ name: String, _ worth: Backlog.Worth = .text, display: String? = nil, bytes: Int = 744
  ) -> Backlog.Notice {
    Backlog.Notice(
      topic: Array(name.utf8), frames: [Array(repeating: 0, count: bytes)], worth: worth, display: display,
      parent: Array(name.utf8))
  }

  /// What is in it, in order: topics, and how many messages a gap stands for.
  private func drain(_ backlog: inout Backlog) -> [String] {
    var found: [String] = []
    while let next = backlog.next {
      switch next {
      case .notice(let notice): found.append(String(decoding: notice.topic, as: UTF8.self))
      case .gap(let gap): found.append("\(gap.count) of \(String(decoding: gap.parent ?? [], as: UTF8.self))")
      }
      backlog.removeNext()
    }
    #expect(backlog.isEmpty && backlog.bytes == 0)
    return found
  }

  @Test func `what fits comes out as it went in`() {
    var backlog = Backlog()
    for name in ["a", "b", "c"] { backlog.append(notice(name), superseding: true) }
    backlog.shorten(to: 10_000)
    #expect(drain(&backlog) == ["a", "b", "c"])
  }

  @Test func `a newer state of a figure takes the place of an older one`() {
    var backlog = Backlog()
    backlog.append(notice("one", .figure, display: "x"), superseding: true)
    backlog.append(notice("other", .figure, display: "y"), superseding: true)
    backlog.append(notice("text"), superseding: true)
    backlog.append(notice("two", .figure, display: "x"), superseding: true)
    #expect(drain(&backlog) == ["other", "text", "two"])
    // One that has left makes no room.
    backlog.append(notice("three", .figure, display: "x"), superseding: true)
    backlog.removeNext()
    backlog.append(notice("four", .figure, display: "x"), superseding: true)
    #expect(drain(&backlog) == ["four"])
  }

  @Test func `a million states of a figure are as many bytes as one`() {
    var backlog = Backlog()
    backlog.append(notice("text"), superseding: true)
    let bytes = backlog.bytes
    for _ in 0..<100_000 { backlog.append(notice("state", .figure, display: "x"), superseding: true) }
    #expect(backlog.bytes == 2 * bytes + 1)
    #expect(drain(&backlog) == ["text", "state"])
  }

  @Test func `text goes first, then results, then figures, and the newest status stays`() {
    func filled() -> Backlog {
      var backlog = Backlog()
      for name in ["a", "b"] {
        backlog.append(notice("busy \(name)", .status), superseding: true)
        for number in 0..<4 { backlog.append(notice("\(name)\(number)"), superseding: true) }
        backlog.append(notice("result \(name)", .result), superseding: true)
        backlog.append(notice("figure", .figure, display: "x"), superseding: true)
        backlog.append(notice("idle \(name)", .status), superseding: true)
      }
      return backlog
    }
    var backlog = filled()
    let message = backlog.bytes / 15
    backlog.shorten(to: 13 * message)
    #expect(
      drain(&backlog) == [
        "busy a", "4 of a0", "result a", "idle a", "busy b", "3 of b0", "b3", "result b", "figure", "idle b",
      ])
    backlog = filled()
    backlog.shorten(to: 8 * message)
    #expect(drain(&backlog) == ["busy a", "5 of a0", "idle a", "busy b", "5 of b0", "figure", "idle b"])
    backlog = filled()
    backlog.shorten(to: message)
    #expect(drain(&backlog) == ["14 of busy a", "idle b"])
  }

  @Test func `a front end that reads gets every state, and one that no longer does the newest`() {
    var backlog = Backlog()
    for name in ["one", "two", "three"] { backlog.append(notice(name, .figure, display: "x"), superseding: false) }
    var shortened = backlog
    #expect(drain(&backlog) == ["one", "two", "three"])
    shortened.shorten(to: shortened.bytes - 1)
    #expect(drain(&shortened) == ["three"])
  }

  @Test func `it stays within its room however much comes`() {
    var backlog = Backlog()
    var most = 0
    for number in 0..<20_000 {
      backlog.append(notice("\(number)", number.isMultiple(of: 7) ? .result : .text), superseding: true)
      backlog.shorten(to: 100_000)
      most = max(most, backlog.bytes)
    }
    #expect(most <= 101_500)
  }
}
