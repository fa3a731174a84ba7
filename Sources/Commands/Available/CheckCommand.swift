import Figures
import ModelFile
import Networks

/// `check hands`, `check "HandsTrained.mlmodel"`, `check hand`
struct CheckCommand: Command {
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
    positionals: [PositionalDeclaration("thing", .thing, "A dataset, a model file, or a model.")],
    arguments: [
      ArgumentDeclaration("balance", .bool, "Whether the classes of a dataset are counted.", default: "true"),
      ArgumentDeclaration("duplicates", .bool, "Whether the same picture is looked for twice.", default: "true"),
      ArgumentDeclaration("outliers", .bool, "Whether photos unlike the others are looked for.", default: "true"),
      ArgumentDeclaration("labels", .bool, "Whether labels are judged by the other photos.", default: "true"),
      ArgumentDeclaration("flips", .bool, "Whether answers to mirrored photos are looked at.", default: "true"),
      ArgumentDeclaration(
        "features", .extractor,
        "The layer photos are compared through; squeezenet.fire9 when left out, else what a model looks through."),
    ],
    examples: ["check hands", "check hands features=squeezenet.pool10", "check \"HandsTrained.mlmodel\"", "check hand"])

  private let thing: CheckedValue
  private let arguments: Arguments

  init(_ arguments: Arguments) throws(Fault) {
    thing = arguments.positionals[0]
    self.arguments = arguments
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    switch try session.subject(thing) {
    case .dataset(let dataset): return try look(through: dataset, in: session, on: stage)
    case .file(let file, let path):
      try refuseKeys()
      return judge(file, name: path, in: session)
    case .model(let model):
      try refuseKeys()
      return judge(try written(model, in: session), name: model.name, in: session)
    }
  }

  // MARK: Datasets

  private func look(through dataset: Dataset, in session: Session, on stage: Stage) throws -> Rendering {
    let points = DatasetCheck.Points(
      balance: arguments.bool("balance") ?? true, duplicates: arguments.bool("duplicates") ?? true,
      outliers: arguments.bool("outliers") ?? true, labels: arguments.bool("labels") ?? true,
      flips: arguments.bool("flips") ?? true)
    if case .table = dataset, let features = arguments["features"] {
      throw Fault(.noPhotos(dataset.name), at: features.span)
    }
    let extractor = try self.extractor(in: session)
    do {
      return DatasetCheckView(check: try session.check(dataset, points: points, through: extractor, stage: stage))
        .rendering
    } catch let fault as Fault {
      throw fault.placed(at: thing.span)
    }
  }

  /// What photos are compared through: as said, else SqueezeNet, else what some model looks through.
  private func extractor(in session: Session) throws(Fault) -> Extractor? {
    if let features = arguments["features"] { return try session.extractor(features).pooled() }
    if let extractor = try? session.extractor(of: "squeezenet", layer: "fire9") { return try extractor.pooled() }
    for name in session.models.keys.sorted() {
      switch session.models[name] {
      case .neighbors(let model)?: return try model.extractor.pooled()
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
  private func refuseKeys() throws(Fault) {
    for argument in Self.declaration.arguments {
      guard let value = arguments[argument.key] else { continue }
      throw Fault(
        .keyOfOther(
          key: argument.key, given: value.text, belongsTo: "the check of a dataset",
          remedy: "Leave it out for a model or a file."), at: value.span)
    }
  }

  /// Core ML's verdict on a file; a refusal is counted for the exit code of `whet run`.
  private func judge(_ file: ModelFile, name: String, in session: Session) -> Rendering {
    let report = file.check()
    if !report.isAccepted { session.refusals += 1 }
    return CheckView(file: file, name: name, report: report).rendering
  }

  /// The file that `save` would write of a model.
  private func written(_ model: Model, in session: Session) throws -> ModelFile {
    let writing = ModelWriting { $0 }
    do {
      switch model {
      case .network(let network):
        return try writing.file(of: network, isUpdatable: network.parameterCounts.trainable > 0)
      case .neighbors(let neighbors): return try writing.file(of: neighbors, session: session)
      }
    } catch let error as ModelFileError {
      throw Fault(.modelFile(model.name, error), at: thing.span)
    }
  }
}
