import Networks
import Tensors
import Training

/// A training sample that speaks for an answer.
public struct NearSample: Sendable {
  /// Where a sample is found.
  public enum Origin: Sendable {
    /// A photo of a dataset.
    case photo(Photo)
    /// A sample of a selection, by its place.
    case sample(Int, of: Selection)
    /// In no dataset any more.
    case unknown
  }

  /// Where it is found.
  public let origin: Origin
  /// What it is called, and its class.
  public let name: String, label: String
  /// Its share of the vote, 0…1.
  public let share: Double
}

/// Why a model answered as it did: for every sample asked about the training samples nearest to it.
///
/// A k-NN model's are those that voted. A network's are nearest in the space its last layer reads, weighted by the
/// inverse of the squared distance; they did not vote, but they are what the network sees as alike.
public struct Reasons: Sendable {
  /// The space that distances are measured in.
  public enum Space: Sendable {
    /// The features an extractor makes.
    case features(Extractor)
    /// The input of a layer.
    case input(layer: String)
  }

  /// The samples asked about, in order: for each the nearest first.
  public let reasons: [[NearSample]]
  /// The space in which they are near.
  public let space: Space
}

/// Looks for the training samples nearest to others.
public struct ReasonSearch {
  /// Where samples and features are.
  let workspace: Workspace
  /// Asked whether to stop.
  let signal: any StopSignal

  /// Searches the samples of a workspace.
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
    let photos = workspace.catalogue.photosByIdentity
    let memory = model.memory
    return Reasons(
      reasons: votes.map { vote in
        vote.neighbors.map { neighbor in
          let label = memory.sampleLabels[neighbor.index]
          let photo = memory.keys[neighbor.index].flatMap { photos[$0] }
          return NearSample(
            origin: photo.map { .photo($0) } ?? .unknown,
            name: photo?.shortName ?? memory.keys[neighbor.index] ?? "", label: label, share: neighbor.share)
        }
      }, space: .features(model.extractor))
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
              origin: .sample(neighbor.index, of: learnt), name: learnt.sampleName(neighbor.index),
              label: truths[neighbor.index], share: weight / largest / total)
          }
        }, space: .input(layer: space.layer))
    } catch let error as TrainingError {
      throw ExperimentError.model(.training(model.name, error))
    }
  }
}

extension Catalogue {
  /// The photos of all datasets, by what k-NN models know them by.
  public var photosByIdentity: [String: Photo] {
    var photos: [String: Photo] = [:]
    for case .photos(let dataset) in datasets.values {
      for photo in dataset.splits.flatMap(\.photos) { photos[photo.identity] = photo }
    }
    return photos
  }
}
