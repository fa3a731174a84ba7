import Language
import Wording

/// What could stand at a place where a value does: the names and files it may be.
struct ValueCandidates {
  /// The commands there are.
  let commands: CommandList
  /// The names the workspace knows.
  let names: any KnownNames
  /// What is typed around the place.
  let context: CursorContext

  /// The statement's command, or the one in whose block the cursor is.
  private var command: CursorContext.Command? { context.command ?? context.enclosing.last }

  /// What an argument of a command can be: what the statement's own things allow first.
  func values(of argument: ArgumentDeclaration, command: String) -> [Completion.Match] {
    // What is made from a network is made from all of it, as a rule.
    let isWhole = argument.key == "from" && argument.kind.isExtractor
    let wanted = argument.wantedFiles(of: command)
    let own =
      allowed(argument.key) + photos(argument)
      + (isWhole ? whole : values(of: argument.kind, wanted: wanted))
    // A folder's classes are known, and need no examples.
    if argument.kind.isLabels, !folderLabels.isEmpty { return own }
    let texts = Set(own.map(\.text))
    return own
      + argument.offers.filter { !texts.contains($0.text) }.map { Completion.Match($0.text, "value", $0.remark) }
  }

  /// The classes of the folder a statement names; none where it names none.
  private var folderLabels: [String] {
    command?.text(of: "path").map(names.labels) ?? []
  }

  /// The values that the file of the model a statement names, or update, allows.
  private func allowed(_ key: String) -> [Completion.Match] {
    guard let model = named else { return [] }
    return (model.allowed[key] ?? []).map { Completion.Match($0, "value", "allowed by \(model.name)") }
  }

  /// The model that a statement names first.
  private var named: ModelNames? {
    (command?.positional.first).flatMap { name in names.models.first { $0.name == name } }
  }

  /// The photos of a dataset where a file or one of these may be meant.
  private func photos(_ argument: ArgumentDeclaration) -> [Completion.Match] {
    guard argument.key == "photo", argument.kind == .path else { return [] }
    return names.photos(of: samples, beginning: context.partialContents)
  }

  /// The dataset or split whose photos a statement is about; empty where it names none.
  private var samples: String {
    guard let command else { return "" }
    if let on = command.text(of: "on") { return on }
    let first = command.positional.first ?? ""
    return names.datasets.contains { $0.name == first.prefix { $0 != "." } } ? first : ""
  }

  /// What a value of a kind can be, files that are wanted first.
  func values(of kind: ArgumentKind, wanted: WantedFiles) -> [Completion.Match] {
    if case .string = context.form, kind.mayBePath {
      return names.files(beginning: context.partialContents, wanted: wanted)
    }
    switch kind {
    case .bool: return ["true", "false"].map { Completion.Match($0, "value") }
    case .choice(let words): return words.map { Completion.Match($0, "value") }
    case .allowance: return Allowance.examples.map { Completion.Match($0, "value") }
    case .cluster: return names.clusters.map { Completion.Match($0, "cluster") }
    case .call(let forms): return forms.examples.map { Completion.Match($0, "value") }
    case .dataset: return datasets
    case .split: return splits + datasets
    case .model: return models
    case .thing: return models + datasets
    case .topic: return commands.names.map { Completion.Match($0, "command") }
    case .photo: return names.photos(of: samples, beginning: context.partialContents)
    case .label: return labels.map { Completion.Match($0, "label") }
    case .layer:
      let layers = named?.layers ?? []
      return layers.map { Completion.Match($0, "value", "a layer") }
    case .run: return names.runs.map { Completion.Match(String($0.number), "run", $0.remark) }
    case .source: return names.shortModelNames(withLayer: false) + loaded
    case .extractor: return names.shortModelNames(withLayer: true) + extractors(beginning: context.partialContents)
    case .list(let element), .atLeastOne(let element), .firstOf(let element):
      return values(of: element, wanted: wanted)
    case .path: return names.files(beginning: context.partialContents, wanted: wanted)
    case .integer, .decimal, .text, .newName, .any: return []
    }
  }

  /// The classes of the folder or the dataset that a statement names; those of all datasets where it names none. Each once.
  private var labels: [String] {
    let folder = folderLabels
    guard folder.isEmpty else { return folder }
    let name = samples.prefix { $0 != "." }
    let own = names.datasets.filter { $0.name == name }
    var seen: Set<String> = []
    return (own.isEmpty ? names.datasets : own).flatMap(\.labels).filter { seen.insert($0).inserted }
  }

  private var datasets: [Completion.Match] {
    names.datasets.map { dataset in
      Completion.Match(
        dataset.name, "dataset", Numbers.count(dataset.splits.reduce(0) { $0 + $1.count }, "photo"))
    }
  }

  private var splits: [Completion.Match] {
    names.datasets.flatMap { dataset in
      dataset.splits.map { Completion.Match("\(dataset.name).\($0.name)", "dataset", Numbers.count($0.count, "photo")) }
    }
  }

  private var models: [Completion.Match] {
    names.models.map { Completion.Match($0.name, "model", $0.remark) }
  }

  private var loaded: [Completion.Match] {
    names.models.filter(\.isLoaded).map { Completion.Match($0.name, "model", $0.remark) }
  }

  /// Model files and networks, and behind the name of one and a dot its layers.
  private var whole: [Completion.Match] {
    if case .string = context.form { return names.files(beginning: context.partialContents, wanted: .models) }
    return names.shortModelNames(withLayer: false) + extractors(beginning: context.partialContents)
  }

  /// The networks, and behind the name of one and a dot its layers.
  private func extractors(beginning partial: String) -> [Completion.Match] {
    names.models.filter { !$0.layers.isEmpty || $0.isLoaded }.flatMap { model in
      let layers = partial.lowercased().hasPrefix("\(model.name.lowercased()).") ? model.layers : []
      return [Completion.Match(model.name, "model", model.remark)]
        + layers.map { Completion.Match("\(model.name).\($0)", "value", "a layer of \(model.name)") }
    }
  }
}

extension ArgumentKind {
  /// Whether it takes a network, up to a layer.
  fileprivate var isExtractor: Bool {
    switch self {
    case .extractor, .firstOf(.extractor): true
    default: false
    }
  }

  /// Whether it is a class, or a list of some.
  fileprivate var isLabels: Bool { self == .label || self == .list(.label) }

  /// Which files such a value is likely to be.
  var wantedFiles: WantedFiles {
    switch self {
    case .source, .extractor, .thing, .firstOf: .models
    default: .any
    }
  }

  /// Whether a text in quotes is completed as a path.
  fileprivate var mayBePath: Bool {
    switch self {
    case .path, .source, .thing, .extractor, .any, .list(.path), .firstOf(.source), .firstOf(.thing): true
    default: false
    }
  }
}

extension ArgumentDeclaration {
  /// Which files are likely to be meant by a value of a command's argument.
  fileprivate func wantedFiles(of command: String) -> WantedFiles {
    switch key {
    case "csv", "idx", "npz", "sqlite", "test": .tables
    case "path" where command == "dataset": .photos
    case "path" where command == "load": .models
    case "image", "photo": .photos
    default: kind.wantedFiles
    }
  }
}
