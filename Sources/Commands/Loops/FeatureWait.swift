import CommandLanguage
import Experiments
import Figures
import Views

/// Has a cluster work out features of photos for a statement, and shows how far it is.
final class FeatureWait: FeatureHelper {
  private let place: ClusterPlace
  private let value: CheckedValue
  private let context: CommandContext

  /// Nothing is asked for yet; `value` names the cluster.
  init(_ place: ClusterPlace, named value: CheckedValue, on context: CommandContext) {
    (self.place, self.value, self.context) = (place, value, context)
  }

  /// Has a cluster work out the features of photos that something needs; does it here where none is named.
  ///
  /// - Parameters:
  ///   - value: The cluster's name; nil for none.
  ///   - statement: What is to be done, as typed.
  ///   - workspace: Where the features are needed.
  ///   - context: Where progress is shown.
  ///   - body: What needs them.
  /// - Returns: What that comes to.
  /// - Throws: `ClusterDiagnostic`, what `body` throws.
  static func sharing<Value>(
    _ value: CheckedValue?, for statement: String, in workspace: Workspace, on context: CommandContext,
    _ body: () throws -> Value
  ) throws -> Value {
    guard let value else { return try body() }
    let place = try workspace.lookup.reached(value, for: statement)
    workspace.featureCache.helper = FeatureWait(place, named: value, on: context)
    defer { workspace.featureCache.helper = nil }
    return try body()
  }

  func features(
    of missing: [Photo], among all: [Photo], _ variant: PhotoVariant, through extractor: Extractor
  ) throws -> [Photo: [Float]] {
    let live = context.live()
    func progress(_ done: Int, _ count: Int, _ details: [String]) -> Rendering {
      ProgressView(
        title: "features by \(extractor.source) on \(place.name)", completed: done, total: count, unit: "photos",
        details: details
      ).rendering
    }
    do {
      let found = try ClusterFeatures(place, signal: context).features(
        of: missing, among: all, variant: variant, through: extractor
      ) { done, count, status in
        live.update {
          let details = status.details + live.timeLeft(done - status.found, of: count - status.found)
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
