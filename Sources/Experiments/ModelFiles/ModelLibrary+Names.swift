public import ModelFile
import Networks

extension ModelLibrary {
  /// The model file a word stands for: the file of that path or short name, else the one the network of that name was
  /// loaded from, as long as it is what is in the file.
  ///
  /// - Throws: `SourceError.missingModel`; `FileDiagnostic.noModelFile` for a model that no file holds as it is.
  public func modelFile(of word: String) throws(ExperimentError) -> String {
    guard case .missing = files.findModel(word) else { return word }
    guard let model = catalogue.models[word] else {
      do throws(ExperimentError) {
        _ = try read(word)
        return word
      } catch {
        guard case .source(.missingModel(let name, let places, let others)) = error else { throw error }
        throw .source(.missingModel(name, places: places, others: loadedNetworks + others))
      }
    }
    switch model {
    case .hybrid(let model): throw .loop(.hybrid(model.name, .explaining, of: model.names))
    case .neighbors(let model) where model.extractor.readsNumbers:
      throw .file(.noModelFile(word, loadedFrom: nil))
    case .neighbors(let model):
      throw .file(.neighborsNoFile(word, looksAt: model.extractor.word))
    case .network(let model):
      guard model.source.isLoaded else { throw .file(.noModelFile(word, loadedFrom: nil)) }
      guard try network(model.source.name).isAsIn(model.definition) else {
        throw .file(.noModelFile(word, loadedFrom: model.source.name))
      }
      return model.source.name
    }
  }

  /// Whether a word names a model file, or a model.
  public func isModel(_ word: String) -> Bool { files.hasModel(word) || catalogue.models[word] != nil }

  /// What stands before each dot of a text, the longest first: its file's name may hold dots itself.
  public static func beginnings(of text: String) -> [String] {
    text.indices.reversed().filter { text[$0] == "." }.map { String(text[..<$0]) }.filter { !$0.isEmpty }
  }

  private var loadedNetworks: [String] {
    catalogue.models.values.compactMap { model in
      if case .network(let network) = model, network.source.isLoaded { model.name } else { nil }
    }.sorted()
  }

  /// The extractor of a network of the workspace, as it stands, or else of a file, up to a layer.
  ///
  /// - Parameters:
  ///   - source: What bears the layers: a network of the workspace, a file's path or its short name.
  ///   - layer: The layer; nil for what the classifier layer reads.
  ///   - isFile: Whether a file is meant, and no network of the workspace.
  /// - Returns: The extractor. That of a network of the workspace has a copy of its layers, which stays as it is.
  /// - Throws: as `modelFile(of:)`; `NameError.unknownLayer`, `ModelError.noImageInput`, `ModelError.network`.
  public func extractor(
    of source: String, layer: String?, isFile: Bool = false
  ) throws(ExperimentError) -> Extractor {
    let extractor: Extractor
    if !isFile, case .network(let model)? = catalogue.models[source] {
      extractor = try copy(of: model, upTo: layer)
    } else {
      let file = try modelFile(of: source)
      let network = precisions.applied(to: try self.network(file))
      extractor = try Extractor.cut(network, after: layer ?? network.defaultFeatures, source: file)
    }
    // Numbers are as welcome as an image: they are a table's.
    let inputs = extractor.definition.inputs
    if inputs.count != 1 || inputs[0].image != nil { _ = try extractor.image() }
    return extractor
  }

  /// Whether a network was loaded from a file and has the layers and weights that are in it.
  public func isInFile(_ model: NetworkModel) -> Bool {
    model.source.isLoaded && (try? network(model.source.name))?.isAsIn(model.definition) == true
  }

  /// The ML program that a network began as, or that its first layers were taken from; nil for others, and where it is not there any
  /// more.
  public func program(below model: NetworkModel) -> ModelFile? {
    if let file = model.source.file { return file.kind == .mlProgram ? file : nil }
    guard case .made = model.source.kind else { return nil }
    var found: ModelFile?
    if let basis = model.source.basis {
      if case .network(let network)? = catalogue.models[basis.network] { found = network.source.file }
    } else if let (source, layer) = try? split(model.source.name), layer != nil {
      found = (try? read(modelFile(of: source)))?.file
    }
    return found?.kind == .mlProgram ? found : nil
  }

  private func copy(of model: NetworkModel, upTo layer: String?) throws(ExperimentError) -> Extractor {
    let isInFile = isInFile(model)
    var network = precisions.applied(to: model.definition)
    for index in network.layers.indices { network.layers[index].isUpdatable = false }
    let cut = try Extractor.cut(
      network, after: layer ?? network.defaultFeatures, source: isInFile ? model.source.name : model.name)
    var extractor = cut.resting(
      on: FeatureBasis(
        network: model.name, layer: layer ?? cut.layer, isInFile: isInFile, learnt: LearntSamples(knownTo: model)))
    extractor.scaling = model.scaling
    return extractor
  }

  /// The file or model and the layer in `squeezenet.pool10`, where the file's name may hold dots itself:
  /// `nets/a.mlmodel.fc7`.
  public func split(_ text: String) throws(ExperimentError) -> (source: String, layer: String?) {
    if isModel(text) { return (text, nil) }
    if let source = Self.beginnings(of: text).first(where: isModel) {
      return (source, String(text.dropFirst(source.count + 1)))
    }
    let source = text.split(separator: ".").first.map(String.init) ?? text
    let isWhole = text.hasSuffix(".mlmodel") || text.hasSuffix(".mlpackage") || ModelFile.isOnnx(text)
    return (try modelFile(of: isWhole ? text : source), nil)
  }
}

extension NetworkDefinition {
  /// Whether it is the other one but for which layers are trained, and for the precision they are computed in.
  fileprivate func isAsIn(_ other: NetworkDefinition) -> Bool {
    func frozen(_ network: NetworkDefinition) -> NetworkDefinition {
      var network = network.inSinglePrecision
      for index in network.layers.indices { network.layers[index].isUpdatable = false }
      return network
    }
    return frozen(self) == frozen(other)
  }
}
