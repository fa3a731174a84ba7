import CommandLanguage
import Experiments
import Figures
import Foundation
import Language
import RunStore
import Views
import Wording

/// Runs one statement: looks the command up, checks what was given, runs it, and shows what it comes to.
struct StatementRunner {
  /// What the notebook has said and made.
  let conversation: Conversation
  /// Where things are shown.
  let display: any CellDisplay
  /// The names the session knows.
  let names: () -> Vocabulary

  private var workspace: Workspace { conversation.workspace }

  /// Runs a statement. What the cell's last one comes to is the cell's result.
  ///
  /// Throws `Diagnostic` for a mistake and `Interruption` where the reader stopped it.
  func run(_ statement: Statement, isLast: Bool) throws {
    guard !display.isInterrupted else { throw StatementInterruption(remark: "The rest of the cell was not run.") }
    switch statement {
    case .assignment(let assignment): try assign(assignment)
    case .command(let call): try run(call, isLast: isLast)
    }
  }

  private func assign(_ assignment: Assignment) throws {
    // Schedules and other settings are written as calls, commands are not.
    if case .call = assignment.value.kind,
      let foreign = ForeignSyntax.call("\(assignment.name.value) = \(assignment.value.text)", LineKnowledge(names()))
    {
      throw Diagnostic(.foreign(foreign), at: assignment.name.span.through(assignment.value.span))
    }
    do {
      conversation.variables[assignment.name.value] = try assignment.value.resolved { conversation.variables[$0] }
    } catch {
      throw Diagnostic(UsageError(error, known: conversation.variables.keys.sorted()))
    }
  }

  private func run(_ call: CommandCall, isLast: Bool) throws {
    guard let command = CommandTable.command(call.name.value) else {
      throw Diagnostic(
        .usage(
          .unknownCommand(
            call.name.value, known: CommandTable.names, owner: CommandTable.owner(ofKey: call.name.value))),
        at: call.name.span)
    }
    var binder = ArgumentBinder(command.declaration, variables: conversation.variables)
    let arguments: Arguments
    do { arguments = try binder.bind(call) } catch { throw Diagnostic(error) }
    if call.name.value != command.declaration.name { explain([(call.name.value, command.declaration.name)]) }
    explain(binder.aliases)
    let context = CommandContext(display: display, conversation: conversation, pace: conversation.pace) {
      UUID().uuidString
    }
    guard !command.isSelfContained else {
      // A cell may have thousands of these: nothing of what follows is theirs, but what is to be said before any output.
      if !conversation.hasSpoken { for remark in storeRemarks() { display.show(Rendering.text(remark)) } }
      if let rendering = try command.init(arguments).run(in: workspace, on: context) { show(rendering, isLast: isLast) }
      return
    }
    workspace.agenda.settle()
    workspace.collectFromTrainings()
    for remark in storeRemarks() { display.show(Rendering.text(remark)) }
    let uses = arguments.nameUses
    for remark in try workspace.recall(for: uses) { display.show(Rendering.text(remark)) }
    try workspace.checkAreFree(uses)
    let room = workspace.makeRoom(for: uses)
    context.replaced = room?.name
    workspace.catalogue.beginStatement()
    let log = workspace.catalogue.log
    let meter = CostMeter(workspace)
    var isInterrupted = false
    workspace.featureCache.photos.goesOn = context.goesOnWithinStep
    defer { workspace.featureCache.photos.goesOn = { true } }
    // Also what an interrupted statement has changed can be taken back.
    defer {
      workspace.undo.close(arguments.statement, log, of: workspace.catalogue)
      note(arguments, log, meter, isInterrupted: isInterrupted)
    }
    let rendering: Rendering?
    do {
      rendering = try command.init(arguments.choosing(workspace.lookup.firstHere)).run(in: workspace, on: context)
    } catch {
      isInterrupted = DiagnosticTexts.interruption(error) != nil
      if let name = room?.name, let model = workspace.models[name] {
        display.show(Rendering.text(model.toldAsEarlier))
      }
      throw workspace.lineWithout(error, for: uses)
    }
    let cost = meter.cost(workspace)
    var lines =
      (room.map { [$0.remark] } ?? []) + workspace.staleRemarks(on: uses.filter { $0.effect == .asks }.map(\.name))
    if workspace.store != nil, cost.seconds >= CostMeter.longStatement { lines.append(cost.line) }
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
    let keep = { [workspace, display, self] in
      meter.enter(meter.cost(workspace), of: arguments.statement, hasChanged: !log.isEmpty, in: workspace)
      let trouble = log.isEmpty ? nil : keepChanges(log)
      let conflicts = workspace.memory?.keeper.takeConflicts() ?? []
      for line in [trouble].compactMap(\.self) + conflicts.map(\.sentence) { display.show(Rendering.text(line)) }
    }
    if isInterrupted { workspace.agenda.postpone(keep) } else { keep() }
  }

  /// What the reader should know of the store before anything else: that it cannot be used, or was damaged.
  private func storeRemarks() -> [String] {
    defer { (conversation.untoldTrouble, conversation.hasSpoken) = (nil, true) }
    let damage = workspace.store.flatMap(StoreDamage.takeUntold)?.sentence { workspace.files.short(URL(filePath: $0)) }
    return [conversation.untoldTrouble, damage].compactMap(\.self)
  }

  /// Keeps what was changed.
  ///
  /// - Returns: Why it cannot be kept, the first time.
  private func keepChanges(_ log: ChangeLog) -> String? {
    do throws(ExperimentError) {
      guard let memory = workspace.memory else { return nil }
      try memory.keep(log, in: workspace.catalogue)
      conversation.keepingTrouble = nil
      return nil
    } catch {
      let trouble = DiagnosticTexts.text(of: error).lines.joined(separator: " ")
      defer { conversation.keepingTrouble = trouble }
      return conversation.keepingTrouble == nil ? trouble : nil
    }
  }

  /// Names an alias's proper word, the first time it is used.
  private func explain(_ aliases: [(alias: String, key: String)]) {
    for (alias, key) in aliases where conversation.explainedAliases.insert(alias).inserted {
      display.show(Rendering.text("\(alias) is understood as \(key)."))
    }
  }
}

extension Workspace {
  /// Sees to it that a statement changes no model that a job or another cell is training, before it does anything.
  ///
  /// - Throws: `RunDiagnostic.atWork`.
  fileprivate func checkAreFree(_ uses: [NameUse]) throws {
    for use in uses where use.effect.needsEndOfTraining {
      do throws(CatalogueError) { try catalogue.checkIsFree(use.name) } catch {
        throw Diagnostic(error).placed(at: use.value.span)
      }
    }
  }
}
