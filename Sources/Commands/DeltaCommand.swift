import CommandLanguage
import Experiments
import Figures
import Files
import Foundation
import Networks
import RunStore
import Tensors
import Wording

/// `delta hand since=starter path="hand.delta.json"`, `delta hand apply="hand.delta.json"`
struct DeltaCommand: Command {
  private static let model = PositionalArgument(
    "model", .model, "The network.", effect: .given("apply", then: .changes, otherwise: .reads))
  private static let since = KeyedArgument(
    "since", .thing, "Start of the changes: its initial weights, a network, or a model file.", usually: "starter")
  private static let path = KeyedArgument("path", .path, "File to write.")
  private static let apply = KeyedArgument("apply", .list(.path), "Files to apply.")
  private static let by = KeyedArgument("by", .choice(["mean"]), "How several files are combined.", default: "mean")
  private static let weights = KeyedArgument(
    "weights", .choice(["equal", "samples"]),
    "Weight of each file in the mean; samples: its number of training samples.",
    default: "equal")

  static let declaration = CommandDeclaration(
    "delta", "Writes how a network's weights changed in training, or applies such files to a network.",
    discussion: """
      The file holds only the changed weights, as JSON, and no photos. With apply=, a network with the same initial \
      weights becomes the trained one, bit for bit. For several files in brackets, the mean of the changes is applied: \
      training on photos that stay with their owners (federated averaging; federate simulates its rounds). The mean is \
      exact: it does not depend on the order of the files. weights=samples weights each file by the number of samples \
      that its network was trained on. apply= returns the network to its initial weights first; undo restores what it \
      was.
      """,
    positionals: [model],
    arguments: [since, path, apply, by, weights, ReplaceArgument.replace],
    examples: [
      "delta hand since=starter path=\"hand.delta.json\"",
      "delta hand apply=[\"hand.delta.json\", \"other.delta.json\"] by=mean weights=samples",
    ])

