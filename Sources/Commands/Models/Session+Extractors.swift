import Networks

extension Session {
  /// The extractor that `squeezenet.pool10` stands for. A file alone means what its own classifier layer reads.
  ///
  /// - Throws: `Fact.missingModel`, `Fact.modelFile`, `Fact.unknownLayer` or `Fact.noImageInput`.
  func extractor(_ value: CheckedValue) throws(Fault) -> Extractor {
    let value = firstHere(value)
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
    let network = try library.network(source)
    let extractor = try Extractor.cut(network, after: layer ?? network.defaultFeatures, source: source)
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

  /// Of several model files, or layers of such, the first that is here; the first of all where none is.
  func firstHere(_ value: CheckedValue) -> CheckedValue {
    guard case .list(let several) = value.content else { return value }
    return several.first { choice in
      let text = choice.word
      return files.hasModel(text) || text.indices.contains { text[$0] == "." && files.hasModel(String(text[..<$0])) }
    } ?? several[0]
  }

  /// The file and the layer in `squeezenet.pool10`, where the file's name may hold dots itself: `nets/a.mlmodel.fc7`.
  private func split(_ text: String) throws(Fault) -> (source: String, layer: String?) {
    if files.hasModel(text) { return (text, nil) }
    var place = text.endIndex
    while let dot = text[..<place].lastIndex(of: ".") {
      let source = String(text[..<dot])
      if files.hasModel(source) { return (source, String(text[text.index(after: dot)...])) }
      place = dot
    }
    let source = text.split(separator: ".").first.map(String.init) ?? text
    _ = try library.read(text.hasSuffix(".mlmodel") ? text : source)
    return (source, nil)
  }
}
