import Figures
import Foundation
import ModelFile
import Training

/// `save hand path="HandsTrained.mlmodel" updatable=true`
struct SaveCommand: Command {
  static let declaration = CommandDeclaration(
    "save", "Writes a model as a Core ML file that devices and coremltools open.",
    discussion: """
      A network becomes a classifier, by default one that a device can train on; a k-NN model becomes a pipeline of its \
      extractor and its memory. The file is written beside its place first and then moved there, so a file of that name \
      is whole at every moment.
      """,
    positionals: [PositionalDeclaration("model", .model, "The model.")],
    arguments: [
      ArgumentDeclaration("path", .path, "The file to write.", isRequired: true),
      ArgumentDeclaration("updatable", .bool, "Whether a device may train it further.", default: "true"),
      ArgumentDeclaration("author", .text, "Who made it."),
      ArgumentDeclaration("license", .text, "Under which terms."),
      ArgumentDeclaration("description", .text, "What it does, in a sentence."),
    ],
    examples: ["save hand path=\"HandsTrained.mlmodel\" updatable=true"])

  private let arguments: Arguments
  private let name: CheckedValue
  private let path: CheckedValue

  init(_ arguments: Arguments) throws(Fault) {
    guard let path = arguments["path"] else { preconditionFailure("path is required") }
    self.arguments = arguments
    self.path = path
    name = arguments.positionals[0]
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    let model = try session.model(name)
    let url = session.files.destination(path.word)
    let isUpdatable = arguments.bool("updatable") ?? true
    do {
      var file: ModelFile
      switch model {
      case .network(let network):
        file = try ModelWriting(metadata: metadata).file(of: network, isUpdatable: isUpdatable)
      case .neighbors(let neighbors): file = try ModelWriting(metadata: metadata).file(of: neighbors, session: session)
      }
      if !isUpdatable { file.isUpdatable = false }
      try file.write(to: url)
      return Rendering.text(
        "\(model.name) is in \(session.files.short(url)): \(file.kind.phrase), specification version "
          + "\(file.specificationVersion), \(file.isUpdatable ? "updatable" : "not updatable"), "
          + "\(Numbers.bytes(file.byteCount)).")
    } catch let error as ModelFileError {
      throw Fault(.modelFile(session.files.short(url), error), at: path.span)
    }
  }

  private func metadata(_ earlier: ModelMetadata) -> ModelMetadata {
    var metadata = earlier
    metadata.author = arguments.word("author") ?? metadata.author
    metadata.license = arguments.word("license") ?? metadata.license
    metadata.shortDescription = arguments.word("description") ?? metadata.shortDescription
    return metadata
  }
}
