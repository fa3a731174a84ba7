import Experiments
import Training
import Wording

/// What tells models from one another: what each is and how it learnt, without what all of them share.
struct ModelDifferences {
  /// The words for each model, in order; empty where nothing tells them apart.
  let phrases: [String]

  /// Compares models.
  init(_ models: [Model]) {
    let words = models.map(Self.words)
    let shared = words.dropFirst().reduce(into: Set(words.first ?? [])) { $0.formIntersection($1) }
    let own = words.map { $0.filter { !shared.contains($0) } }
    phrases = models.count < 2 || own.allSatisfy(\.isEmpty) ? [] : own.map { $0.joined(separator: ", ") }
  }

  /// Whether there is anything to tell.
  var isEmpty: Bool { phrases.isEmpty }

  private static func words(of model: Model) -> [String] {
    switch model {
    case .neighbors(let model):
      ["k-NN", model.extractor.phrase]
        + CandidateConfiguration.neighbors(model.memory).phrase.split(separator: ", ").map(String.init)
        + learnt(model.learnt)
    case .network(let model): words(of: model)
    case .hybrid(let model):
      ["hybrid of \(model.names.joined(separator: " and "))", "weight=\(Numbers.short(model.weight))"]
    }
  }

  private static func words(of model: NetworkModel) -> [String] {
    var words = [model.outputs.isRegressor ? "regressor" : "network"]
    words.append("\(Numbers.grouped(model.definition.parameterCounts.all)) parameters")
    if model.source.name != model.name { words.append("from=\(model.source.name)") }
    if let training = model.training.last {
      words += training.settings.words(augmentation: training.augmentation)
    } else if let regression = model.initial.origin.regression {
      let ridge = RidgeRegression(l2: regression.l2, rescales: regression.rescales)
      words.append((model.outputs.isRegressor ? CandidateConfiguration.ridge(ridge) : .linear(regression)).phrase)
    } else {
      words.append(model.modelState.word)
    }
    return words + learnt(model.training.learnt)
  }

  private static func learnt(_ data: LearntData?) -> [String] {
    data.map { ["on=\($0.name)", Numbers.count($0.count, "sample")] } ?? []
  }
}
