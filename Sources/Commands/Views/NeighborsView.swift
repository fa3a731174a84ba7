import CommandLanguage
import Experiments
import Figures
import Networks
import Training

/// How a k-NN model is shown.
struct NeighborsView {
  let model: NeighborsModel

  /// What is said when it was made.
  func made(remembering kept: Int) -> Rendering {
    let memory = kept == 0 ? "It remembers nothing yet." : "It still remembers \(Numbers.count(kept, "photo"))."
    return Rendering.text(
      "\(model.name): \(method), looking through \(model.extractor.layer) of \(model.extractor.source). \(memory)")
  }

  /// What is said when it was trained.
  func trained(
    on selection: String, _ remembered: NearestNeighbors.Remembered, account: FeatureCache.Account, seconds: Double
  ) -> Rendering {
    var parts = ["\(Numbers.grouped(remembered.added)) new"]
    if remembered.known > 0 { parts.append("\(Numbers.grouped(remembered.known)) known already") }
    if remembered.relabelled > 0 { parts.append("\(Numbers.grouped(remembered.relabelled)) in another class now") }
    return Rendering.text(
      "\(model.name) remembers \(Numbers.count(model.memory.count, "photo")) of "
        + "\(Numbers.count(model.memory.labels.count, "class", plural: "classes")) "
        + "(\(model.memory.labels.joined(separator: " "))). "
        + "\(selection): \(parts.joined(separator: ", ")). \(Numbers.duration(seconds)).\(excess.map { " \($0)" } ?? "")"
    )
  }

  /// What is to be said where more neighbours are asked than there are.
  private var excess: String? {
    let (wanted, count) = (model.memory.numberOfNeighbors, model.memory.count)
    guard count > 0, wanted > count else { return nil }
    return "numberOfNeighbors=\(wanted) is more than that: all of them vote."
  }

  /// Everything about it.
  var description: Rendering {
    let memory = model.memory
    let counts = memory.labels.map { label in "\(label) \(memory.sampleLabels.count { $0 == label })" }
    let rows: [(String, String)] = [
      ("kind", "k-nearest-neighbours classifier"),
      (
        "looks through",
        "\(model.extractor.layer) of \(model.extractor.source), \(Numbers.grouped(memory.dimension)) features"
      ),
      ("input", model.extractor.definition.inputPhrase),
    ]
    let decisions: [(String, String)] = [
      (
        "numberOfNeighbors",
        "\(memory.numberOfNeighbors)" + (model.allowedNeighbors.map { " (allowed: \($0.phrase))" } ?? "")
          + (excess == nil ? "" : ", more than it remembers: all of them vote")
      ),
      ("weighting", memory.weighting.rawValue), ("metric", memory.metric.rawValue),
      ("defaultLabel", memory.defaultLabel),
      (
        "remembers",
        memory.count == 0 ? "nothing yet" : "\(Numbers.count(memory.count, "photo")): \(counts.joined(separator: ", "))"
      ),
      ("size of the memory", Numbers.bytes(memory.count * memory.dimension * 4)),
    ]
    let scaling = model.extractor.scaling.map { [$0.fact] } ?? []
    return FactsView(title: model.name, facts: rows + scaling + decisions).rendering
  }

  private var method: String {
    let memory = model.memory
    let weighting = memory.weighting == .uniform ? "each with one vote" : "near ones with more of a say"
    let nearest = memory.numberOfNeighbors == 1 ? "neighbour" : "\(memory.numberOfNeighbors) neighbours"
    return
      "the nearest \(nearest) by \(memory.metric == .cosine ? "cosine" : "Euclidean") distance, \(weighting)"
  }
}
