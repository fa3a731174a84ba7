import Foundation
import RunStore
import Synchronization
import Testing

@testable import Commands
@testable import Experiments

/// Sessions one after the other, or at once, in one notebook's folder: each is a kernel of its own as far as memory goes.
struct Sessions {
  let notebook: Notebook

  /// Sessions in a folder with the small dataset's photos in `Pets` and the small model `tiny`.
  init() throws { notebook = try Notebook(pets: "Pets") }

  /// The folder where runs and models are kept.
  var state: URL { notebook.folder.appending(path: "state") }

  /// Begins a session.
  func begin(named name: String? = nil) throws -> LiveSession {
    let files = DataFolder(workingFolder: notebook.folder, folder: notebook.folder.appending(path: "data"))
    let store = try RunStore.open(folder: state)
    return LiveSession(
      notebook: notebook, workbench: Workbench(files: files, store: store, notebook: name), store: store)
  }

  /// The files of stored content, with their sizes.
  func contents() -> [URL: Int] {
    let folder = state.appending(path: "contents")
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.fileSizeKey])
    var found: [URL: Int] = [:]
    while let url = all?.nextObject() as? URL {
      let values = try? url.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
      if url.lastPathComponent.count == 62 { found[url] = values?.fileSize ?? 0 }
    }
    return found
  }
}

/// A session, with a page of its own.
struct LiveSession {
  /// Whose folder it is; held, as the folder goes with it.
  let notebook: Notebook
  let workbench: Workbench
  let store: RunStore
  let page = Page()

  /// Runs a cell that must succeed; gives what the page shows of it.
  @discardableResult
  func run(_ cell: String, at location: SourceLocation = #_sourceLocation) -> String {
    page.clear()
    defer { workbench.settle() }
    if case .failed(let problem) = workbench.run(cell, on: page) {
      Issue.record("\(problem.lines.joined(separator: "\n"))", sourceLocation: location)
    }
    return page.text
  }

  /// Runs a cell that must not succeed; gives what the reader sees.
  func fail(_ cell: String, at location: SourceLocation = #_sourceLocation) -> String {
    page.clear()
    defer { workbench.settle() }
    guard case .failed(let problem) = workbench.run(cell, on: page) else {
      Issue.record("this should have failed: \(cell)", sourceLocation: location)
      return ""
    }
    return problem.lines.joined(separator: "\n")
  }

  /// Runs a cell that the reader stops after so many looks at the button.
  func stop(_ cell: String, afterQuestions count: Int, at location: SourceLocation = #_sourceLocation) {
    page.interrupt(afterQuestions: count)
    _ = fail(cell, at: location)
    page.interrupt(afterQuestions: nil)
  }

  /// The network of a name, as the session has it now.
  func network(_ name: String) throws -> NetworkModel {
    guard case .network(let model)? = workbench.withWorkspace({ $0.models[name] }) else {
      throw Notebook.NoSuchModel(name: name)
    }
    return model
  }

  /// The k-NN model of a name, as the session has it now.
  func neighbors(_ name: String) throws -> NeighborsModel {
    guard case .neighbors(let model)? = workbench.withWorkspace({ $0.models[name] }) else {
      throw Notebook.NoSuchModel(name: name)
    }
    return model
  }

  /// Waits until a model that another thread trains has so many epochs, as `look` shows them. A loaded machine takes its time.
  func waitForEpochs(of name: String, atLeast count: Int, looking look: () -> Void) throws {
    for _ in 0..<3000 {
      look()
      if try network(name).training.records.count >= count { return }
      Thread.sleep(forTimeInterval: 0.02)
    }
    throw Notebook.TooLate()
  }

  /// Does something with the session itself.
  func withSession<Result: Sendable>(_ body: (Workspace) throws -> Result) rethrows -> Result {
    try workbench.withWorkspace { try body($0) }
  }
}
