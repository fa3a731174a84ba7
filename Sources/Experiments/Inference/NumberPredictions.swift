import Networks
import Tensors
public import Training

/// The numbers that a model predicts for samples, beside the true ones.
public struct NumberPredictions: Sendable, Equatable {
  /// The model, and the samples, as named.
  public let model: String, split: String
  /// The name of each output, at least one.
  public let outputs: [String]
  /// The numbers, sample by sample, output by output.
  public let evaluation: NumberEvaluation

  /// Puts predicted numbers beside true ones.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - split: The samples, as named.
  ///   - outputs: The name of each output.
  ///   - truths: The true numbers, sample by sample, output by output.
  ///   - answers: As many predicted numbers, in the same order.
  public init(model: String, split: String, outputs: [String], truths: [Double], answers: [Double]) {
    (self.model, self.split, self.outputs) = (model, split, outputs)
    evaluation = NumberEvaluation(truths: truths, answers: answers, outputs: outputs.count)
  }
}

extension NumberPredictions {
  /// Asks a model about samples.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - selection: The samples.
  ///   - inference: Asks it.
  /// - Throws: `ExperimentError` where the samples do not fit, their labels are no numbers or the model answers with
  ///   classes; `Interruption`.
  public init(of model: Model, on selection: Selection, _ inference: Inference) throws {
    try model.checkAnswers(selection)
    var (outputs, truths) = ([NetworkOutputs.prediction], [Double]())
    switch model {
    case .hybrid(let hybrid): throw ExperimentError.loop(.noHybrid(hybrid.names))
    case .network(let network):
      outputs = network.outputs.labels
      truths = try network.numbers(selection.truths, of: selection.text).values.map { Double("\($0)") ?? Double($0) }
    case .neighbors:
      truths = selection.truths.flatMap { $0.split(separator: " ").map { Double($0) ?? .nan } }
    }
    let answers = try inference.numbers(of: model, on: selection).flatMap(\.self)
    guard answers.count == truths.count else {
      throw ExperimentError.file(
        .severalNumbers(
          model.name, outputs: answers.count / max(1, selection.count), label: selection.truths.first ?? "",
          split: selection.text))
    }
    self.init(
      model: model.name, split: selection.text, outputs: selection.outputNames ?? outputs, truths: truths,
      answers: answers)
  }
}
