import Clusters
import Experiments
import Wording

extension RankStatus {
  /// What its ranks do, as details of a progress.
  var details: [String] {
    var details: [String] = []
    if let workers {
      details.append(
        workers.running > 0
          ? "\(cluster): \(Numbers.count(workers.running, "rank"))"
          : workers.waiting > 0
            ? "\(cluster): \(Numbers.count(workers.waiting, "rank")) waiting\(workers.why)" : "\(cluster): no rank")
    } else {
      details.append("\(cluster): \(Numbers.count(ranks, "rank")) starting")
    }
    if let loss { details.append(loss) }
    return details
  }

  /// What is said of ranks that were lost; nil where none was.
  var loss: String? {
    wentOnAfter.map { epoch in
      "ranks were lost\(losses > 1 ? " \(Numbers.count(losses, "time"))" : ""), others went on after epoch "
        + "\(Numbers.grouped(epoch))"
    }
  }
}
