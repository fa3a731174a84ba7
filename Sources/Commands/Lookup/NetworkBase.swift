import CommandLanguage
import Experiments

/// What a network is made from: the word `from=` was given.
enum NetworkBase {
  /// A model file, whose classifier layer is replaced.
  case file(CheckedValue)
  /// Layers up to one of them: a copy of those of a network of the workspace, or those of a file.
  case layers(Extractor)
}

extension Lookup {
  /// What a network is made from.
  ///
  /// - Parameters:
  ///   - value: A network of the workspace, or a model file, each with or without a layer: `lenet.maxPool0`.
  ///   - name: What the new network is called: of two things of this name the file is meant, so that a cell can run again.
  ///   - hasBlock: Whether layers follow.
  /// - Throws: as `modelFile(of:)` and `extractor(_:)`, at the value.
  /// - Returns: A file where one is meant without a layer, and no layers follow.
  func base(_ value: CheckedValue, for name: String, hasBlock: Bool) throws -> NetworkBase {
    let library = workspace.library
    do {
      let (source, layer) = try library.split(value.word)
      var isFile = source == name && workspace.files.hasModel(source)
      if case .network(let model)? = workspace.models[source] {
        isFile = isFile || layer == nil && !hasBlock && library.isInFile(model)
      } else {
        isFile = true
      }
      guard isFile else { return .layers(try library.extractor(of: source, layer: layer)) }
      guard layer != nil || hasBlock else { return .file(try modelFile(of: value)) }
      var extractor = try library.extractor(of: source, layer: layer, isFile: true)
      extractor.scaling = try library.read(library.modelFile(of: source)).file.cropAndScale
      return .layers(extractor)
    } catch {
      throw error.placed(at: value.span)
    }
  }
}
