import CommandLanguage
import Experiments
import Language
import Networks

extension Lookup {
  /// The model file a value stands for, with its word as the file's path.
  ///
  /// - Throws: as `modelFile(of:)`, at the value.
  func modelFile(of value: CheckedValue) throws -> CheckedValue {
    do {
      return CheckedValue(try workspace.library.modelFile(of: value.word), at: value.span, text: value.text)
    } catch {
      throw error.placed(at: value.span)
    }
  }

  /// Of several model files, or layers of such, the first that is here; the first of all where none is.
  func firstHere(_ several: [CheckedValue]) -> CheckedValue {
    several.first { choice in
      workspace.library.isModel(choice.word) || workspace.datasets[choice.word] != nil
        || ModelLibrary.beginnings(of: choice.word).contains(where: workspace.library.isModel)
    } ?? several[0]
  }

  /// The extractor that `lenet.innerProduct0`, a layer of a network of the workspace, or `squeezenet.pool10`, one of a
  /// file, stands for. A network or file alone means what its own classifier layer reads.
  ///
  /// - Throws: as `modelFile(of:)`, and `SourceError.modelFile`, `NameError.unknownLayer` or `ModelError.noImageInput`.
  func extractor(_ value: CheckedValue) throws -> Extractor {
    do {
      let (source, layer) = try workspace.library.split(value.word)
      return try workspace.library.extractor(of: source, layer: layer)
    } catch {
      throw error.placed(at: value.span)
    }
  }

  /// The extractor that a word of a list stands for, its maps summed up: a layer of the network another extractor was cut
  /// from, or `squeezenet.fire9`.
  ///
  /// - Throws: as `extractor(_:)`.
  func extractor(_ value: CheckedValue, orLayerOf other: Extractor) throws -> Extractor {
    do {
      return try workspace.library.extractor(of: other.basis?.network ?? other.source, layer: value.word).pooled()
    } catch {
      guard case .experiment(.name(.unknownLayer))? = error.mistake, value.word.contains(".") else {
        throw error.placed(at: value.span)
      }
      return try extractor(value).pooled()
    }
  }
}
