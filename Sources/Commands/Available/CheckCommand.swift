import Figures
import ModelFile

/// `check "HandsTrained.mlmodel"`, `check hand`
struct CheckCommand: Command {
  static let declaration = CommandDeclaration(
    "check", "Says what Core ML would make of a model: whether it takes it, and whether a device could train it.",
    discussion: """
      Of a file everything is listed for which Core ML's open validator refuses it or does not call it updatable, each \
      with the layer, the rule and what would help; and a checklist of what training on a device takes. Of a model of \
      the notebook it is the file that save would write. Under whet run a refused model makes the exit code 1.
      """,
    positionals: [PositionalDeclaration("thing", .thing, "A model file, or a model.")],
    examples: ["check \"HandsTrained.mlmodel\"", "check hand"])

  private let thing: CheckedValue

  init(_ arguments: Arguments) throws(Fault) { thing = arguments.positionals[0] }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    switch try session.subject(thing) {
    case .file(let file, let path): return judge(file, name: path, in: session)
    case .model(let model): return judge(try written(model, in: session), name: model.name, in: session)
    case .dataset(let dataset): throw Fault(.file(.checksModelsOnly(dataset.name)), at: thing.span)
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
