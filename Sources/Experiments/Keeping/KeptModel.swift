import Foundation
import ModelFile
import Networks
import RunStore
import Training

/// A model as it is kept from one session to the next: all that it is, its numbers as references to stored content.
struct KeptModel: Sendable, Codable {
  /// The number of this way of keeping; a later one is not read.
  static let format = 3

  /// The way it was kept: 2 for hybrids, which an earlier version would take for networks, 3 for what refers to numbers of the file it
  /// was made from, 1 for all others.
  var format = 1
  /// The version of the program that kept it.
  var engine = Engine.version
  /// The content with those numbers that were kept for it; nil where all were known before.
  var pack: ContentHash?
  /// The content of the file it was made from.
  var file: ContentHash?
  /// The network, where it is one.
  var network: KeptNetwork?
  /// The k-NN model, where it is one.
  var neighbors: KeptNeighbors?
  /// The rest of a hybrid, whose two models are both there; absent for all others.
  var hybrid: KeptHybrid?

  /// All content it needs.
  var contents: Set<ContentHash> {
    var found = Set([pack, file].compactMap { $0 })
    let definitions = [network?.definition, network?.initial.starter, neighbors?.extractor].compactMap { $0 }
    found.formUnion(definitions.flatMap(\.contents))
    found.formUnion((network?.training.moments ?? []).compactMap(\.content))
    found.formUnion([neighbors?.samples].compactMap { $0?.content })
    return found
  }

  /// Reads a description.
  ///
  /// - Throws: `KeepingError.damaged` or `newer`.
  init(data: Data) throws(KeepingError) {
    struct Version: Decodable { let format: Int, engine: String }
    guard let version = try? JSONDecoder().decode(Version.self, from: data) else { throw .damaged }
    guard version.format <= Self.format else { throw .newer(engine: version.engine) }
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let model = try? decoder.decode(KeptModel.self, from: data) else { throw .damaged }
    self = model
  }

  /// Takes a model apart; the digests of its own pack and its file are still to be filled in.
  init(_ model: Model, _ packer: inout NumberPacker) {
    switch model {
    case .network(let model):
      network = KeptNetwork(model, &packer)
      if packer.refersToFile { format = 3 }
    case .neighbors(let model): neighbors = KeptNeighbors(model, &packer)
    case .hybrid(let model):
      network = KeptNetwork(model.network, &packer)
      neighbors = KeptNeighbors(model.neighbors, &packer)
      format = 2
      hybrid = KeptHybrid(
        network: model.network.name, neighbors: model.neighbors.name, weight: model.weight, search: model.search)
    }
  }

  /// The description.
  var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    // Numbers, texts and digests and nothing else: this cannot fail.
    return (try? encoder.encode(self)) ?? Data()
  }

  /// Puts the model together again.
  ///
  /// - Throws: `KeepingError`.
  func model(named name: String, file: ModelFile?, _ reader: inout NumberReader) throws(KeepingError) -> Model {
    if let hybrid, let network, let neighbors {
      guard (0...1).contains(hybrid.weight) else { throw .damaged }
      return .hybrid(
        HybridModel(
          name: name, network: try network.model(named: hybrid.network, file: nil, &reader),
          neighbors: try neighbors.model(named: hybrid.neighbors, file: nil, &reader), weight: hybrid.weight,
          search: hybrid.search))
    }
    if let network { return .network(try network.model(named: name, file: file, &reader)) }
    if let neighbors { return .neighbors(try neighbors.model(named: name, file: file, &reader)) }
    throw .damaged
  }
}
