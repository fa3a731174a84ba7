import Foundation
import Language
import Synchronization
import Testing
import Training

@testable import Commands
@testable import Experiments

/// What a second shell sees and may do while a cell of the first one trains.
struct SteppingOutTests {
  private let make = "dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4"
  private let long = "train hand on=pets.train epochs=1000000 seed=3"

  /// A cell that trains `hand`, and a shell beside it. The training goes on when this returns.
  private func begin(
    _ cell: String? = nil
  ) throws -> (session: LiveSession, beside: LiveSession, outcome: () -> CellOutcome?) {
    let session = try Sessions().begin()
    session.run(make)
    let beside = LiveSession(notebook: session.notebook, workbench: session.workbench, store: session.store)
    let outcome = Common<CellOutcome?>(nil)
    let text = cell ?? long
    Thread.detachNewThread {
      let result = session.workbench.run(text, on: session.page)
      session.workbench.settle()
      outcome.value.withLock { $0 = result }
    }
    for _ in 0..<30_000 where session.workbench.jobs.atWork.isEmpty { Thread.sleep(forTimeInterval: 0.002) }
    try #require(!session.workbench.jobs.atWork.isEmpty)
    return (
      session, beside,
      {
        for _ in 0..<30_000 {
          if let result = outcome.value.withLock({ $0 }) { return result }
          Thread.sleep(forTimeInterval: 0.002)
        }
        return nil
      }
    )
  }

  /// Waits until another shell sees so many epochs of the training.
  private func waitForEpochs(atLeast count: Int, seenFrom beside: LiveSession) throws {
    try beside.waitForEpochs(of: "hand", atLeast: count) { beside.runBeside("status") }
  }

  @Test func `other shells ask, train other models, and see the training go on`() throws {
    let (_, beside, outcome) = try begin()
    beside.runBeside("print 1")
    #expect(beside.runBeside("jobs").squeezed.contains("cell hand running"))
    #expect(beside.runBeside("status").contains("running"))
    try waitForEpochs(atLeast: 1, seenFrom: beside)
    beside.runBeside("evaluate hand on=pets.test")
    let first = try beside.network("hand").training.records.count
    try waitForEpochs(atLeast: first + 1, seenFrom: beside)
    beside.runBeside("history hand last=1")
    beside.runBeside("network other from=tiny classes=3 seed=1; train other on=pets.train epochs=2")
    #expect(try beside.network("other").training.records.count == 2)
    beside.runBeside("stop hand")
    guard case .failed(let problem)? = outcome() else { return #expect(Bool(false), "it should have been stopped") }
    #expect(problem.message.contains("Its weights are kept; train hand continues from there."))
    #expect(beside.runBeside("status").contains("suspended"))
    #expect(try beside.network("other").training.records.count == 2)
  }

  @Test func `nothing else changes the model meanwhile, and undo takes back each statement by itself`() throws {
    let (session, beside, outcome) = try begin()
    for statement in [
      "train hand", "reset hand", "network hand from=tiny classes=3", "set hand epochs=3", "fit hand on=pets.train",
    ] {
      #expect(
        beside.failBeside(statement).contains(
          """
          hand is in training in another cell, and nothing else can change it meanwhile.
          """), "\(statement)")
    }
    #expect(beside.failBeside("reset hand").hasSuffix("To stop it and keep its weights: stop hand"))
    beside.runBeside("x = 3; network other from=tiny classes=3 seed=1")
    try waitForEpochs(atLeast: 1, seenFrom: beside)
    session.page.interrupt(afterQuestions: 0)
    guard case .failed(let problem)? = outcome() else { return #expect(Bool(false), "it should have been stopped") }
    #expect(problem.name == "Interrupted")
    session.page.interrupt(afterQuestions: nil)
    #expect(try session.network("hand").training.records.count > 0)
    #expect(session.run("print $x") == "3\n")
    // The training is the last step, and only hand is of it.
    session.run("undo")
    #expect(try session.network("hand").training.records.isEmpty)
    #expect(try session.network("other").training.records.isEmpty)
    session.run("undo")
    #expect(session.fail("history other").contains("other"))
    session.run("redo; redo")
    #expect(try session.network("hand").training.records.count > 0)
  }

  @Test func `the same bits come out, whoever looks on`() throws {
    let cell = "train hand on=pets.train validate=pets.test epochs=400 seed=3"
    let (session, beside, outcome) = try begin(cell)
    while session.workbench.jobs.atWork.first != nil { beside.runBeside("evaluate hand on=pets.test") }
    #expect(outcome() == .finished)
    let alone = try Sessions().begin()
    alone.run(make)
    alone.run(cell)
    #expect(try alone.network("hand").definition == session.network("hand").definition)
    #expect(
      try alone.network("hand").training.records.map(\.trainLoss)
        == session.network("hand").training.records.map(\.trainLoss))
  }

