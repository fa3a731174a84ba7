import ExperimentSupport
import Figures
import Foundation
import RunStore
import Synchronization
import TestSupport
import Testing

@testable import Commands
@testable import Experiments
@testable import Views

/// A workbench in a folder of its own, and a display that remembers what it was shown: tests read like a notebook.
final class Notebook: Sendable {
  private let scratch: ScratchFolder
  let workbench: Workbench
  let page = Page()

  /// A new notebook; `WHET_DATA` is the shared folder where there is one, else empty.
  ///
  /// - Parameters:
  ///   - data: The data folder.
  ///   - isRemembering: Whether there is a state folder, `state` in the notebook's own.
  /// - Throws: What the file system or the store throws.
  init(data: URL? = Shared.folder, isRemembering: Bool = false) throws {
    scratch = try ScratchFolder()
    let folder = scratch.folder
    // No test downloads anything from the web.
    let files = DataFolder(
      workingFolder: folder, folder: data ?? folder.appending(path: "data"), mirror: "http://127.0.0.1:1")
    let state = folder.appending(path: "state")
    workbench = Workbench(files: files, store: isRemembering ? try RunStore.open(folder: state) : nil)
  }

  /// The notebook's folder.
  var folder: URL { scratch.folder }

  /// The folders of notebooks that live as long as the process.
  private static let lasting = Mutex<[URL]>([])
  /// Whether all tests of a suite share it.
  var isShared: Bool { Self.lasting.withLock { $0.contains(folder) } }

  /// Has the folder removed when the process ends: a notebook that all tests of a suite share goes with nothing else.
  func lastsUntilTheEnd() {
    Self.lasting.withLock { folders in
      if folders.isEmpty {
        atexit { Notebook.lasting.withLock { $0.forEach { try? FileManager.default.removeItem(at: $0) } } }
      }
      folders.append(folder)
    }
  }

  /// Runs a cell that must succeed.
  ///
  /// - Returns: What the page shows of it, as text.
  @discardableResult
  func run(_ cell: String, at location: SourceLocation = #_sourceLocation) -> String {
    page.clear()
    if case .failed(let problem) = workbench.run(cell, on: page) {
      Issue.record("\(problem.lines.joined(separator: "\n"))", sourceLocation: location)
    }
    return page.text
  }

  /// Runs a cell that must fail.
  ///
  /// - Returns: What the reader sees, line by line.
  func fail(_ cell: String, at location: SourceLocation = #_sourceLocation) -> String {
    page.clear()
    defer { workbench.settle() }
    guard case .failed(let problem) = workbench.run(cell, on: page) else {
      Issue.record("this should have failed: \(cell)", sourceLocation: location)
      return ""
    }
    runOffered(of: problem, cell, at: location)
    return problem.lines.joined(separator: "\n")
  }

  /// Writes a file into the notebook's folder.
  func write(_ bytes: some Sequence<UInt8>, to path: String) throws { try scratch.write(bytes, to: path) }

  /// Writes a photo of one colour into the notebook's folder.
  func photo(_ path: String, red: UInt8 = 200, green: UInt8 = 120, blue: UInt8 = 40, side: Int = 24) throws {
    try scratch.photo(path, red: red, green: green, blue: blue, side: side)
  }

  /// A small dataset: two classes with three training photos and two test photos each.
  func smallDataset(at path: String = "Pets") throws { try scratch.smallDataset(at: path) }
}

/// What a cell has shown.
final class Page: CellDisplay {
  /// One thing on the page.
  struct Entry: Equatable {
    enum Kind: Equatable { case display, result }
    let kind: Kind
    let identity: String?
    var rendering: Rendering
  }

  private struct State {
    var entries: [Entry] = []
    var printed = ""
    var updates = 0
    var interruptAfterUpdates: Int?
    var questionsLeft: Int?
    var stepQuestionsLeft: Int?
  }

  private let state = Mutex(State())

  /// What stands on the page.
  var entries: [Entry] { state.withLock { $0.entries } }
  /// What was printed.
  var printed: String { state.withLock { $0.printed } }
  /// How often a figure was replaced.
  var updates: Int { state.withLock { $0.updates } }
  /// The page as text, but for what long statements cost: how long one takes is the machine's affair.
  var text: String {
    let text = printed + entries.map(\.rendering.plainText).joined(separator: "\n")
    return text.contains("took ") ? text.replacing(#/(^|\n+)took [0-9][^\n]*/#, with: "") : text
  }
  /// The page as HTML.
  var html: String { entries.compactMap(\.rendering.html).joined(separator: "\n") }

  /// Has the user press the stop button once so many updates were shown; nil never, 0 at once.
  func interrupt(afterUpdates count: Int?) { state.withLock { $0.interruptAfterUpdates = count } }

  /// Has the user press the stop button after so many times that a command has looked whether it was pressed: before a
  /// statement, before every eight photos on their way through a network, and after every mini-batch.
  func interrupt(afterQuestions count: Int?) { state.withLock { $0.questionsLeft = count } }

  /// Has the user press the stop button after so many times that a command has looked within mini-batches.
  func interrupt(afterQuestionsWithinSteps count: Int?) {
    state.withLock {
      $0.stepQuestionsLeft = count
      $0.questionsLeft = nil
    }
  }

  func clear() {
    state.withLock {
      $0.entries = []
      $0.printed = ""
      $0.updates = 0
    }
  }

  func print(_ text: String) { state.withLock { $0.printed += text } }

  func show(_ rendering: Rendering) {
    state.withLock { $0.entries.append(Entry(kind: .display, identity: nil, rendering: rendering)) }
  }

  func show(_ rendering: Rendering, as identity: String) {
    state.withLock { $0.entries.append(Entry(kind: .display, identity: identity, rendering: rendering)) }
  }

  func replace(_ identity: String, with rendering: Rendering) {
    state.withLock { state in
      state.updates += 1
      for index in state.entries.indices where state.entries[index].identity == identity {
        state.entries[index].rendering = rendering
      }
    }
  }

  func result(_ rendering: Rendering) {
    state.withLock { $0.entries.append(Entry(kind: .result, identity: nil, rendering: rendering)) }
  }

  var isInterrupted: Bool {
    state.withLock { state in
      if let left = state.questionsLeft {
        state.questionsLeft = left - 1
        if left <= 0 { return true }
      }
      return state.interruptAfterUpdates.map { limit in state.updates >= limit } ?? false
    }
  }

  var isInterruptedWithinStep: Bool {
    state.withLock { state in
      guard let left = state.stepQuestionsLeft else { return false }
      state.stepQuestionsLeft = left - 1
      // Pressed, it stays so.
      if left <= 0 { state.questionsLeft = 0 }
      return left <= 0
    }
  }
}

extension String {
  /// The text with everything that depends on the clock replaced by `…`.
  var timeless: String {
    replacing(#/[0-9.]+ (ms|s)\b|[0-9]+ min [0-9]+ s/#, with: "…").replacing(#/[0-9,]+( photos)?/s\)/#, with: "…/s)")
      .replacing(#/[0-9,]+ photos/s,/#, with: "… photos/s,")
  }
}

extension String {
  /// The text with every run of blanks made one: for tables whose columns are as wide as they happen to be.
  var squeezed: String { replacing(#/ +/#, with: " ") }
}
