public import Experiments
import Figures
import Networks
import Tensors
import Training

/// A training sample that speaks for an answer.
struct NearSample: Sendable {
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
public struct Reasons {
  /// The samples asked about, in order: for each the nearest first.
  let reasons: [[NearSample]]
  /// Where they were found, for people: `in the features of pool10`.
  let place: String
}

/// Looks for the training samples nearest to others.
public struct ReasonSearch {
  /// Where samples and features are.
  let workspace: Workspace
  /// Asked whether to stop.
  let signal: any StopSignal

  /// Takes what is to be shown.
  public init(workspace: Workspace, signal: any StopSignal) { (self.workspace, self.signal) = (workspace, signal) }

  /// The training samples nearest to each of some samples; nil where it is not known what the model learnt from.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - selection: The samples asked about.
  ///   - count: How many for each, for a network; a k-NN model's are as many as vote.
  /// - Returns: For every sample asked about the nearest, nearest first.
  /// - Throws: `ExperimentError` where features cannot be worked out, `Interruption`.
  public func reasons(of model: Model, for selection: Selection, count: Int) throws -> Reasons? {
    switch model {
    case .neighbors(let model): try reasons(of: model, for: selection)
    case .hybrid(let hybrid): try reasons(of: hybrid.neighbors, for: selection)
    case .network(let model): try reasons(of: model, for: selection, count: count)
    }
  }

  private func reasons(of model: NeighborsModel, for selection: Selection) throws -> Reasons? {
    let votes = try workspace.inference(signal).votes(of: model, on: selection)
    let photos = knownPhotos
    let memory = model.memory
    let unit = if case .photos = selection { "a photo" } else { "a sample" }
    return Reasons(
      reasons: votes.map { vote in
        vote.neighbors.map { neighbor in
          let label = memory.sampleLabels[neighbor.index]
          let photo = memory.keys[neighbor.index].flatMap { photos[$0] }
          return NearSample(
            thumbnail: Thumbnails.thumbnail(of: photo, otherwise: "\(unit) of \(label)"),
            name: photo?.shortName ?? memory.keys[neighbor.index] ?? "",
            label: label, share: neighbor.share)
        }
      }, place: model.extractor.phrase)
  }

  /// The photos of all datasets, by what k-NN models know them by.
  private var knownPhotos: [String: Photo] {
    var photos: [String: Photo] = [:]
    for case .photos(let dataset) in workspace.datasets.values {
      for photo in dataset.splits.flatMap(\.photos) { photos[photo.identity] = photo }
    }
    return photos
  }

  private func reasons(
    of model: NetworkModel, for selection: Selection, count: Int
  ) throws -> Reasons? {
    guard let learnt = workspace.samplesLearnt(by: model, askedAbout: selection) else { return nil }
    let space = try LastLayerSpace(of: model)
    let parts = space.parts
    let asked = try space.points(
      workspace.inference(signal).features(of: selection, variant: .original, through: parts))
    let truths = learnt.truths
    do {
      // Of a table that is in a file a piece at a time is in memory: the nearest of all are the nearest of those of each.
      var nearest = [[(index: Int, distance: Double)]](repeating: [], count: selection.count)
      var start = 0
      for piece in learnt.largePieces {
        let known = try space.points(
          workspace.inference(signal).features(of: piece, variant: .original, through: parts))
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
            NearSample(
              thumbnail: Thumbnails.thumbnail(of: learnt, neighbor.index), name: learnt.sampleName(neighbor.index),
              label: truths[neighbor.index], share: weight / largest / total)
          }
        }, place: "what \(space.layer) reads")
    } catch let error as TrainingError {
      throw ExperimentError.model(.training(model.name, error))
    }
  }
}

extension Selection {
  /// Whether one of these samples is one of another selection's: the same photo, or the same line of a table.
  public func isSame(_ place: Int, as other: Selection, _ otherPlace: Int) -> Bool {
    switch (self, other) {
    case (.photos(let one), .photos(let other)): one.photos[place].url == other.photos[otherPlace].url
    case (.table(let one), .table(let other)): one.text == other.text && place == otherPlace
    default: false
    }
  }
}
