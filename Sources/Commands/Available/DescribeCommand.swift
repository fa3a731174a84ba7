import Figures
import ModelFile

/// `describe hand`
struct DescribeCommand: Command {
  static let declaration = CommandDeclaration(
    "describe", "Tells all that is known of a model, a dataset, or a model file.",
    positionals: [PositionalDeclaration("thing", .thing, "A model, a dataset, or the path of a model file.")],
    examples: ["describe hand", "describe \"HandsTrained.mlmodel\"", "describe squeezenet"])

  private let thing: CheckedValue

  init(_ arguments: Arguments) throws(Fault) { thing = arguments.positionals[0] }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    let name = thing.word
    switch session.models[name] {
    case .neighbors(let model): return NeighborsView(model: model).description
    case .network(let model): return NetworkView(model: model).description
    case nil: break
    }
    if let dataset = session.datasets[name] { return DatasetView(dataset: dataset).summary }
    guard case .found = session.files.findModel(name) else {
      throw Fault(
        .unknownThing(name, known: (Array(session.models.keys) + Array(session.datasets.keys)).sorted()), at: thing.span
      )
    }
    do throws(Fault) {
      let entry = try session.library.read(name)
      return ModelFileView(file: entry.file, name: session.files.short(entry.url)).description
    } catch {
      throw error.placed(at: thing.span)
    }
  }
}
