import Clusters
import CommandLanguage
import Experiments
import Foundation
import RunStore

extension Lookup {
  /// Where trainings are done: on the cluster of a name, or here where none is given.
  ///
  /// - Throws: `ClusterFact`.
  func place(_ value: CheckedValue?) throws -> TrialPlace {
    guard let value else { return .here }
    let (name, clusters) = (value.word, workspace.clusters.clusters)
    return try Diagnostic.placing(at: value.span) {
      guard let cluster = clusters[name] else {
        throw ExperimentError.cluster(.unknown(name, known: clusters.keys.sorted()))
      }
      let folder =
        cluster.folder.map { URL(filePath: $0, directoryHint: .isDirectory) }
        ?? workspace.store?.folder.appending(path: "jobs", directoryHint: .isDirectory)
      guard let folder else { throw ExperimentError.cluster(.noFolder(name)) }
      do throws(ClusterError) {
        return .cluster(
          ClusterRunner(
            name: name, cluster, folder: folder, launcher: try cluster.jobLauncher(program: Self.program)))
      } catch {
        throw ExperimentError.cluster(.launch(name, error))
      }
    }
  }

  /// The path of this program.
  private static var program: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  }
}
