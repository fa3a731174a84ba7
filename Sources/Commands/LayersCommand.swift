import CommandLanguage
import Experiments
import Figures
import ModelFile
import Networks
import Views

/// `layers hand last=3`
struct LayersCommand: Command {
  /// How the list is shown.
  private enum Format: String, CaseIterable {
    case table, json
  }

  private static let model = PositionalArgument(
    "model", .firstOf(.thing), "A model, or a model file.")
  private static let last = KeyedArgument(
    "last", .integer(1...1_000_000), "Number of layers shown, counted from the end.")
  private static let format = KeyedArgument("format", .choice, "Format of the list.", default: Format.table)

  static let declaration = CommandDeclaration(
    "layers", "Lists the layers of a network: type, shapes, parameters, and whether each can be trained.",
    discussion: """
      Files that cannot be run here are listed, too. On a device, Core ML computes gradients through convolution, \
      fully connected and pooling layers, flatten, batch normalisation, ReLU, sigmoid and tanh; Whet computes them \
      through nearly every layer, and the list says where a device stops.

      Trainable: \(LayerCatalogue.learning.joined(separator: ", ")).
      Pass the gradient on: \(LayerCatalogue.passing.joined(separator: ", ")).
      Inference only: \(LayerCatalogue.inferenceOnly.joined(separator: ", ")), and reduce in its argmax mode; no \
      gradient passes through them. The weights of an embedding are trained all the same.
      """,
    positionals: [model],
    arguments: [last, format],
    examples: ["layers hand last=3", "layers \"MNIST_Model.mlmodel\"", "layers squeezenet last=5 format=json"])

  private let thing: CheckedValue
  private let last: Int?
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    thing = arguments[Self.model]
    last = arguments[Self.last]
    isJSON = arguments[Self.format] == .json
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    var listings: [(title: String, listing: LayerList)]
    do { listings = try views(in: workspace) } catch {
      guard let (outline, _, path) = workspace.outline(of: thing, whereRefusedFor: error) else { throw error }
      listings = [(path, LayerList(outline.operations))]
    }
    let views = listings.map { LayersView(title: $0.title, listing: $0.listing, last: last) }
    return Rendering.stacked(views.map { isJSON ? $0.json : $0.table })
  }

  private func views(in workspace: Workspace) throws -> [(title: String, listing: LayerList)] {
    switch try workspace.lookup.subject(thing) {
    case .model(.network(let model)): return [(model.name, list(model))]
    case .model(.hybrid(let model)): return [(model.network.name, list(model.network))]
    case .model(.neighbors(let model)):
      return [(model.extractor.phrase, LayerList(model.extractor.definition))]
    case .file(let file, let path):
      if file.kind == .mlProgram {
        do throws(ModelFileError) { return [(path, try LayerList(file.program))] } catch {
          throw Diagnostic(.modelFile(path, error), at: thing.span)
        }
      }
      let networks = Self.networks(of: file, name: path)
      guard !networks.isEmpty else { throw Diagnostic(.file(.noLayers(path, kind: file.kind.phrase)), at: thing.span) }
      return networks
    case .dataset(let dataset): throw Diagnostic(.file(.noLayers(dataset.name, kind: "a dataset")), at: thing.span)
    }
  }

  private func list(_ model: NetworkModel) -> LayerList {
    LayerList(model.definition, isProgram: model.source.liesOnProgram)
  }

  /// The networks in a file: its own, or those of a pipeline's models.
  private static func networks(of file: ModelFile, name: String) -> [(title: String, listing: LayerList)] {
    if file.kind.isNetwork { return [(name, LayerList(file))] }
    return zip(file.pipeline.shownNames, file.pipeline.models).flatMap { networks(of: $1, name: "\(name) › \($0)") }
  }
}
