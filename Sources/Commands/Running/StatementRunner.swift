import CommandLanguage
import Figures
import Foundation
import Language

/// Runs one statement: looks the command up, checks what was given, runs it, and shows what it comes to.
struct StatementRunner {
  /// What the notebook knows.
  let session: Session
  /// Where things are shown.
  let display: any CellDisplay

  /// Runs a statement. What the cell's last one comes to is the cell's result.
  ///
  /// Throws `Fault` for a mistake and `Interruption` where the reader stopped it.
  func run(_ statement: Statement, isLast: Bool) throws {
    guard !display.isInterrupted else { throw Interruption(remark: "The rest of the cell was not run.") }
    switch statement {
    case .assignment(let assignment): try assign(assignment)
    case .command(let call): try run(call, isLast: isLast)
    }
  }

  private func assign(_ assignment: Assignment) throws(Fault) {
    // Schedules and other settings are written as calls, commands are not.
    if case .call = assignment.value.kind,
      let foreign = Fault.foreignSyntax(in: "\(assignment.name.value) = \(assignment.value.text)")
    {
      throw Fault(.foreign(foreign), at: assignment.name.span.through(assignment.value.span))
    }
    do {
      session.variables[assignment.name.value] = try assignment.value.resolved { session.variables[$0] }
    } catch {
      throw Fault(UsageError(error, known: session.variables.keys.sorted()))
    }
  }

  private func run(_ call: CommandCall, isLast: Bool) throws {
    guard let command = CommandTable.command(call.name.value) else {
      throw Fault(.usage(.unknownCommand(call.name.value, known: CommandTable.names)), at: call.name.span)
    }
    var binder = ArgumentBinder(command.declaration, variables: session.variables)
    let arguments: Arguments
    do { arguments = try binder.bind(call) } catch { throw Fault(error) }
    if call.name.value != command.declaration.name { explain([(call.name.value, command.declaration.name)]) }
    explain(binder.aliases)
    let stage = Stage(display: display) { UUID().uuidString }
    guard !command.isSelfContained else {
      // A cell may have thousands of these: nothing of what follows is theirs.
      if let rendering = try command.init(arguments).run(in: session, on: stage) { show(rendering, isLast: isLast) }
      return
    }
    session.settle()
    session.collectFromTrainings()
    let uses = arguments.nameUses
    for remark in try session.recall(for: uses) { display.show(Rendering.text(remark)) }
    try session.checkAreFree(uses)
    let room = session.makeRoom(for: uses)
    session.catalogue.beginStatement()
    let log = session.catalogue.log
    let meter = CostMeter(session)
    var isInterrupted = false
    // Also what an interrupted statement has changed can be taken back.
    defer {
      session.journal.close(arguments.statement, log, of: session.catalogue)
      note(arguments, log, meter, isInterrupted: isInterrupted)
    }
    let rendering: Rendering?
    do {
      rendering = try command.init(arguments).run(in: session, on: stage)
    } catch {
      isInterrupted = error is Interruption
      if let name = session.replaced, let model = session.models[name] {
        display.show(Rendering.text(model.toldAsEarlier))
      }
      throw error
    }
    let cost = meter.cost(session)
    var lines = (room.map { [$0] } ?? []) + session.staleRemarks(for: uses)
    if session.store != nil, cost.seconds >= CostMeter.longStatement { lines.append(cost.line) }
    let parts = [rendering].compactMap(\.self) + lines.map(Rendering.text)
    guard !parts.isEmpty else { return }
    show(Rendering.stacked(parts), isLast: isLast)
  }

  private func show(_ rendering: Rendering, isLast: Bool) {
    if isLast { display.result(rendering) } else { display.show(rendering) }
  }

  /// Writes down what a statement has changed and what it cost. Whoever stopped it has the answer first.
  private func note(
    _ arguments: Arguments, _ log: ChangeLog, _ meter: CostMeter, isInterrupted: Bool
  ) {
    let keep = { [session, display] in
      meter.enter(meter.cost(session), of: arguments.statement, hasChanged: !log.isEmpty, in: session)
      let trouble = log.isEmpty ? nil : session.memory?.keep(log, in: session)
      let conflicts = session.memory?.keeper.takeConflicts() ?? []
      for line in [trouble].compactMap(\.self) + conflicts.map(\.sentence) { display.show(Rendering.text(line)) }
    }
    if isInterrupted { session.postpone(keep) } else { keep() }
  }

  /// Names an alias's proper word, the first time it is used.
  private func explain(_ aliases: [(alias: String, key: String)]) {
    for (alias, key) in aliases where session.explainedAliases.insert(alias).inserted {
      display.show(Rendering.text("\(alias) is understood as \(key)."))
    }
  }
}
