import Experiments
import Training
import Wording

extension OutweighingColumns {
  /// What is said of a k-NN model that compares a table's numbers as they stand, with the line that makes it compare them alike.
  func remark(on model: NeighborsModel) -> String {
    var alike = model
    alike.memory.isStandardized = true
    let compared = model.memory.metric == .cosine ? "The angles between" : "The distances between"
    return
      "⚠️ \(compared) these samples are almost those of \(Words.shortened(names)) alone (\(spread)). "
      + "So that every column counts alike: \(alike.line())"
  }

  /// What is said of a network that learns from a table's numbers as they stand.
  func remark(on network: String) -> String {
    "⚠️ \(network) learns from columns of unlike size: \(Words.shortened(names)) \(names.count == 1 ? "outweighs" : "outweigh") "
      + "the others (\(spread)). Add standardize=true to its network line, so that every column counts alike."
  }

  /// Their share.
  private var spread: String {
    let share = share > 0.999 ? "more than 99.9 %" : Numbers.percent(share)
    return "\(share) of the spread of the \(Numbers.grouped(columns)) columns"
  }
}
