import Clusters
import Foundation
import RunStore

/// Has the workers of a cluster work out features of photos.
public struct ClusterFeatures {
  private let place: ClusterPlace
  private let signal: any StopSignal

  /// Prepares work on a cluster, until a signal stops it.
  public init(_ place: ClusterPlace, signal: any StopSignal) { (self.place, self.signal) = (place, signal) }

  /// The features of photos; those of one that no worker could read are missing.
  ///
  /// - Parameters:
  ///   - missing: The photos whose features are not known here.
  ///   - all: Those and the others that are asked for. A job that has worked on all of them is taken up again.
  ///   - variant: In which way each is turned before the network sees it.
  ///   - extractor: What turns them into features.
  ///   - update: Told how many of how many photos are done, and how the workers stand.
  /// - Returns: The features that are there; fewer than all where the signal stopped it.
  /// - Throws: `ExperimentError.cluster`; `Interruption` where it was stopped before there was a job.
  public func features(
    of missing: [Photo], among all: [Photo], variant: PhotoVariant, through extractor: Extractor,
    update: (Int, Int, ClusterStatus) -> Void
  ) throws -> [Photo: [Float]] {
    var contents: [Data] = []
    func job(_ photos: [Photo]) -> FeatureJob {
      contents = []
      return FeatureJob(photos, variant, through: extractor) { data in
        contents.append(data)
        return ContentHash(of: data)
      }
    }
    var (photos, wanted) = (all, job(all))
    if missing.count < all.count, !place.folders.folder(of: wanted.data).exists {
      (photos, wanted) = (missing, job(missing))
    }
    var gathering = FeatureCollector(wanted, photos, width: try extractor.featureCount())
    let goesOn = signal.goesOn
    let failure = try ClusterRunner(place).run(
      &gathering, contents, files: { try wanted.fill($0, while: goesOn) }, signal: signal
    ) { update($0.done, $0.count, $1) }
    if let failure { throw ExperimentError.cluster(.failed(failure)) }
    return gathering.features
  }
}

/// What of the features of photos has come in.
private struct FeatureCollector: TaskCollector {
  private let description: FeatureJob
  private let photos: [Photo]
  private let width: Int
  private(set) var features: [Photo: [Float]] = [:]
  private(set) var done = 0

  init(_ job: FeatureJob, _ photos: [Photo], width: Int) {
    (description, self.photos, self.width) = (job, photos, width)
  }

  var job: any TaskJob { description }
  var count: Int { photos.count }
  var noun: String { "photo" }

  mutating func take(_ result: Data, of task: Int) -> Bool {
    let places = description.places(of: task)
    guard let result = FeatureResult(result, photos: places.count, width: width) else { return false }
    for (place, row) in zip(places, result.rows) { if let row { features[photos[place]] = row } }
    done += places.count
    return true
  }
}
