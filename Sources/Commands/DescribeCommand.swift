import CommandLanguage
import Experiments
import Figures
import Files
import Foundation
import ModelFile
import Networks
import RunStore
import Views
import Wording

/// `describe hand`
struct DescribeCommand: Command {
  /// How a subject is told.
  private enum Format: String, CaseIterable {
    case table, json
  }

  private static let subject = PositionalArgument(
    "thing", .firstOf(.thing), "A model, a dataset, or the path of a model file.",
    effect: .asks)
  private static let parameters = KeyedArgument(
    "parameters", .bool, "Whether to show only a model's hyperparameters.", default: false)
  private static let limit = KeyedArgument(
    "limit", .integer(2...100_000), "Largest number of a dataset's classes shown.", default: DatasetView.usualLimit)
  private static let format = KeyedArgument("format", .choice, "A table, or a network as JSON.", default: Format.table)
  private static let path = KeyedArgument("path", .path, "With format=json: the file to write.")

  static let declaration = CommandDeclaration(
    "describe", "Describes a model, a dataset or a model file in full.",
    discussion: """
      parameters=true shows only the hyperparameters, even during training: the defaults, the values of the last \
      training, and the values allowed. format=json shows a network's layers, weights, defaults, author and \
      description as JSON, or writes them to path=, from which load reads them again.
      """,
    positionals: [subject],
    arguments: [parameters, limit, format, path, ReplaceArgument.replace],
    examples: [
      "describe hand", "describe \"HandsTrained.mlmodel\"", "describe hand parameters=true",
      "describe lenet format=json path=\"lenet.json\"",
    ])

  private let thing: CheckedValue
  private let isAboutParameters: Bool
  private let arguments: Arguments
  private let isJSON: Bool
  private let path: CheckedValue?

  /// The most characters of JSON that are shown in a cell.
  private static let longestText = 100_000

  init(_ arguments: Arguments) throws {
    isJSON = arguments[Self.format] == .json
    path = arguments[Self.path]
    if isJSON {
      try arguments.refuse(Self.parameters, belongingTo: "format=table", "Leave one of them out.")
    } else {
      try arguments.refuse(Self.path, belongingTo: "format=json", "Add format=json, or leave it out.")
      try arguments.refuse(ReplaceArgument.replace, belongingTo: "format=json", "Leave it out.")
    }
    thing = arguments[Self.subject]
    isAboutParameters = arguments[Self.parameters]
    self.arguments = arguments
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let subject: Subject
    do { subject = try workspace.lookup.subject(thing) } catch {
      guard !isAboutParameters, !isJSON,
        let (outline, fault, path) = workspace.outline(of: thing, whereRefusedFor: error)
      else { throw error }
      return OnnxOutlineView(outline: outline, fault: fault, name: path).description
    }
    if case .dataset = subject {
    } else {
      try arguments.refuse(Self.limit, belongingTo: "datasets", "Leave it out.")
    }
    guard !isAboutParameters else { return try parameters(of: subject) }
    if isJSON { return try json(of: subject, in: workspace) }
    switch subject {
    case .model(.neighbors(let model)): return NeighborsView(model: model).description
    case .model(.hybrid(let model)): return HybridView(model: model).description
    case .model(.network(let model)):
      return NetworkView(
        model: model, sourceRemark: workspace.library.sourceRemark(of: model),
        state: workspace.catalogue.state(of: .network(model))
      ).description
    case .dataset(let dataset):
      return DatasetView(dataset: dataset, limit: arguments[Self.limit]).summary
    case .file(let file, let path): return ModelFileView(file: file, name: path).description
    }
  }

  private func json(of subject: Subject, in workspace: Workspace) throws -> Rendering {
    guard let text = try text(of: subject) else {
      throw Diagnostic(.file(.noText(thing.word)), at: thing.span)
    }
    guard let path else {
      let data = text.data
      guard data.count > Self.longestText else { return Rendering.text(String(decoding: data, as: UTF8.self)) }
      let short = String(decoding: text.withoutNumbers.data, as: UTF8.self)
      return Rendering.text(
        "\(short)\nThe weights are left out. All of it, \(Numbers.bytes(data.count)), for load: "
          + "describe \(thing.text) format=json path=\"\(thing.word.split(separator: "/").last ?? "model").json\"")
    }
    let url = workspace.files.destination(path.word)
    let data = text.data
    do {
      try workspace.write(url, at: path.span, by: arguments, recognising: ModelText.isIn) { try $0.write(data) }
    } catch let error as FileWriteError {
      throw Diagnostic(.data(DataDiagnostic(error, in: workspace.files)), at: path.span)
    }
    return Rendering.text(
      "\(thing.word) is in \(workspace.files.short(url)): \(Numbers.bytes(data.count)) of JSON. To read it: "
        + "load NAME \"\(workspace.files.short(url))\"")
  }

  /// A network as text; nil for what is none.
  private func text(of subject: Subject) throws -> ModelText? {
    switch subject {
    case .model(.network(let model)):
      return ModelText(model).withoutCheckpoint
    case .file(let file, let path) where file.kind.isNetwork || file.kind == .mlProgram:
      do throws(ModelFileError) {
        let definition = try RunnableModel(file).definition
        let labels = ClassLabels(of: file)?.texts ?? []
        let shapes = (try? definition.shapes()) ?? [:]
        let outputs = definition.outputs.first.flatMap { shapes[$0] }?.reduce(1, *) ?? labels.count
        var text = ModelText(definition, classes: labels, outputs: max(outputs, labels.count))
        text.notes = ModelCredits(file.description)
        text.scaling = file.cropAndScale
        if file.isUpdatable { text.update = file.pipeline.lastModel.updateParameters }
        return text.withoutCheckpoint
      } catch {
        throw Diagnostic(.modelFile(path, error), at: thing.span)
      }
    default: return nil
    }
  }

  private func parameters(of subject: Subject) throws -> Rendering {
    switch subject {
    case .model(.network(let model)):
      return ParametersView(model).rendering
    case .model(.neighbors(let model)): return NeighborsView(model: model).description
    case .model(.hybrid(let model)): return HybridView(model: model).description
    case .file(let file, let path):
      if let update = file.pipeline.lastModel.updateParameters {
        return ParametersView(title: path, update: update).rendering
      }
      guard file.pipeline.lastModel.neighbors != nil else {
        throw Diagnostic(.file(.noParameters(path)), at: thing.span)
      }
      return ModelFileView(file: file, name: path).description
    case .dataset(let dataset): throw Diagnostic(.file(.noParameters(dataset.name)), at: thing.span)
    }
  }
}

extension ModelText {
  /// The text without what only a training that goes on reads.
  fileprivate var withoutCheckpoint: ModelText {
    var text = self
    for key in [CheckpointRecord.key, WrittenMark.key] { text.notes?.userDefined[key] = nil }
    return text
  }
}

extension ModelLibrary {
  /// What is to be said of the file a network was made from: by what it is recognised again, and whether it is still the
  /// same; nil for a network made of nothing.
  func sourceRemark(of model: NetworkModel) -> String? {
    guard let file = model.source.file else { return nil }
    var fingerprint = Fingerprint()
    file.bytes.withUnsafeBytes { fingerprint.add($0) }
    let own = " (\(fingerprint.short))"
    guard files.hasModel(model.source.name) else { return own + ", which is no longer there" }
    guard let now = try? read(model.source.name, as: file) else { return own + ", which can no longer be read" }
    let isSame = now == file || now.program.isSame(as: file.program)
    return isSame ? own : own + ", which has changed since"
  }
}
