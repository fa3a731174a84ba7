import ExperimentSupport
import Foundation
import RunStore
import Testing

@testable import Commands
@testable import Experiments

/// What an offered line comes to when it is run.
enum OfferedOutcome: Equatable {
  /// It ran, or ran until it was stopped.
  case works
  /// It cannot be read, or its words do not fit it.
  case rejected(String)
  /// What it asks for cannot be done.
  case fails(String)
}

extension Notebook {
  /// Runs what the message of a failed cell offers, each line in a copy of the notebook as it is now, and records those that do not
  /// work.
  func runOffered(of problem: CellProblem, _ cell: String, at location: SourceLocation) {
    // The lines behind the one with the caret; of a problem without a place, those behind the message.
    guard let place = problem.lines.firstIndex(where: { $0.hasSuffix(problem.message) }) else { return }
    for line in OfferedLines.commands(in: Array(problem.lines[(place + 1)...])) {
      switch outcome(ofOffered: line.command) {
      case .works: continue
      case .rejected(let why):
        Issue.record("\(cell)\noffers: \(line.command)\nwhich is rejected: \(why)", sourceLocation: location)
      case .fails(let why):
        if line.isExample || Self.isAboutOutside(why) { continue }
        Issue.record("\(cell)\noffers: \(line.command)\nwhich fails: \(why)", sourceLocation: location)
      }
    }
  }

  /// Whether a line fails by what no session can know: files that are not there, the network, the system.
  private static func isAboutOutside(_ why: String) -> Bool {
    [
      "does not exist", "was not found", "was not downloaded", "The state folder cannot be written",
      "the state folder cannot be written",
    ].contains {
      why.contains($0)
    }
  }

  /// What a line comes to in a copy of the notebook: with copies of its files, and with what was made and set so far.
  func outcome(ofOffered command: String) -> OfferedOutcome {
    if let fault = OfferedLines.fault(in: command) { return .rejected(fault) }
    // What trains in the background, and what tests share, has only one place.
    guard !isShared, workbench.jobs.atWork.isEmpty else { return .works }
    return workbench.withConversation { conversation in
      guard let copy = try? FolderCopy(of: folder) else { return .works }
      defer { copy.putBack() }
      let state = folder.appending(path: "state")
      let store = conversation.workspace.store == nil ? nil : try? RunStore.open(folder: state)
      let other = Workbench(files: conversation.workspace.files, store: store)
      defer { other.shutDown() }
      other.take(over: conversation)
      let page = Page()
      page.interrupt(afterQuestions: 60)
      switch other.run(command, on: page) {
      case .finished: return .works
      case .failed(let problem) where problem.name == "Interrupted": return .works
      case .failed(let problem): return .fails(problem.lines.joined(separator: "\n"))
      }
    }
  }
}

extension Workbench {
  /// Takes over what another conversation has made and said.
  fileprivate func take(over other: Conversation) {
    lock.withLock { own in
      for model in other.workspace.models.values { own.workspace.catalogue.recall(model) }
      for dataset in other.workspace.datasets.values { own.workspace.catalogue.recall(dataset) }
      own.variables = other.variables
      own.workspace.corrections.put(other.workspace.corrections.waiting)
      own.workspace.corrections.lastPrediction = other.workspace.corrections.lastPrediction
    }
  }
}

/// A folder put aside, and a copy in its place: what happens there is gone when it is put back.
private struct FolderCopy {
  private let folder: URL, kept: URL

  init(of folder: URL) throws {
    self.folder = folder
    kept = folder.deletingLastPathComponent().appending(path: folder.lastPathComponent + ".kept")
    let files = FileManager.default
    try files.moveItem(at: folder, to: kept)
    do { try Self.copy(kept, to: folder) } catch {
      putBack()
      throw error
    }
  }

  func putBack() {
    try? FileManager.default.removeItem(at: folder)
    try? FileManager.default.moveItem(at: kept, to: folder)
  }

  /// Files are linked, as they are replaced and never changed, but for those of the state folder.
  private static func copy(_ source: URL, to target: URL, isState: Bool = false) throws {
    let files = FileManager.default
    try files.createDirectory(at: target, withIntermediateDirectories: false)
    for name in try files.contentsOfDirectory(atPath: source.path(percentEncoded: false)) {
      let (from, to) = (source.appending(path: name), target.appending(path: name))
      let type = try files.attributesOfItem(atPath: from.path(percentEncoded: false))[.type] as? FileAttributeType
      if type == .typeDirectory {
        try copy(from, to: to, isState: isState || name == "state")
      } else if isState {
        try files.copyItem(at: from, to: to)
      } else {
        try files.linkItem(at: from, to: to)
      }
    }
  }
}
