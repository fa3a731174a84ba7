import Clusters
public import Experiments
import Wording

extension WorkerStatus {
  /// Why some wait, in brackets; empty where that is not known.
  var why: String { reason.map { " (\($0))" } ?? "" }
}

extension ClusterStatus {
  /// What its workers do, as details of a progress.
  public var details: [String] {
    var details: [String] = []
    if let workers {
      details.append(
        workers.hasEnded
          ? "\(cluster): no worker"
          : "\(cluster): \(Numbers.count(workers.running, "worker"))"
            + (workers.waiting > 0 ? ", \(workers.waiting) waiting\(workers.why)" : ""))
    } else {
      details.append("\(cluster): starting")
    }
    if found > 0 { details.append("\(Numbers.grouped(found)) done before") }
    return details
  }
}
