import Networks
import Tensors
import Training

extension NetworkModel {
  /// What the samples of a table should be answered with: their labels, read as numbers with blanks between them,
  /// [samples, outputs].
  ///
  /// - Throws: `FileFact.labelNoNumber`, `FileFact.severalNumbers` where a label has not one number for each output.
  func numbers(_ labels: [String], of split: String) throws(Fault) -> Tensor {
    var values: [Float] = []
    values.reserveCapacity(labels.count * outputs)
    for label in labels {
      let words = label.split { $0 == " " || $0 == "\t" || $0 == ";" }
      for word in words {
        guard let value = Float(word), value.isFinite else {
          throw Fault(.file(.labelNoNumber(label, split: split, model: name)))
        }
        values.append(value)
      }
      guard words.count == outputs else {
        throw Fault(.file(.severalNumbers(name, outputs: outputs, label: label, split: split)))
      }
    }
    return Tensor(shape: [labels.count, outputs], values: values)
  }
}

extension Session {
  /// A network's numbers beside the true ones.
  ///
  /// - Throws: `Fault` where the samples do not fit or their labels are no numbers, `Interruption`.
  func regression(of model: NetworkModel, on selection: Selection, stage: Stage) throws -> RegressionView {
    let truths = try model.numbers(selection.truths, of: selection.text).values
      .map { Double("\($0)") ?? Double($0) }
    do {
      let answers = try probabilities(of: model, on: selection, stage: stage).values.map { Double($0) }
      return RegressionView(
        model: model.name, split: selection.text, outputs: model.labels, truths: truths, answers: answers)
    } catch let error as NetworkError {
      throw Fault(.network(model.name, error))
    }
  }
}
