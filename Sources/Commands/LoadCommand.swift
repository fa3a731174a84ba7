import CommandLanguage
import Experiments
import Figures
import Files
import Foundation
import ModelFile
import Networks
import Tensors
import Views

/// `load hand "HandsTrained.mlmodel"`
struct LoadCommand: Command {
  private static let model = PositionalArgument("name", .newName, "Name of the model.", effect: .makes(.model))
  private static let file = PositionalArgument(
    optional: "file", .firstOf(.source), "The model file.")
  private static let path = KeyedArgument(
    "path", .firstOf(.source), "The model file, where it was not given by its place.")

  private static let function = KeyedArgument(
    "function", .text, "Function of an ML program; by default the one it names itself.")
  private static let shape = KeyedArgument(
    "shape", .list(.integer(1...1 << 24)), "Input shape of an ML program that takes several; by default its own.")

  static let declaration = CommandDeclaration(
    "load", "Opens a Core ML model file and gives the model a name.",
    discussion: """
      Neural network classifiers, plain networks that end in a softmax (their target is the number of the class), k-NN \
      classifiers, and pipelines of a network and one, as the articles make them. What the file allows for epochs, \
      miniBatchSize, learningRate and so on holds for its training here. Layers that a converter wrote in the general \
      form (softmaxND, batchedMatmul with constant weights) are written as those that can be trained, which is said. A \
      network that ends in no softmax and has no labels is a regressor: it answers with numbers, one for each output. The \
      labels of its table are the numbers to learn, several with blanks between them. train minimises the squared error, \
      evaluate shows the mean squared and absolute error and R², predict the numbers; plot, history, update, reset, \
      describe and save work as with classifiers. What counts right answers (confusion, gallery, compare, sweep, find, explain, rerun, \
      draw) does not.
      """,
    positionals: [model, file],
    arguments: [path, function, shape],
    examples: [
      "load hand \"HandsTrained.mlmodel\"", "load price \"Price.mlmodel\"",
      "load eyes \"MobileCLIP.mlpackage\"",
    ])

  private let name: CheckedValue
  private let file: CheckedValue
  private let arguments: Arguments

  init(_ arguments: Arguments) throws {
    name = arguments[Self.model]
    self.arguments = arguments
    guard let file = arguments[Self.file] ?? arguments[Self.path] else {
      throw Diagnostic(
        .usage(.missingWord(Self.file.declaration, command: Self.declaration)), at: arguments.commandSpan)
    }
    self.file = file
  }

  func run(in workspace: Workspace, on stage: Stage) throws -> Rendering? {
    try workspace.lookup.checkName(name, for: .model)
    if file.word.lowercased().hasSuffix(".json") { return try read(in: workspace) }
    do {
      let entry = try workspace.library.read(workspace.library.modelFile(of: file.word))
      let short = entry.path
      let file = try chosen(entry.file, short)
      let opened = try ModelOpening(file: file, path: short, library: workspace.library).open(as: name.word)
      try workspace.catalogue.put(opened)
      switch opened {
      case .neighbors(let model): return NeighborsView(model: model).description
      case .hybrid(let model): return HybridView(model: model).description
      case .network(let model):
        let view = NetworkView(model: model).loaded(from: short)
        return RunnableModel.isKnown(entry.file)
          ? view
          : Rendering.stacked([view, RewriteView(rewrites: RewrittenModel(entry.file).rewrites).rendering])
      }
    } catch {
      throw error.placed(at: file.span)
    }
  }

  /// The file, with what is asked for of a program.
  private func chosen(_ file: ModelFile, _ path: String) throws -> ModelFile {
    guard file.kind == .mlProgram else {
      try arguments.refuse(Self.function, belongingTo: "ML programs", "Leave it out.")
      try arguments.refuse(Self.shape, belongingTo: "ML programs", "Leave it out.")
      return file
    }
    var file = file
    if let function = arguments[Self.function] {
      do throws(ModelFileError) { file = try file.program.choosing(function: function.word) } catch {
        throw Diagnostic(.modelFile(path, error), at: function.span)
      }
    }
    if let shape = arguments[Self.shape] {
      do throws(ModelFileError) { file = try file.program.choosing(shape: shape) } catch {
        throw Diagnostic(.modelFile(path, error), at: arguments.span(of: Self.shape) ?? self.file.span)
      }
    }
    return file
  }

  /// Reads a network from JSON, as describe writes it.
  private func read(in workspace: Workspace) throws -> Rendering {
    let url = try workspace.files.file(file)
    let data: Data
    do throws(FileReadError) {
      data = try Data(regularFile: url, copies: ModelText.copies)
    } catch {
      throw Diagnostic(.data(DataFact(error, in: workspace.files)), at: file.span)
    }
    guard let text = ModelText(data) else { throw Diagnostic(.file(.notText(file.word)), at: file.span) }
    let definition = text.definition
    do throws(NetworkError) {
      _ = try Network(definition)
      let shape = try definition.outputs.first.flatMap { (name) throws(NetworkError) in try definition.shapes()[name] }
      guard shape?.reduce(1, *) == text.outputs else {
        throw .shapeMismatch(
          layer: definition.layers.last?.name ?? "", expected: [text.outputs], actual: shape ?? [])
      }
    } catch {
      throw Diagnostic(.network(file.word, error), at: file.span)
    }
    let model = text.model(named: name.word, source: workspace.files.short(url))
    try workspace.catalogue.put(.network(model))
    return NetworkView(model: model).loaded(from: workspace.files.short(url))
  }
}