  @Test func `a cell that trains can be stopped while it waits to begin`() throws {
    let (session, beside, outcome) = try begin()
    beside.page.interrupt(afterQuestions: 0)
    session.workbench.withWorkspace { _ in
      let problem = beside.failBeside("print 1", settles: false)
      #expect(problem == "The cell was stopped while it was waiting for another one.")
    }
    beside.page.interrupt(afterQuestions: nil)
    beside.runBeside("stop")
    _ = outcome()
  }

  @Test func `the end of the kernel keeps what the cell learnt`() throws {
    let (session, beside, outcome) = try begin()
    try waitForEpochs(atLeast: 1, seenFrom: beside)
    session.workbench.shutDown()
    _ = outcome()
    let files = DataFolder(
      workingFolder: session.notebook.folder, folder: session.notebook.folder.appending(path: "data"))
    let next = LiveSession(
      notebook: session.notebook, workbench: Workbench(files: files, store: session.store), store: session.store)
    #expect(next.run("runs").contains("suspended"))
    next.stop("train hand", afterQuestions: 3)
    #expect(try next.network("hand").training.records.count > 0)
  }

  @Test func `statements of two shells take turns`() throws {
    let session = try Sessions().begin()
    session.run(make)
    let beside = LiveSession(notebook: session.notebook, workbench: session.workbench, store: session.store)
    let cell = (0..<20_000).map { "x = \($0)" }.joined(separator: "\n")
    let isDone = Common(false)
    Thread.detachNewThread {
      _ = session.workbench.run(cell, on: session.page)
      isDone.value.withLock { $0 = true }
    }
    var turns = 0
    while !isDone.value.withLock({ $0 }) {
      beside.runBeside("print 1")
      turns += 1
    }
    #expect(turns > 1)
    #expect(session.workbench.withConversation { $0.variables["x"]?.text } == "19999")
  }
}

/// A value that threads share.
private final class Common<Value: Sendable>: Sendable {
  let value: Mutex<Value>
  init(_ value: Value) { self.value = Mutex(value) }
}

extension LiveSession {
  /// Runs a cell of a shell beside the main one; it must succeed.
  @discardableResult
  fileprivate func runBeside(_ cell: String, at location: SourceLocation = #_sourceLocation) -> String {
    page.clear()
    defer { workbench.settle() }
    if case .failed(let problem) = workbench.run(cell, on: page, isBeside: true) {
      Issue.record("\(problem.lines.joined(separator: "\n"))", sourceLocation: location)
    }
    return page.text
  }

  /// Runs a cell of such a shell; it must not succeed.
  fileprivate func failBeside(
    _ cell: String, settles: Bool = true, at location: SourceLocation = #_sourceLocation
  ) -> String {
    page.clear()
    defer { if settles { workbench.settle() } }
    guard case .failed(let problem) = workbench.run(cell, on: page, isBeside: true) else {
      Issue.record("this should have failed: \(cell)", sourceLocation: location)
      return ""
    }
    return problem.lines.joined(separator: "\n")
  }
}
