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
    "balance", .bool, "Whether to count classes, or measure the spread of numbers.", default: true)
  private static let duplicates = KeyedArgument("duplicates", .bool, "Whether to look for duplicates.", default: true)
  private static let outliers = KeyedArgument(
    "outliers", .bool, "Whether to look for photos unlike the others.", default: true)
  private static let labels = KeyedArgument(
    "labels", .bool, "Whether to judge labels by the other photos.", default: true)
  private static let flips = KeyedArgument(
    "flips", .bool, "Whether to compare answers to mirrored photos.", default: true)
  private static let features = KeyedArgument(
    "features", .extractor, "Feature extractor photos are compared by; squeezenet.fire9 when available.")

  static let declaration = CommandDeclaration(
    "check", "Looks through a dataset for what spoils trainings, or says what Core ML would make of a model.",
    discussion: """
      Of a dataset: photos that cannot be read, classes with few samples, the same picture twice (also mirrored, resized \
      or compressed; between train and test it makes accuracies too high), photos unlike the others, labels that the \
      other photos contradict, and what mirroring does to answers. Photos are compared through the layer features= \
      names, of maps by mean and maximum. Of a model file everything is listed for which Core ML's open validator \
      refuses it or does not call it updatable, each with the layer, the rule and what would help; and a checklist of \
      what training on a device takes. Of a model of the notebook it is the file that save would write. Under whet run a \
      refused model makes the exit code 1. Nothing is changed.
      """,
    positionals: [subject],
    arguments: [balance, duplicates, outliers, labels, flips, features],
    examples: ["check hands", "check hands features=squeezenet.pool10", "check \"HandsTrained.mlmodel\"", "check hand"])

  private let thing: CheckedValue
  private let arguments: Arguments

  init(_ arguments: Arguments) throws {
    thing = arguments[Self.subject]
    self.arguments = arguments
  }

  func run(in workspace: Workspace, on stage: Stage) throws -> Rendering? {
    switch try workspace.lookup.subject(thing) {
    case .dataset(let dataset): return try look(through: dataset, in: workspace, on: stage)
    case .file(let file, let path):
      try refuseKeys()
      return judge(file, name: path, on: stage)
    case .model(let model):
      try refuseKeys()
      return judge(try written(model, in: workspace), name: model.name, on: stage)
    }
  }

  // MARK: Datasets

  private func look(through dataset: Dataset, in workspace: Workspace, on stage: Stage) throws -> Rendering {
    let points = DatasetCheck.Points(
      balance: arguments[Self.balance], duplicates: arguments[Self.duplicates],
      outliers: arguments[Self.outliers], labels: arguments[Self.labels],
      flips: arguments[Self.flips])
    if case .table = dataset, let features = arguments[Self.features] {
      throw Diagnostic(.noPhotos(dataset.name), at: features.span)
    }
    // Tables are compared through their own numbers.
    let extractor: Extractor? = if case .photos = dataset { try self.extractor(in: workspace) } else { nil }
    do {
      let wait = CheckWait(stage: stage)
      let check = try DatasetChecker(workspace: workspace, signal: stage, progress: wait.show)
        .check(dataset, points: points, through: extractor)
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
  private func judge(_ file: ModelFile, name: String, on stage: Stage) -> Rendering {
    let report = file.check()
    if !report.isAccepted { stage.conversation?.refusals += 1 }
    return CheckView(file: file, name: name, report: report).rendering
  }

  /// The file that `save` would write of a model.
  private func written(_ model: Model, in workspace: Workspace) throws -> ModelFile {
    let writing = ModelWriting { $0 }
    do {
      switch model {
      case .hybrid(let hybrid): throw hybrid.refusal(.saving, at: thing.span)
      case .network(let network):
        if let program = network.source.unchangedProgram(of: network.definition, in: workspace.library) {
          return program
        }
        return try writing.file(of: network, isUpdatable: network.definition.parameterCounts.trainable > 0)
      case .neighbors(let neighbors): return try writing.file(of: neighbors, library: workspace.library)
      }
    } catch let error as ModelFileError {
      throw Diagnostic(.modelFile(model.name, error), at: thing.span)
    }
  }
}
