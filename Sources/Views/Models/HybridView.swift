public import Experiments
public import Figures
import Training
import Wording

/// How a hybrid is shown.
public struct HybridView {
  let model: HybridModel

  /// Shows a hybrid.
  public init(model: HybridModel) { self.model = model }

  /// What the k-NN model has to say.
  private var rest: String { Numbers.short(Mixture(weight: model.weight).rest) }

  /// Everything about it.
  public var description: Rendering {
    FactsView(
      title: model.name,
      facts: [
        ("kind", "hybrid: the weighted mean of two models' probabilities"),
        (model.network.name, "\(Model.network(model.network).told), weight \(Numbers.short(model.weight))"),
        (model.neighbors.name, "\(Model.neighbors(model.neighbors).told), weight \(rest)"),
        ("features", model.neighbors.extractor.phrase),
        ("input", model.network.definition.inputPhrase),
        ("answers", "\(model.labels.count): \(model.labels.prefix(12).joined(separator: ", "))"),
      ]
    ).rendering
  }

  /// What is said when its weight was given.
  public var made: Rendering { .text("\(model.name): \(phrase).") }

  /// What is said when its weight was found.
  ///
  /// - Parameters:
  ///   - search: What the cross-validation has come to.
  ///   - samples: The samples, as they were named.
  ///   - folds: Into how many folds they were divided.
  ///   - seconds: How long it took.
  /// - Returns: The weight, and how often the two models and the hybrid are right on samples held out.
  public func found(_ search: MixtureSearch, on samples: String, folds: Int, seconds: Double) -> Rendering {
    let names = model.names
    let best = max(search.first.accuracy, search.second.accuracy)
    let gain = 100 * (search.together.accuracy - best)
    let better = search.first.accuracy >= search.second.accuracy ? names[0] : names[1]
    let told =
      abs(gain) < 0.05
      ? "no more than \(better) alone"
      : "\(Numbers.decimal(abs(gain), 1)) points \(gain > 0 ? "more" : "less") than \(better) alone"
    let rows = zip(names + [model.name], [search.first, search.second, search.together]).map {
      name, answers -> [Table.Cell] in
      [
        .text(name), .text(Numbers.part(answers.correct, of: answers.count)),
        .text(Numbers.percent(answers.accuracy, 1)),
      ]
    }
    return Rendering.stacked([
      Table(
        caption: "\(model.name): \(phrase)",
        columns: [Table.Column("model"), .number("correct"), .number("accuracy")], rows: rows,
        note:
          "Each sample of \(samples) is held out once in \(folds) folds; its weight is chosen on the other folds."
      ).rendering,
      .text(
        "The hybrid predicts \(Numbers.percent(search.together.accuracy, 1)) correctly, \(told). \(Numbers.duration(seconds))."
      ),
    ])
  }

  private var phrase: String {
    "\(Numbers.short(model.weight)) · \(model.network.name) + \(rest) · \(model.neighbors.name)"
  }
}

extension Workspace {
  /// What is to be said of a hybrid whose models are others now; nil where none is.
  public func hybridRemark(on model: Model) -> String? {
    guard case .hybrid(let hybrid) = model else { return nil }
    let changed = hybrid.changedMembers(in: models)
    guard !changed.isEmpty else { return nil }
    return "⚠️ \(Numbers.list(changed)) \(changed.count == 1 ? "has" : "have") changed since \(hybrid.name) was made. "
      + "\(hybrid.name) uses its copies. To create it again: hybrid \(hybrid.name) of=[\(hybrid.names.joined(separator: ", "))]"
  }
}
