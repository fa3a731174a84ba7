import CommandLanguage
import Experiments
import Networks

extension Session {
  /// The extractor that `squeezenet.pool10` stands for. A file alone means what its own classifier layer reads.
  ///
  /// - Throws: as `modelFile(of:)`, and `Fact.modelFile`, `Fact.unknownLayer` or `Fact.noImageInput`.
  func extractor(_ value: CheckedValue) throws(Fault) -> Extractor {
    do {
      let (source, layer) = try split(value.word)
      return try extractor(of: source, layer: layer)
    } catch {
      throw error.placed(at: value.span)
    }
  }

  /// The extractor of a file up to a layer.
  ///
  /// - Throws: as `extractor(_:)`.
  func extractor(of source: String, layer: String?) throws(Fault) -> Extractor {
    let file = try modelFile(of: source)
    let network = try library.network(file)
    let extractor = try Extractor.cut(network, after: layer ?? network.defaultFeatures, source: file)
    _ = try extractor.image()
    return extractor
  }

  /// The extractor that a word of a list stands for, its maps summed up: a layer of the network another extractor was cut
  /// from, or `squeezenet.fire9`.
  ///
  /// - Throws: as `extractor(_:)`.
  func extractor(_ value: CheckedValue, orLayerOf other: Extractor) throws(Fault) -> Extractor {
    do {
      return try extractor(of: other.source, layer: value.word).pooled()
    } catch {
      guard case .unknownLayer = error.fact, value.word.contains(".") else { throw error.placed(at: value.span) }
      return try extractor(value).pooled()
    }
  }

  /// The file or model and the layer in `squeezenet.pool10`, where the file's name may hold dots itself:
  /// `nets/a.mlmodel.fc7`.
  private func split(_ text: String) throws(Fault) -> (source: String, layer: String?) {
    if isModel(text) { return (text, nil) }
    if let source = Self.beginnings(of: text).first(where: isModel) {
      return (source, String(text.dropFirst(source.count + 1)))
    }
    let source = text.split(separator: ".").first.map(String.init) ?? text
    return (try modelFile(of: text.hasSuffix(".mlmodel") ? text : source), nil)
  }
}
