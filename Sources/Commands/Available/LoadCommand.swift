import Figures
import Foundation
import ModelFile

/// `load hand "HandsTrained.mlmodel"`
struct LoadCommand: Command {
  static let declaration = CommandDeclaration(
    "load", "Opens a Core ML model file and gives the model a name.",
    discussion: """
      Neural network classifiers, plain networks that end in a softmax (their target is the number of the class), k-NN \
      classifiers, and pipelines of a network and one, as the articles make them. What the file allows for epochs, \
      miniBatchSize, learningRate and so on holds for its training here. Layers that a converter wrote in the general \
      form (softmaxND, batchedMatmul with constant weights) are written as those that can be trained, which is said.
      """,
    positionals: [
      PositionalDeclaration("name", .newName, "What the model is to be called."),
      PositionalDeclaration("file", .path, "The model file.", isOptional: true),
    ],
    arguments: [ArgumentDeclaration("path", .path, "The model file, where it was not given by its place.")],
    examples: ["load hand \"HandsTrained.mlmodel\""])

  private let name: CheckedValue
  private let file: CheckedValue

  init(_ arguments: Arguments) throws(Fault) {
    name = arguments.positionals[0]
    let given = arguments.positionals.count > 1 ? arguments.positionals[1] : nil
    guard let file = given ?? arguments["path"] else {
      throw Fault(.missingWord(Self.declaration.positionals[1], command: Self.declaration), at: arguments.commandSpan)
    }
    self.file = file
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    try session.checkName(name, for: .model)
    do throws(Fault) {
      let entry = try session.library.read(file.word)
      let short = entry.path
      let opened = try ModelOpening(file: entry.file, path: short, session: session).open(as: name.word)
      session.models[name.word] = opened
      switch opened {
      case .neighbors(let model): return NeighborsView(model: model).description
      case .network(let model):
        let view = NetworkView(model: model).loaded(from: short)
        return entry.file.isRunnableAsItIs
          ? view
          : Rendering.stacked([view, RewriteView(rewrites: entry.file.rewrittenForTraining().rewrites).rendering])
      }
    } catch {
      throw error.placed(at: file.span)
    }
  }
}
