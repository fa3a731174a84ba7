extension Session {
  /// Does what needs nothing of the session while statements of other shells come in, and comes back.
  ///
  /// What is one statement's own is put aside meanwhile: what it replaced, what it has changed and has to take back.
  func stepOut(_ body: () throws -> Void) rethrows {
    guard let door else { return try body() }
    let (replaced, log, step) = (replaced, catalogue.log, journal.putAside())
    defer {
      self.replaced = replaced
      catalogue.resumeStatement(log)
      journal.takeUp(step)
    }
    try door.stepOut(body)
  }
}
