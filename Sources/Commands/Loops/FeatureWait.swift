import CommandLanguage
import Experiments
import Figures
import Views

/// Has a cluster work out features of photos for a statement, and shows how far it is.
final class FeatureWait: FeatureHelper {
  private let place: ClusterPlace
  private let value: CheckedValue
  private let stage: Stage

  /// Nothing is asked for yet; `value` names the cluster.
  init(_ place: ClusterPlace, named value: CheckedValue, on stage: Stage) {
    (self.place, self.value, self.stage) = (place, value, stage)
  }

  /// Has a cluster work out the features of photos that something needs; does it here where none is named.
  ///
  /// - Parameters:
  ///   - value: The cluster's name; nil for none.
  ///   - statement: What is to be done, as typed.
  ///   - workspace: Where the features are needed.
  ///   - stage: Where progress is shown.
  ///   - body: What needs them.
  /// - Returns: What that comes to.
  /// - Throws: `ClusterFact`, what `body` throws.
  static func sharing<Value>(
    _ value: CheckedValue?, for statement: String, in workspace: Workspace, on stage: Stage, _ body: () throws -> Value
  ) throws -> Value {
    guard let value else { return try body() }
    let place = try workspace.lookup.reached(value, for: statement)
    workspace.shelf.helper = FeatureWait(place, named: value, on: stage)
    defer { workspace.shelf.helper = nil }
    return try body()
  }

  func features(
    of missing: [Photo], among all: [Photo], _ variant: PhotoVariant, through extractor: Extractor
  ) throws -> [Photo: [Float]] {
    let live = stage.live()
    func progress(_ done: Int, _ count: Int, _ details: [String]) -> Rendering {
      ProgressView(
        title: "features by \(extractor.source) on \(place.name)", completed: done, total: count, unit: "photos",
        details: details
      ).rendering
    }
    do {
      let found = try ClusterFeatures(place, signal: stage).features(
        of: missing, among: all, variant: variant, through: extractor
      ) { done, count, standing in
        live.update {
          let details = standing.details + live.timeLeft(done - standing.found, of: count - standing.found)
          return progress(done, count, details)
        }
      }
      live.finish(progress(missing.count(where: { found[$0] != nil }), missing.count, []))
      return found
    } catch {
      throw error.placed(at: value.span)
    }
  }
}
