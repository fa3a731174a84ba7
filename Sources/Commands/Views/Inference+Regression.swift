import Experiments
import Networks
import Tensors

extension Inference {
  /// A network's numbers beside the true ones.
  ///
  /// - Throws: `ExperimentError` where the samples do not fit or their labels are no numbers, `Interruption`.
  func regression(of model: NetworkModel, on selection: Selection) throws -> RegressionView {
    let truths = try model.numbers(selection.truths, of: selection.text).values
      .map { Double("\($0)") ?? Double($0) }
    return try ExperimentError.telling(of: model.name) {
      let answers = try probabilities(of: model, on: selection).values.map { Double($0) }
      return RegressionView(
        model: model.name, split: selection.text, outputs: model.labels, truths: truths, answers: answers)
    }
  }
}
