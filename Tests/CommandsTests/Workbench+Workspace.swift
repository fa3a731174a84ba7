@testable import Commands
@testable import Experiments

extension Workbench {
  /// Does something with what was made so far.
  func withWorkspace<Result>(_ body: (Workspace) throws -> Result) rethrows -> Result {
    try lock.withLock { try body($0.workspace) }
  }

  /// Does something with what was said so far.
  func withConversation<Result>(_ body: (Conversation) throws -> Result) rethrows -> Result {
    try lock.withLock { try body($0) }
  }
}
