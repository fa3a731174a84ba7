public import Experiments
import Networks
import Tensors
import Training

extension Inference {
  /// A model's numbers beside the true ones.
  ///
  /// - Throws: as the other.
  public func regression(of model: Model, on selection: Selection) throws -> RegressionView {
    try model.checkAnswers(selection)
    switch model {
    case .hybrid(let hybrid): throw ExperimentError.loop(.noHybrid(hybrid.names))
    case .network(let network): return try regression(of: network, on: selection)
    case .neighbors(let neighbors):
      let truths = selection.truths.flatMap { $0.split(separator: " ").map { Double($0) ?? .nan } }
      let answers = try ExperimentError.telling(of: model.name) {
        try votes(of: neighbors, on: selection).flatMap { $0.numbers(of: neighbors.memory.sampleLabels) }
      }
      guard answers.count == truths.count else {
        throw ExperimentError.file(
          .severalNumbers(
            model.name, outputs: answers.count / max(1, selection.count), label: selection.truths.first ?? "",
            split: selection.text))
      }
      return RegressionView(
        model: model.name, split: selection.text, outputs: selection.outputNames ?? [NetworkOutputs.prediction],
        truths: truths, answers: answers)
    }
  }

  /// A network's numbers beside the true ones.
  ///
  /// - Throws: `ExperimentError` where the samples do not fit or their labels are no numbers, `Interruption`.
  public func regression(of model: NetworkModel, on selection: Selection) throws -> RegressionView {
    let truths = try model.numbers(selection.truths, of: selection.text).values
      .map { Double("\($0)") ?? Double($0) }
    return try ExperimentError.telling(of: model.name) {
      let answers = try probabilities(of: model, on: selection).values.map { Double($0) }
      return RegressionView(
        model: model.name, split: selection.text, outputs: selection.outputNames ?? model.outputs.labels,
        truths: truths, answers: answers)
    }
  }
}

extension Selection {
  /// What the numbers to predict are called, where a table has several.
  public var outputNames: [String]? {
    if case .table(let table) = self { table.dataset.outputNames } else { nil }
  }
}