  private let name: CheckedValue
  private let since: CheckedValue?
  private let path: CheckedValue?
  private let apply: [CheckedValue]?
  private let arguments: Arguments

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    name = arguments[Self.model]
    since = arguments[Self.since].flatMap { $0.word == "starter" ? nil : $0 }
    path = arguments[Self.path]
    apply = arguments[Self.apply]
    guard (path == nil) != (apply == nil) else {
      throw Diagnostic(
        .file(.delta(.whereto(isBoth: path != nil))), at: arguments.span(of: Self.apply) ?? arguments.commandSpan)
    }
    if apply?.isEmpty == true {
      throw Diagnostic(.file(.delta(.whereto(isBoth: false))), at: arguments.span(of: Self.apply))
    }
    if apply == nil {
      try arguments.refuse(Self.by, Self.weights, belongingTo: "apply=", "Leave it out, or name the files to apply.")
    } else {
      try arguments.refuse(Self.since, belongingTo: "path=", "apply= starts from the initial weights.")
      try arguments.refuse(ReplaceArgument.replace, belongingTo: "path=", "Leave it out.")
    }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let model = try workspace.lookup.network(name, for: "delta")
    if let apply { return try add(apply, to: model, in: workspace) }
    guard let path else { preconditionFailure("path or apply was asked for") }
    return try write(model, to: path, in: workspace)
  }

  // MARK: Writing

  private func write(_ model: NetworkModel, to path: CheckedValue, in workspace: Workspace) throws -> Rendering {
    let start =
      try since.map { try self.start($0, of: model, in: workspace) } ?? model.initial.definition
    let delta = NetworkDelta(
      from: start, to: model.definition, classes: model.outputs.classes, samples: model.training.learnt?.count)
    let source = since?.word ?? "its start"
    guard !delta.changes.isEmpty else {
      throw Diagnostic(.file(.delta(.nothingLearntSince(model.name, source))), at: name.span)
    }
    let url = workspace.files.destination(path.word)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // What it is made of, keys and numbers, can always be written as JSON.
    let data = (try? encoder.encode(delta)) ?? Data()
    do {
      try workspace.write(url, at: path.span, by: arguments, recognising: NetworkDelta.isIn) { try $0.write(data) }
    } catch let error as FileWriteError {
      throw Diagnostic(.data(DataDiagnostic(error, in: workspace.files)), at: path.span)
    }
    return view(delta, of: model, since: source, bytes: data.count, path: workspace.files.short(url))
  }

  private func start(
    _ value: CheckedValue, of model: NetworkModel, in workspace: Workspace
  ) throws -> NetworkDefinition {
    let other = try workspace.lookup.network(behind: value, for: "delta \(model.name) since=…")
    try model.checkLayers(sameAs: other, at: value.span)
    return other.definition
  }

  private func view(
    _ delta: NetworkDelta, of model: NetworkModel, since source: String, bytes: Int, path: String
  ) -> Rendering {
    Table(
      caption: "\(model.name) since \(source)",
      columns: [
        Table.Column("layer"), Table.Column("parameter"), .number("numbers"), .number("mean change"),
        .number("largest change"),
      ],
      rows: delta.changes.map { change in
        let sizes = change.numbers.map(abs)
        return [
          .text(change.key.layer), .text(change.key.part.rawValue, .muted), .integer(change.count),
          .number(sizes.reduce(0, +) / Double(max(1, sizes.count)), .significant(3)),
          .number(sizes.max(), .significant(3)),
        ]
      },
      note: "\(Numbers.grouped(delta.changes.reduce(0) { $0 + $1.count })) numbers are in \(path), "
        + "\(Numbers.bytes(bytes)); none of the photos are."
    ).rendering
  }

  // MARK: Adding

  private func add(_ paths: [CheckedValue], to model: NetworkModel, in workspace: Workspace) throws -> Rendering {
    let start = Fingerprint(of: model.initial.definition).text
    let isWeighted = arguments[Self.weights] == "samples"
    var deltas: [NetworkDelta] = []
    for path in paths {
      let delta = try read(path, in: workspace)
      guard delta.start == start else {
        throw Diagnostic(.file(.delta(.otherStart(path.word, model.name))), at: path.span)
      }
      if let first = deltas.first, first.classes != delta.classes {
        throw Diagnostic(.file(.delta(.otherClasses(path.word, delta.classes, first.classes))), at: path.span)
      }
      if isWeighted, delta.samples ?? 0 < 1 { throw Diagnostic(.file(.delta(.noSamples(path.word))), at: path.span) }
      deltas.append(delta)
    }
    let counts = isWeighted ? deltas.compactMap(\.samples) : nil
    guard let definition = NetworkDelta.network(from: model.initial.definition, by: deltas, weights: counts) else {
      throw Diagnostic(.file(.delta(.noDelta(paths[0].word))), at: paths[0].span)
    }
    var model = model
    model.returnToStart()
    model.definition = definition
    model.outputs.classes = deltas[0].classes
    model.training.differences = deltas.count
    try workspace.catalogue.put(.network(model))
    let count =
      deltas.count == 1
      ? "the difference in \(paths[0].word)"
      : "the mean of \(deltas.count) differences\(isWeighted ? ", weighted by samples" : "")"
    let isSame = deltas.count == 1 && Fingerprint(of: definition).text == deltas[0].result
    return Rendering.text(
      "\(model.name) has its initial weights plus \(count)\(isSame ? ": the same bits as the network it was taken from." : ".")"
    )
  }

  private func read(_ path: CheckedValue, in workspace: Workspace) throws -> NetworkDelta {
    let url = try workspace.files.file(path)
    let data: Data
    do throws(FileReadError) {
      data = try Data(regularFile: url, copies: NetworkDelta.copies)
    } catch {
      throw Diagnostic(.data(DataDiagnostic(error, in: workspace.files)), at: path.span)
    }
    guard let delta = try? JSONDecoder().decode(NetworkDelta.self, from: data), delta.kind == NetworkDelta.kind else {
      throw Diagnostic(.file(.delta(.noDelta(path.word))), at: path.span)
    }
    return delta
  }
}
