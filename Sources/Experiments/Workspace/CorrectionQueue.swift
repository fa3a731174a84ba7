public import Foundation
import Training

/// What was last asked, so that it can be corrected.
public struct LastPrediction: Sendable {
  /// The model that was asked.
  public let model: String
  /// The photos it was asked about, and its answers.
  public let photos: [Photo], answers: [String]

  /// Puts it together.
  public init(model: String, photos: [Photo], answers: [String]) {
    self.model = model
    self.photos = photos
    self.answers = answers
  }
}

/// Photos whose answers were corrected, waiting to be learnt from.
/// They wait through a restart, too; `undo` takes a correction back, and brings those back that were learnt from.
public final class CorrectionQueue {
  /// How the queue is called where a split may stand.
  public static let name = "corrections"

  /// The photos that wait.
  public var waiting: [Correction] {
    if loaded == nil { loaded = persistence.recall() }
    return loaded ?? []
  }
  private var loaded: [Correction]?
  /// What was asked last.
  public var lastPrediction: LastPrediction?
  private let folder: URL
  private let persistence: Persistence

  /// What outlives the process: how the queue is had again, kept, and taken back.
  public struct Persistence {
    /// The queue that an earlier session left.
    public let recall: () -> [Correction]
    /// Keeps it for later ones.
    public let keep: ([Correction]) -> Void
    /// Lets a change be taken back, by how the queue was before and is after it.
    public let record: (_ queue: CorrectionQueue, _ before: [Correction], _ after: [Correction]) -> Void
  }

  /// The queue of photos that lie in a folder.
  public init(folder: URL, persistence: Persistence) { (self.folder, self.persistence) = (folder, persistence) }

  /// Puts a corrected photo into the queue, in place of an earlier correction of the same photo.
  public func add(_ correction: Correction) {
    change(to: waiting.filter { $0.photo.url != correction.photo.url } + [correction])
  }

  /// Forgets them: they were learnt from.
  public func empty() { change(to: []) }

  private func change(to queue: [Correction]) {
    let before = waiting
    put(queue)
    persistence.record(self, before, queue)
  }

  /// Puts the queue as it was at another time.
  public func put(_ queue: [Correction]) {
    loaded = queue
    persistence.keep(queue)
  }

  /// The queue as photos to learn from: the classes in the order of the model that was asked, then new ones.
  ///
  /// - Throws: `FileDiagnostic.Correction.noCorrections` for an empty queue.
  public func selection(in catalogue: Catalogue) throws(ExperimentError) -> PhotoSelection {
    guard !waiting.isEmpty else { throw .file(.correction(.noCorrections)) }
    var labels: [String] = []
    if case .network(let model)? = lastPrediction.flatMap({ catalogue.models[$0.model] }) {
      labels = model.outputs.classes
    }
    for correction in waiting where LabelSpelling.position(of: correction.photo.label, in: labels) == nil {
      labels.append(correction.photo.label)
    }
    let photos = waiting.map(\.photo)
    let dataset = PhotoDataset(
      name: Self.name, folder: folder, labels: labels, splits: [PhotoSplit(name: "train", photos: photos)], skipped: [],
      isSplit: false)
    return PhotoSelection(text: Self.name, dataset: dataset, photos: photos)
  }
}
