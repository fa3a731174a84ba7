public import Clusters

/// The clusters by name: whoever names one, looks one up or takes a name back goes through it.
public final class ClusterBook {
  private let kept: KeptValues<Cluster>
  /// Lets a change be taken back.
  private let record: (UndoStep.Restorable) -> Void

  init(_ kept: KeptValues<Cluster>, record: @escaping (UndoStep.Restorable) -> Void) {
    (self.kept, self.record) = (kept, record)
  }

  /// The clusters by name.
  public var clusters: [String: Cluster] { kept.all }

  /// Names a cluster, in place of an earlier one; nil forgets the name. `undo` takes it back.
  public func name(_ cluster: Cluster?, _ name: String) {
    let before = clusters[name]
    guard before != cluster else { return }
    kept.put(cluster, name)
    record(
      UndoStep.Restorable(
        name: "the cluster \(name)", undo: { [kept] in kept.put(before, name) },
        redo: { [kept] in kept.put(cluster, name) }))
  }
}
