import Networks
import Tensors
import Training

extension NetworkModel {
  /// What the samples of a table should be answered with: their labels, read as numbers, [samples, 1].
  ///
  /// - Throws: `FileFact.labelNoNumber`, `FileFact.severalNumbers` for a network with more than one output.
  func numbers(_ labels: [String], of split: String) throws(Fault) -> Tensor {
    guard outputs == 1 else { throw Fault(.file(.severalNumbers(name, outputs: outputs))) }
    var values: [Float] = []
    values.reserveCapacity(labels.count)
    for label in labels {
      guard let value = Float(label), value.isFinite else {
        throw Fault(.file(.labelNoNumber(label, split: split, model: name)))
      }
      values.append(value)
    }
    return Tensor(shape: [labels.count, 1], values: values)
  }
}

extension Session {
  /// A network's numbers beside the true ones.
  ///
  /// - Throws: `Fault` where the samples do not fit or their labels are no numbers, `Interruption`.
  func regression(of model: NetworkModel, on selection: Selection, stage: Stage) throws -> RegressionView {
    let truths = try model.numbers(selection.truths, of: selection.text).values.map { Double($0) }
    do {
      let answers = try probabilities(of: model, on: selection, stage: stage).values.map { Double($0) }
      return RegressionView(model: model.name, split: selection.text, truths: truths, answers: answers)
    } catch let error as NetworkError {
      throw Fault(.network(model.name, error))
    }
  }
}
