import Figures
import ModelFile

/// `describe hand`
struct DescribeCommand: Command {
  static let declaration = CommandDeclaration(
    "describe", "Tells all that is known of a model, a dataset, or a model file.",
    discussion: """
      With parameters=true only the hyperparameters are shown, at any time: what holds when nothing is said, what the last \
      training used, and what may be chosen.
      """,
    positionals: [PositionalDeclaration("thing", .thing, "A model, a dataset, or the path of a model file.")],
    arguments: [
      ArgumentDeclaration("parameters", .bool, "Only the hyperparameters of a model.", default: "false"),
      ArgumentDeclaration(
        "limit", .integer(2...100_000), "The most classes of a dataset that are listed.", default: "200"),
    ],
    examples: ["describe hand", "describe \"HandsTrained.mlmodel\"", "describe hand parameters=true"])

  private let thing: CheckedValue
  private let isAboutParameters: Bool
  private let limit: CheckedValue?

  init(_ arguments: Arguments) throws(Fault) {
    thing = arguments.positionals[0]
    isAboutParameters = arguments.bool("parameters") ?? false
    limit = arguments["limit"]
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    let subject = try session.subject(thing)
    if let limit {
      guard case .dataset = subject else {
        throw Fault(
          .keyOfOther(key: "limit", given: limit.text, belongsTo: "datasets", remedy: "Leave it out."), at: limit.span)
      }
    }
    guard !isAboutParameters else { return try parameters(of: subject) }
    switch subject {
    case .model(.neighbors(let model)): return NeighborsView(model: model).description
    case .model(.network(let model)):
      return NetworkView(model: model, sourceRemark: session.sourceRemark(of: model)).description
    case .dataset(let dataset):
      return DatasetView(dataset: dataset, limit: limit?.integer ?? DatasetView.usualLimit).summary
    case .file(let file, let path): return ModelFileView(file: file, name: path).description
    }
  }

  private func parameters(of subject: Subject) throws(Fault) -> Rendering {
    switch subject {
    case .model(.network(let model)):
      return ParametersView(
        title: model.name, update: UpdateParameters(for: model), current: model.lastTraining?.settings
      ).rendering
    case .model(.neighbors(let model)): return NeighborsView(model: model).description
    case .file(let file, let path):
      if let update = file.lastModel.updateParameters { return ParametersView(title: path, update: update).rendering }
      guard file.lastModel.neighbors != nil else { throw Fault(.file(.noParameters(path)), at: thing.span) }
      return ModelFileView(file: file, name: path).description
    case .dataset(let dataset): throw Fault(.file(.noParameters(dataset.name)), at: thing.span)
    }
  }
}

extension Session {
  /// What is to be said of the file a network was made from: by what it is recognised again, and whether it is still the
  /// same; nil for a network made of nothing.
  func sourceRemark(of model: NetworkModel) -> String? {
    guard let file = model.file else { return nil }
    var fingerprint = Fingerprint()
    file.bytes.withUnsafeBytes { fingerprint.add($0) }
    let own = " (\(fingerprint.short))"
    guard files.hasModel(model.source) else { return own + ", which is no longer there" }
    guard let now = try? library.read(model.source) else { return own + ", which can no longer be read" }
    return now.file == file ? own : own + ", which has changed since"
  }
}
