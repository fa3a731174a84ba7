import Foundation
import Synchronization
import Testing

@testable import Commands

/// A touched view, as the kernel hears it and answers it.
final class TouchedView: Sendable {
  private let views: TouchViews
  private let id: String
  /// One thing that was told. Nobody changes it.
  private struct SentMessage: @unchecked Sendable { let content: [String: Any] }
  private let told = Mutex<[SentMessage]>([])
  private let number = Mutex(0)

  init(_ workbench: Workbench, id: String = UUID().uuidString) { (views, self.id) = (TouchViews(workbench), id) }

  /// The way to the view.
  var line: TouchLine {
    TouchLine(id: id, isFlooded: { false }) { [self] answer in
      let content = (try? JSONSerialization.jsonObject(with: answer)) as? [String: Any] ?? [:]
      let one = SentMessage(content: content)
      told.withLock { $0.append(one) }
    }
  }

  /// All that was told so far.
  var all: [[String: Any]] { told.withLock { $0 }.map(\.content) }

  /// The states that were told so far.
  var standings: [String] { all.compactMap { ($0["state"] as? [String: Any])?["standing"] as? String } }

  /// Says something as it is.
  func say(_ question: String, beside bytes: Data? = nil) {
    views.answer(Data(question.utf8), beside: bytes, on: line)
  }

  /// Asks, and waits for the answer of that number; `question` is the inside of an object without its number.
  func ask(_ question: String, beside bytes: Data? = nil) throws -> [String: Any] {
    let number = number.withLock {
      $0 += 1
      return $0
    }
    say("{\"id\": \(number), \(question)}", beside: bytes)
    return try wait { $0["id"] as? Int == number }
  }

  /// Has an act done that must succeed; gives its line and what came of it.
  @discardableResult
  func act(_ act: String, at location: SourceLocation = #_sourceLocation) throws -> (line: String, told: String) {
    let answer = try ask("\"ask\": \"act\", \(act)")
    let problem = answer["problem"] as? String
    #expect(problem == nil, sourceLocation: location)
    return (answer["line"] as? String ?? "", answer["told"] as? String ?? "")
  }

  /// Waits until something was told. A loaded machine takes its time.
  @discardableResult
  func wait(at location: SourceLocation = #_sourceLocation, _ isWanted: ([String: Any]) -> Bool) throws -> [String: Any]
  {
    var seen = 0
    for _ in 0..<6000 {
      let all = all
      if let found = all[seen...].first(where: isWanted) { return found }
      seen = all.count
      Thread.sleep(forTimeInterval: 0.01)
    }
    Issue.record("never told, but at last: \(all.last?.keys.sorted() ?? [])", sourceLocation: location)
    throw Notebook.TooLate()
  }

  /// Waits until the view was last told that its model stands so.
  func wait(for standing: String, at location: SourceLocation = #_sourceLocation) throws {
    for _ in 0..<6000 where standings.last != standing { Thread.sleep(forTimeInterval: 0.01) }
    guard standings.last == standing else {
      Issue.record("not \(standing), but \(standings.suffix(5))", sourceLocation: location)
      throw Notebook.TooLate()
    }
  }

  func close() { views.closed(id) }
}
