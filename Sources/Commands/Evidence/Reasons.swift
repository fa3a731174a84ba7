import Experiments
import Figures
import Networks
import Tensors
import Training

/// A training sample that speaks for an answer.
struct Reason: Sendable {
  /// A small picture of it.
  let thumbnail: Thumbnail
  /// What it is called, and its class.
  let name: String, label: String
  /// Its share of the vote, 0…1.
  let share: Double
}

/// Why a model answered as it did: for every sample asked about the training samples nearest to it.
///
/// A k-NN model's are those that voted. A network's are nearest in the space its last layer reads, weighted by the
/// inverse of the squared distance; they did not vote, but they are what the network sees as alike.
struct Reasons {
  /// The samples asked about, in order: for each the nearest first.
  let reasons: [[Reason]]
  /// Where they were found, for people: `in the features of pool10`.
  let place: String
}

extension Session {
  /// The training samples nearest to each of some samples; nil where it is not known what the model learnt from.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - selection: The samples asked about.
  ///   - count: How many for each, for a network; a k-NN model's are as many as vote.
  ///   - stage: Asked whether to stop.
  /// - Returns: For every sample asked about the nearest, nearest first.
  /// - Throws: `Fault` where features cannot be worked out, `Interruption`.
  func reasons(of model: Model, for selection: Selection, count: Int, stage: Stage) throws -> Reasons? {
    switch model {
    case .neighbors(let model): try reasons(of: model, for: selection, stage: stage)
    case .network(let model): try reasons(of: model, for: selection, count: count, stage: stage)
    }
  }

  private func reasons(of model: NeighborsModel, for selection: Selection, stage: Stage) throws -> Reasons? {
    guard case .photos(let asked) = selection else { throw Fault(.noPhotos(selection.text)) }
    let votes = try votes(of: model, on: asked.photos, stage: stage)
    let photos = knownPhotos
    let memory = model.memory
    return Reasons(
      reasons: votes.map { vote in
        vote.neighbors.map { neighbor in
          let label = memory.sampleLabels[neighbor.index]
          let photo = memory.keys[neighbor.index].flatMap { photos[$0] }
          return Reason(
            thumbnail: Self.thumbnail(of: photo, otherwise: "a photo of \(label)"), name: photo?.shortName ?? "",
            label: label, share: neighbor.share)
        }
      }, place: "\(model.extractor.layer) of \(model.extractor.source)")
  }

  /// The photos of all datasets, by what k-NN models know them by.
  private var knownPhotos: [String: Photo] {
    var photos: [String: Photo] = [:]
    for case .photos(let dataset) in datasets.values {
      for photo in dataset.splits.flatMap(\.photos) { photos[photo.identity] = photo }
    }
    return photos
  }

  private func reasons(
    of model: NetworkModel, for selection: Selection, count: Int, stage: Stage
  ) throws -> Reasons? {
    guard let learnt = learntFrom(model, askedAbout: selection) else { return nil }
    let space = try LastLayerSpace(of: model)
    let parts = space.parts
    let asked = try space.points(features(of: selection, variant: .original, through: parts, stage: stage))
    let truths = learnt.truths
    do {
      // Of a table that is in a file a piece at a time is in memory: the nearest of all are the nearest of those of each.
      var nearest = [[(index: Int, distance: Double)]](repeating: [], count: selection.count)
      var start = 0
      for piece in learnt.largePieces {
        let known = try space.points(features(of: piece, variant: .original, through: parts, stage: stage))
        var memory = NearestNeighbors(dimension: max(1, known.shape[1]), numberOfNeighbors: count + 1)
        try memory.remember(known, labels: piece.truths)
        for (place, vote) in try memory.classify(asked).enumerated() {
          let own = vote.neighbors.map { (index: start + $0.index, distance: $0.distance) }
          let all = (nearest[place] + own).sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
          nearest[place] = Array(all.prefix(count + 1))
        }
        start += piece.count
      }
      return Reasons(
        reasons: nearest.indices.map { place in
          let found = nearest[place].filter { !learnt.isSame($0.index, as: selection, place) }.prefix(count)
          let weights = found.map { 1 / max($0.distance, .leastNormalMagnitude) }
          let largest = weights.max() ?? 1
          let total = weights.reduce(0) { $0 + $1 / largest }
          return zip(found, weights).map { neighbor, weight in
            Reason(
              thumbnail: Self.thumbnail(of: learnt, neighbor.index), name: learnt.sampleName(neighbor.index),
              label: truths[neighbor.index], share: weight / largest / total)
          }
        }, place: "what \(space.layer) reads")
    } catch let error as TrainingError {
      throw Fault(.training(model.name, error))
    }
  }

  /// What a network learnt from: as it was noted, else the training samples of the dataset it is asked about.
  func learntFrom(_ model: NetworkModel, askedAbout selection: Selection) -> Selection? {
    let names = [model.lastTraining?.on, "\(selection.dataset.name).train"].compactMap { $0 }
    return names.lazy.compactMap { try? self.selection(named: $0).get() }.first
  }

  static func thumbnail(of photo: Photo?, otherwise text: String) -> Thumbnail {
    guard let photo, case .picture(var thumbnail) = Thumbnails.cell(of: photo, width: 40).content else {
      return Thumbnail(source: "", description: text, width: 40)
    }
    thumbnail.description = photo.shortName
    return thumbnail
  }

  static func thumbnail(of selection: Selection, _ place: Int) -> Thumbnail {
    guard case .picture(var thumbnail) = Thumbnails.cell(of: selection, place, width: 40).content else {
      return Thumbnail(source: "", description: selection.sampleName(place), width: 40)
    }
    thumbnail.description = selection.sampleName(place)
    return thumbnail
  }
}

extension Selection {
  /// Whether one of these samples is one of another selection's: the same photo, or the same line of a table.
  func isSame(_ place: Int, as other: Selection, _ otherPlace: Int) -> Bool {
    switch (self, other) {
    case (.photos(let one), .photos(let other)): one.photos[place].url == other.photos[otherPlace].url
    case (.table(let one), .table(let other)): one.text == other.text && place == otherPlace
    default: false
    }
  }
}

/// What the last layer of a network reads: the numbers its answer is made of.
struct LastLayerSpace {
  /// The network's two parts.
  let parts: TrainableParts
  /// The layer whose input it is.
  let layer: String
  private let tensor: String

  /// Finds the last layer with weights.
  ///
  /// - Throws: `Fact.noClassifier` where none has.
  init(of model: NetworkModel) throws(Fault) {
    parts = try TrainableParts(of: model)
    guard let last = model.definition.layers.last(where: { $0.weights != nil }), let input = last.inputs.first else {
      throw Fault(.noClassifier(model.name, layers: model.definition.layers.map(\.name)))
    }
    layer = last.name
    tensor = input
  }

  /// The points of samples in this space, [samples, numbers], from their features, [samples, features].
  func points(_ features: Tensor) throws(Fault) -> Tensor {
    let count = features.shape[0]
    guard tensor != parts.boundary else { return features }
    do throws(NetworkError) {
      let machine = try Network(parts.tail)
      var values: [Float] = []
      for start in stride(from: 0, to: count, by: 256) {
        let rows = parts.shaped(features.rows(Array(start..<min(start + 256, count))))
        values += try machine.forward([parts.boundary: rows], outputs: [tensor])[tensor]?.values ?? []
      }
      return Tensor(shape: [count, count == 0 ? 0 : values.count / count], values: values)
    } catch {
      throw Fault(.network(parts.trunk.source, error))
    }
  }
}
