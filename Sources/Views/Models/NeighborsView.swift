public import Experiments
public import Figures
import Networks
public import Training
import Wording

/// How a k-NN model is shown.
public struct NeighborsView {
  let model: NeighborsModel

  /// Shows a k-NN model.
  public init(model: NeighborsModel) { self.model = model }

  /// What is said when it was made.
  public func made(remembering kept: Int) -> Rendering {
    let memory = kept == 0 ? "It has no samples yet." : "It keeps its \(Numbers.count(kept, unit))."
    return Rendering.text(
      "\(model.name): \(method), \(looks). \(memory)\(excess.map { " \($0)" } ?? "")")
  }

  /// What is said when it was trained.
  public func trained(
    on selection: String, _ remembered: NearestNeighbors.Remembered, outweighing: OutweighingColumns? = nil,
    seconds: Double
  ) -> Rendering {
    var parts = ["\(Numbers.grouped(remembered.added)) new"]
    if remembered.known > 0 { parts.append("\(Numbers.grouped(remembered.known)) stored already") }
    if remembered.relabelled > 0 { parts.append("\(Numbers.grouped(remembered.relabelled)) in another class now") }
    let (memory, stored) = (model.memory, "\(model.name) stores \(Numbers.count(model.memory.count, unit))")
    let what =
      memory.answersNumbers
      ? "\(stored), each with its number, and predicts the mean of the nearest ones' numbers."
      : "\(stored) of \(Numbers.count(memory.labels.count, "class", plural: "classes")) "
        + "(\(memory.labels.joined(separator: " ")))."
    return Rendering.text(
      "\(what) \(selection): \(parts.joined(separator: ", ")). \(Numbers.duration(seconds))."
        + "\(excess.map { " \($0)" } ?? "")\(outweighing.map { "\n\($0.remark(on: model))" } ?? "")")
  }

  /// What is to be said where more neighbours are asked than there are.
  private var excess: String? {
    let (wanted, count) = (model.memory.numberOfNeighbors, model.memory.count)
    guard count > 0, wanted > count else { return nil }
    return "numberOfNeighbors=\(wanted) is more than that: all of them vote."
  }

  /// Everything about it.
  public var description: Rendering {
    let memory = model.memory
    let counts = (memory.answersNumbers ? [] : memory.labels).map { label in
      "\(label) \(memory.sampleLabels.count { $0 == label })"
    }
    let rows: [(String, String)] = [
      ("kind", memory.answersNumbers ? "k-nearest-neighbours regressor" : "k-nearest-neighbours classifier"),
      (
        "features",
        model.extractor.isOpen
          ? model.extractor.phrase : "\(model.extractor.phrase), \(Numbers.grouped(memory.dimension)) features"
      ),
      ("input", model.extractor.isOpen ? "what it is trained on" : model.extractor.definition.inputPhrase),
    ]
    let decisions: [(String, String)] = [
      (
        "numberOfNeighbors",
        "\(memory.numberOfNeighbors)" + (model.allowedNeighbors.map { " (allowed: \($0.phrase))" } ?? "")
          + (excess == nil ? "" : ", more than it stores: all of them vote")
      ),
      ("standardize", memory.isStandardized ? "true" : "false"),
      ("weighting", memory.weighting.rawValue), ("metric", memory.metric.rawValue),
      ("defaultLabel", memory.defaultLabel),
      (
        "remembers",
        memory.count == 0
          ? "nothing yet"
          : Numbers.count(memory.count, unit) + (counts.isEmpty ? "" : ": \(counts.joined(separator: ", "))")
      ),
      ("size of the memory", Numbers.bytes(memory.count * memory.dimension * 4)),
    ]
    let basis = model.extractor.basis.map { [$0.fact] } ?? []
    let scaling = model.extractor.scaling.map { [$0.fact] } ?? []
    return FactsView(title: model.name, facts: rows + basis + scaling + decisions).rendering
  }

  /// What it looks at.
  private var looks: String {
    let extractor = model.extractor
    let standardized = model.memory.isStandardized ? ", standardised" : ""
    return "looking \(extractor.readsNumbers ? "at" : "through") \(extractor.phrase)\(standardized)"
  }

  /// What it remembers, as people call it.
  public var unit: String {
    model.extractor.definition.inputs.first?.image == nil ? "sample" : "photo"
  }

  private var method: String {
    let memory = model.memory
    let weighting = memory.weighting == .uniform ? "each with one vote" : "near ones with more weight"
    let nearest = memory.numberOfNeighbors == 1 ? "neighbour" : "\(memory.numberOfNeighbors) neighbours"
    return
      "the nearest \(nearest) by \(memory.metric == .cosine ? "cosine" : "Euclidean") distance, \(weighting)"
  }
}
