import CommandLanguage
import Experiments
import Language
import Networks

extension Session {
  /// The model file a word stands for: the file of that path or short name, else the one the network of that name was
  /// loaded from, as long as it is what is in the file.
  ///
  /// - Throws: `Fact.missingModel`; `FileFact.noModelFile` for a model that no file holds as it is.
  func modelFile(of word: String) throws(Fault) -> String {
    guard case .missing = files.findModel(word) else { return word }
    guard let model = models[word] else {
      do throws(Fault) {
        _ = try library.read(word)
        return word
      } catch {
        guard case .missingModel(let name, let places, _) = error.fact else { throw error }
        throw Fault(.missingModel(name, places: places, loaded: loadedNetworks))
      }
    }
    switch model {
    case .neighbors(let model):
      throw Fault(.file(.neighborsNoFile(word, looksAt: "\(model.extractor.source).\(model.extractor.layer)")))
    case .network(let model):
      guard model.isLoaded else { throw Fault(.file(.noModelFile(word, loadedFrom: nil))) }
      guard try library.network(model.source).isAsIn(model.definition) else {
        throw Fault(.file(.noModelFile(word, loadedFrom: model.source)))
      }
      return model.source
    }
  }

  /// The first of several model files that is here, with its word as the file's path.
  ///
  /// - Throws: as `modelFile(of:)`, at the value.
  func modelFile(firstOf several: [CheckedValue]) throws(Fault) -> CheckedValue {
    let value = firstHere(several)
    do throws(Fault) {
      return CheckedValue(try modelFile(of: value.word), at: value.span, text: value.text)
    } catch {
      throw error.placed(at: value.span)
    }
  }

  /// Of several model files, or layers of such, the first that is here; the first of all where none is.
  func firstHere(_ several: [CheckedValue]) -> CheckedValue {
    several.first { choice in
      isModel(choice.word) || datasets[choice.word] != nil || Self.beginnings(of: choice.word).contains(where: isModel)
    } ?? several[0]
  }

  /// The first that is here where a value is several, else the value itself.
  func firstHere(_ value: UntypedValue) -> UntypedValue {
    if case .list(let several) = value.content { firstHere(several) } else { value }
  }

  /// Whether a word names a model file, or a model.
  func isModel(_ word: String) -> Bool { files.hasModel(word) || models[word] != nil }

  /// What stands before each dot of a text, the longest first: its file's name may hold dots itself.
  static func beginnings(of text: String) -> [String] {
    text.indices.reversed().filter { text[$0] == "." }.map { String(text[..<$0]) }.filter { !$0.isEmpty }
  }

  private var loadedNetworks: [String] {
    models.values.compactMap { model in
      if case .network(let network) = model, network.isLoaded { model.name } else { nil }
    }.sorted()
  }
}

extension NetworkDefinition {
  /// Whether it is the other one but for which layers are trained.
  fileprivate func isAsIn(_ other: NetworkDefinition) -> Bool {
    func frozen(_ network: NetworkDefinition) -> NetworkDefinition {
      var network = network
      for index in network.layers.indices { network.layers[index].isUpdatable = false }
      return network
    }
    return frozen(self) == frozen(other)
  }
}
