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
    return try reached(value) { name, cluster, folder, launcher in
      .cluster(ClusterRunner(name: name, cluster, folder: folder, launcher: launcher))
    }
  }

  /// What trains on the ranks of a cluster.
  ///
  /// - Throws: `ClusterFact`.
  func ranks(_ value: CheckedValue, count: Int?) throws -> RankRunner {
    try reached(value) { name, cluster, folder, launcher in
      RankRunner(name: name, cluster, ranks: count, folder: folder, launcher: launcher)
    }
  }

  /// Makes something of the cluster of a name.
  private func reached<Place>(
    _ value: CheckedValue, _ make: (String, Cluster, URL, any JobLauncher) throws -> Place
  ) throws -> Place {
    let (name, clusters) = (value.word, workspace.clusters.clusters)
    return try Diagnostic.placing(at: value.span) {
      guard let cluster = clusters[name] else {
        throw ExperimentError.cluster(.unknown(name, known: clusters.keys.sorted()))
      }
      let folder =
        cluster.folder.map { URL(filePath: $0, directoryHint: .isDirectory) }
        ?? workspace.store?.folder.appending(path: "jobs", directoryHint: .isDirectory)
      guard let folder else { throw ExperimentError.cluster(.noFolder(name)) }
      let launcher: any JobLauncher
      do throws(ClusterError) { launcher = try cluster.jobLauncher(program: Self.program) } catch {
        throw ExperimentError.cluster(.launch(name, error))
      }
      return try make(name, cluster, folder, launcher)
    }
  }

  /// The path of this program.
  private static var program: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  }
}
