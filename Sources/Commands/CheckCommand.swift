import CommandLanguage
import Experiments
import Figures
import ModelFile
import Networks
import Views

/// `check hands`, `check "HandsTrained.mlmodel"`, `check hand`
struct CheckCommand: Command {
  private static let subject = PositionalArgument(
    "thing", .firstOf(.thing), "A dataset, a model file, or a model.")
  private static let balance = KeyedArgument(
    "balance", .bool, "Whether to count the samples of classes, or show the spread of numbers.", default: true)
  private static let duplicates = KeyedArgument("duplicates", .bool, "Whether to look for duplicates.", default: true)
  private static let outliers = KeyedArgument(
    "outliers", .bool, "Whether to look for outliers among photos.", default: true)
  private static let labels = KeyedArgument(
    "labels", .bool, "Whether to look for labels that similar photos contradict.", default: true)
  private static let flips = KeyedArgument(
    "flips", .bool, "Whether to compare predictions of mirrored photos.", default: true)
  private static let features = KeyedArgument(
    "features", .extractor, "Feature extractor to compare photos by; squeezenet.fire9 when available.")
  private static let cluster = KeyedArgument(
    "cluster", .cluster, "Cluster whose workers share the photos.", usually: "this machine")

  static let declaration = CommandDeclaration(
    "check", "Checks a dataset for problems, or a model against Core ML's rules.",
    discussion: """
      In a dataset, check looks for photos that cannot be read, classes with few samples, duplicates (also mirrored, \
      resized or compressed; between train and test they make accuracies too high), outliers, labels that similar \
      photos contradict, and the effect of mirroring on predictions. Photos are compared by the layer of features=; of \
      feature maps, by the mean and the maximum. In a table, it looks for equal samples and the spread of the numbers. \
      Nothing is changed. With cluster=, the workers of a cluster share the photos that a network looks at.

      In a model file, check lists everything for which Core ML's open validator rejects the file or does not accept \
      it as updatable, each with the layer, the rule and a remedy, and what training on a device needs. A model of the \
      workspace is checked as the file that save would write. Operations of ML programs are not checked. In whet run, a \
      rejected model sets the exit code to 1.
      """,
    positionals: [subject],
    arguments: [balance, duplicates, outliers, labels, flips, features, cluster],
    examples: ["check hands", "check hands features=squeezenet.pool10", "check \"HandsTrained.mlmodel\"", "check hand"])

  private let thing: CheckedValue
  private let arguments: Arguments

  init(_ arguments: Arguments) throws {
    thing = arguments[Self.subject]
    self.arguments = arguments
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    switch try workspace.lookup.subject(thing) {
    case .dataset(let dataset): return try look(through: dataset, in: workspace, on: context)
    case .file(let file, let path):
      try refuseKeys()
      return judge(file, name: path, on: context)
    case .model(let model):
      try refuseKeys()
      return judge(try written(model, in: workspace), name: model.name, on: context)
    }
  }

  // MARK: Datasets

  private func look(through dataset: Dataset, in workspace: Workspace, on context: CommandContext) throws -> Rendering {
    let points = DatasetCheck.Points(
      balance: arguments[Self.balance], duplicates: arguments[Self.duplicates],
      outliers: arguments[Self.outliers], labels: arguments[Self.labels],
      flips: arguments[Self.flips])
    if case .table = dataset, let value = arguments[Self.features] ?? arguments[Self.cluster] {
      throw Diagnostic(.noPhotos(dataset.name), at: value.span)
    }
    // Tables are compared through their own numbers.
    let extractor: Extractor? = if case .photos = dataset { try self.extractor(in: workspace) } else { nil }
    do {
      let wait = CheckWait(context: context)
      let checker = DatasetChecker(workspace: workspace, signal: context, progress: wait.show)
      let check = try FeatureWait.sharing(arguments[Self.cluster], for: arguments.statement, in: workspace, on: context)
      {
        try checker.check(dataset, points: points, through: extractor)
      }
      return DatasetCheckView(check: check).rendering
    } catch {
      throw error.placed(at: thing.span)
    }
  }

  /// What photos are compared through: as said, else SqueezeNet, else what some model looks through.
  private func extractor(in workspace: Workspace) throws -> Extractor? {
    if let features = arguments[Self.features] { return try workspace.lookup.extractor(features).pooled() }
    if let extractor = try? workspace.library.extractor(of: "squeezenet", layer: "fire9") {
      return try extractor.pooled()
    }
    for name in workspace.models.keys.sorted() {
      switch workspace.models[name] {
      case .neighbors(let model)?:
        if !model.readsTables { return try model.extractor.pooled() }
      case .hybrid(let model)?:
        if !model.neighbors.readsTables { return try model.neighbors.extractor.pooled() }
      case .network(let model)?:
        let parts = try? TrainableParts(of: model)
        if let trunk = parts?.trunk, !trunk.definition.layers.isEmpty, (try? trunk.image()) != nil {
          return try trunk.pooled()
        }
      case nil: break
      }
    }
    return nil
  }

  // MARK: Models

  /// What is said of datasets alone is refused for models.
  private func refuseKeys() throws {
    try arguments.refuse(Self.declaration.arguments, belongingTo: "the check of a dataset") { _, _ in
      "Leave it out for a model or a file."
    }
  }

  /// Core ML's verdict on a file; a refusal is counted for the exit code of `whet run`.
  private func judge(_ file: ModelFile, name: String, on context: CommandContext) -> Rendering {
    let report = file.check()
    if !report.isAccepted { context.conversation?.refusals += 1 }
    return CheckView(file: file, name: name, report: report).rendering
  }

  /// The file that `save` would write of a model.
  private func written(_ model: Model, in workspace: Workspace) throws -> ModelFile {
    let writing = ModelFileWriter { $0 }
    do {
      switch model {
      case .hybrid(let hybrid): throw hybrid.refusal(.saving, at: thing.span)
      case .network(let network):
        if let program = network.source.unchangedProgram(of: network.definition, in: workspace.library) {
          return program
        }
        let program = workspace.library.program(below: network)
        let isUpdatable = network.definition.parameterCounts.trainable > 0 && program == nil
        return try writing.file(of: network, isUpdatable: isUpdatable, on: program)
      case .neighbors(let neighbors): return try writing.file(of: neighbors, library: workspace.library)
      }
    } catch let error as ModelFileError {
      throw Diagnostic(.modelFile(model.name, error), at: thing.span)
    }
  }
}
