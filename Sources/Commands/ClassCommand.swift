import CommandLanguage
import Experiments
import Figures
import Foundation
import Language
import RunStore
import Training
import Wording

/// `class hands add=🦎`, `class hands rename=🦎 to=👽`, `class hands order=[✋, ✊]`
struct ClassCommand: Command {
  private static let dataset = PositionalArgument("dataset", .dataset, "The dataset.", effect: .changes)
  private static let added = KeyedArgument("add", .list(.label), "Classes to add.")
  private static let renamed = KeyedArgument("rename", .label, "Class to rename.")
  private static let newName = KeyedArgument("to", .label, "With rename=: its new name.")
  private static let order = KeyedArgument("order", .list(.label), "All classes, in the new order.")

  static let declaration = CommandDeclaration(
    "class", "Adds a class to a dataset, renames one, or changes the order of the classes.",
    discussion: """
      A class is a folder in train/ and in test/. The order of classes is kept in labels.json; new classes come last, \
      and a network has its outputs in this order. A network has room for as many classes as it has outputs (grow adds \
      some); a k-NN model takes any number. Models that know a renamed class use its new name without training. Two \
      spellings of an emoji, with and without U+FE0F, are one class.
      """,
    positionals: [dataset],
    arguments: [added, renamed, newName, order],
    examples: ["class hands add=🦎", "class hands rename=🦎 to=👽", "class hands order=[✋, ✊, ✌️]"],
    effectOnOthers: .given("rename", then: .changes, otherwise: .mentions))

  private let arguments: Arguments

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    let changes: [any ArgumentKey] = [Self.added, Self.renamed, Self.order]
    let given = changes.filter(arguments.isGiven)
    guard given.count == 1 else {
      throw Diagnostic(
        .data(.classes(.oneClassChange(given.map(\.declaration.key)))),
        at: given.last.flatMap(arguments.span) ?? arguments.commandSpan)
    }
    let newName = arguments[Self.newName]
    guard arguments.isGiven(Self.renamed) == (newName != nil) else {
      throw Diagnostic(.data(.classes(.renameNeedsTo)), at: newName?.span ?? arguments.span(of: Self.renamed))
    }
    for name in (arguments[Self.added] ?? []) + [newName].compactMap(\.self) {
      if let problem = ClassName.problem(of: name.word) {
        throw Diagnostic(.data(.classes(.badClassName(name.word, problem))), at: name.span)
      }
    }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let work = try workspace.lookup.workFolder(arguments[Self.dataset])
    if let names = arguments[Self.added] { return try add(names, to: work, in: workspace) }
    if let old = arguments[Self.renamed], let new = arguments[Self.newName] {
      return try rename(old, new, work, workspace)
    }
    if let order = arguments[Self.order] { return try sort(order, work, workspace) }
    preconditionFailure("one of add, rename and order was given")
  }

  // MARK: Adding

  private func add(_ names: [CheckedValue], to work: WorkFolder, in workspace: Workspace) throws -> Rendering {
    var labels = work.dataset.labels
    var edits: [FileEdit] = []
    var remarks: [String] = []
    for name in names {
      if let place = LabelSpelling.position(of: name.word, in: labels) {
        remarks.append("\(labels[place]) is already there: class \(place + 1) of \(work.dataset.name).")
        continue
      }
      labels.append(name.word)
      if let limit = work.dataset.maxClasses, labels.count > limit {
        throw Diagnostic(
          .data(.classes(.moreThanMaxClasses(labels, limit: limit, dataset: work.dataset.name))), at: name.span)
      }
      for split in work.splits { edits += work.making(work.folder(of: name.word, in: split)) }
      remarks.append("\(name.word) is class \(labels.count) of \(work.dataset.name).")
    }
    let added = labels.dropFirst(work.dataset.labels.count)
    if !added.isEmpty {
      try workspace.photoEdits.change(
        work, edits, labels: labels, for: arguments.statement,
        told: "class \(added.joined(separator: ", ")) added to \(work.dataset.name)")
      remarks.append(
        "Classes: \(labels.joined(separator: " ")). Photos for it: add \(work.dataset.name).train \"…\" label=\(added.first ?? "")"
      )
    }
    return Rendering.text(remarks.joined(separator: "\n"))
  }

  // MARK: Renaming

  private func rename(
    _ old: CheckedValue, _ new: CheckedValue, _ work: WorkFolder, _ workspace: Workspace
  ) throws -> Rendering {
    let label = try work.dataset.label(old)
    if let twin = LabelSpelling.position(of: new.word, in: work.dataset.labels).map({ work.dataset.labels[$0] }),
      twin != label || twin == new.word
    {
      throw Diagnostic(.data(.classes(.classIsThere(twin, dataset: work.dataset.name))), at: new.span)
    }
    let edits: [FileEdit] = work.splits.compactMap { split in
      let from = work.folder(of: label, in: split)
      let to = from.deletingLastPathComponent().appending(path: new.word)
      guard FilePath.isFolder(from), from.lastPathComponent != new.word else { return nil }
      return .move(from: FilePath.plain(from), to: FilePath.plain(to))
    }
    let labels = work.dataset.labels.map { $0 == label ? new.word : $0 }
    let models = workspace.catalogue.models(knowing: label, as: new.word, of: work.dataset)
    let changes = models.map { CatalogueChange.model($0.name, $0) }
    try Diagnostic.placing(at: old.span) { try workspace.catalogue.check(changes) }
    try workspace.photoEdits.change(
      work, edits, labels: labels, for: arguments.statement,
      told: "class \(label) of \(work.dataset.name) renamed to \(new.word)")
    for model in models { try workspace.catalogue.put(model) }
    let names = Numbers.list(models.map(\.name))
    let known = models.isEmpty ? "" : " \(names) \(models.count == 1 ? "knows" : "know") it by its new name."
    return Rendering.text(
      "\(label) is now \(new.word), in the same position. Classes of \(work.dataset.name): \(labels.joined(separator: " ")).\(known)"
    )
  }

  // MARK: Ordering

  private func sort(_ order: [CheckedValue], _ work: WorkFolder, _ workspace: Workspace) throws -> Rendering {
    var labels: [String] = []
    for name in order {
      let label = try work.dataset.label(name)
      guard !labels.contains(label) else { throw Diagnostic(.photoFolder(.sameLabel(label, name.word)), at: name.span) }
      labels.append(label)
    }
    let missing = work.dataset.labels.filter { !labels.contains($0) }
    guard missing.isEmpty else {
      throw Diagnostic(
        .data(.classes(.orderLacks(missing, all: labels + missing, dataset: work.dataset.name))),
        at: arguments.span(of: Self.order))
    }
    try workspace.photoEdits.change(
      work, [], labels: labels, for: arguments.statement,
      told: "classes of \(work.dataset.name) put in the order \(labels.joined(separator: " "))")
    return Rendering.text(
      "Classes of \(work.dataset.name): \(labels.joined(separator: " ")). Networks made from now on have their outputs in "
        + "this order; trained ones keep theirs.")
  }
}
