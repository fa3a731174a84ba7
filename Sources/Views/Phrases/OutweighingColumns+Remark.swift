import Experiments
import Training
import Wording

extension OutweighingColumns {
  /// What is said of a k-NN model that compares a table's numbers as they stand, with the line that makes it compare them alike.
  func remark(on model: NeighborsModel) -> String {
    var alike = model
    alike.memory.isStandardized = true
    let compared = model.memory.metric == .cosine ? "angles" : "distances"
    return
      "⚠️ The \(compared) between these samples are almost those of \(Words.shortened(names)) alone "
      + "(\(share(of: model.memory.metric == .cosine ? "squares" : "spread"))). "
      + "So that every column counts alike: \(alike.line())"
  }

  /// What is said of a network that learns from a table's numbers as they stand.
  func remark(on network: String) -> String {
    "⚠️ \(network) learns from columns of unlike size: \(Words.shortened(names)) \(names.count == 1 ? "outweighs" : "outweigh") "
      + "the others (\(share(of: "spread"))). Add standardize=true to its network line, so that every column counts alike."
  }

  /// Their share, in words.
  private func share(of what: String) -> String {
    let told = share > 0.999 ? "more than 99.9 %" : Numbers.percent(share)
    return "\(told) of the \(what) of the \(Numbers.grouped(columns)) columns"
  }
}
