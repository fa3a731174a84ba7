import Clusters
import CommandLanguage
import Experiments
import Foundation
import RunStore

extension Lookup {
  /// Where trainings are done: on the cluster of a name, or here where none is given.
  ///
  /// - Throws: `ClusterDiagnostic`.
  func place(_ value: CheckedValue?, for statement: String) throws -> CandidatePlanPlace {
    guard let value else { return .here }
    return .cluster(ClusterRunner(try reached(value, for: statement)))
  }

  /// What trains on the ranks of a cluster.
  ///
  /// - Throws: `ClusterDiagnostic`.
  func ranks(_ value: CheckedValue, count: Int?, for statement: String) throws -> RankRunner {
    RankRunner(try reached(value, for: statement), ranks: count)
  }

  /// The way to the cluster of a name.
  func reached(_ value: CheckedValue, for statement: String) throws -> ClusterPlace {
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
      return ClusterPlace(
        name: name, cluster, folder: folder, launcher: launcher, statement: statement,
        isLeft: { [jobs = workspace.jobs] in jobs.isClosing })
    }
  }

  /// The path of this program.
  static var program: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  }
}
