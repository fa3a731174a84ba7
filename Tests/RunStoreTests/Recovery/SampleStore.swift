import Foundation

@testable import RunStore

/// A store with rows in every table, each short one with a text by which it is found in the file.
struct SampleStore {
  let folder: URL
  var path: String { folder.appending(path: "whet.sqlite").path }

  /// The texts of the rows that fit a page, as they lie in the file.
  static let marks: [String] =
    (1...120).map { "command-\($0)." } + (1...60).map { "run-\($0)." } + (1...200).map { "epoch-\($0)." }
    + (1...80).map { "value-\($0)." } + (1...80).map { "told-\($0)." } + (1...80).map { "cost-\($0)." }

  /// A text longer than several pages.
  static let long = String(repeating: "long ", count: 4000)

  static func hash(_ number: Int) -> ContentHash { ContentHash(of: Data("\(number)".utf8)) }

  /// Fills the store; some rows are removed again, so that there are free pages.
  func fill() throws {
    let store = try RunStore.open(folder: folder)
    let date = Date(timeIntervalSince1970: 1000)
    for session in 1...3 {
      _ = try store.history.beginSession(at: date)
      for line in 1...40 {
        try store.history.record(
          HistoryEntry(session: session, line: line, source: "command-\((session - 1) * 40 + line)."))
      }
    }
    try store.history.record(HistoryEntry(session: 3, line: 41, source: Self.long, output: Self.long))
    for run in 1...61 {
      _ = try store.trainings.begin(
        RunStart(
          session: run.isMultiple(of: 2) ? 1 : nil, model: "hand", command: "run-\(run).", settings: "{}", seed: .max,
          fingerprint: "f", engine: "e", details: run == 61 ? Self.long : "{}"), at: date)
    }
    try store.trainings.append((1...200).map { StoredEpoch(epoch: $0, record: "epoch-\($0).") }, to: 5)
    for number in 1...80 {
      try store.remember("value-\(number).", as: "name \(number)", in: "scope")
      try store.hold([Self.hash(number)], for: "holder \(number)")
      _ = try store.fileChanges.begin([], "remove", told: "told-\(number).", session: "s", place: "/here", at: date)
      try store.add(StoredCost(session: "s", place: "/here", statement: "s", started: date, record: "cost-\(number)."))
    }
    for number in 1...50 { try store.remember(String(repeating: "gone", count: 300), as: "\(number)", in: "gone") }
    for number in 1...50 { try store.remember(nil, as: "\(number)", in: "gone") }
  }

  /// All texts that its rows have.
  static func texts(_ store: RunStore) throws -> Set<String> {
    var texts = try store.history.tail(1000).map(\.source)
    let runs = try store.trainings.runs()
    texts += runs.map(\.start.command)
    texts += try store.trainings.epochs(of: 5).map(\.record)
    texts += try store.remembered(in: "scope").values
    texts += try store.fileChanges.changes(Change.State.allCases).map(\.told)
    texts += try store.costs(in: "/here").map(\.record)
    return Set(texts)
  }
}
