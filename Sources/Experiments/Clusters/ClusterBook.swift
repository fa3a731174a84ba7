public import Clusters
import Foundation
import RunStore

/// The clusters by name: whoever names one, looks one up or takes a name back goes through it.
public final class ClusterBook {
  /// What outlives the process: how clusters are had again, and kept.
  struct Persistence {
    /// Those that an earlier session named, as text by name.
    let recall: () -> [String: String]
    /// Keeps one for later sessions; nil forgets it.
    let keep: (_ text: String?, _ name: String) -> Void
    /// Lets a change be taken back.
    let record: (UndoStep.Restorable) -> Void
  }

  private let persistence: Persistence
  private var loaded: [String: Cluster]?

  init(persistence: Persistence) { self.persistence = persistence }

  /// The clusters by name.
  public var clusters: [String: Cluster] {
    if loaded == nil {
      loaded = persistence.recall().compactMapValues { try? JSONDecoder().decode(Cluster.self, from: Data($0.utf8)) }
    }
    return loaded ?? [:]
  }

  /// Names a cluster, in place of an earlier one; nil forgets the name. `undo` takes it back.
  public func name(_ cluster: Cluster?, _ name: String) {
    let before = clusters[name]
    guard before != cluster else { return }
    put(cluster, name)
    persistence.record(
      UndoStep.Restorable(
        name: "the cluster \(name)", undo: { [self] in put(before, name) }, redo: { [self] in put(cluster, name) }))
  }

  private func put(_ cluster: Cluster?, _ name: String) {
    var all = clusters
    all[name] = cluster
    loaded = all
    let text = cluster.flatMap { try? JSONEncoder().encode($0) }.map { String(decoding: $0, as: UTF8.self) }
    persistence.keep(text, name)
  }
}
