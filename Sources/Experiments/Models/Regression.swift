import ModelFile
import Networks
public import Tensors
import Training

extension NetworkModel {
  /// What the samples of a table should be answered with: their labels, read as numbers with blanks between them,
  /// [samples, outputs].
  ///
  /// - Throws: `FileDiagnostic.labelNoNumber`, `FileDiagnostic.severalNumbers` where a label has not one number for each output.
  public func numbers(_ labels: [String], of split: String) throws(ExperimentError) -> Tensor {
    var values: [Float] = []
    values.reserveCapacity(labels.count * outputs.count)
    for label in labels {
      let words = label.split { $0 == " " || $0 == "\t" || $0 == ";" }
      for word in words {
        guard let value = Float(word), value.isFinite else {
          throw ExperimentError.file(.labelNoNumber(label, split: split, model: name, file: UnlabelledFile(of: self)))
        }
        values.append(value)
      }
      guard words.count == outputs.count else {
        throw ExperimentError.file(
          .severalNumbers(
            name, outputs: outputs.count, label: label, split: split,
            file: words.count == 1 ? UnlabelledFile(of: self) : nil))
      }
    }
    return Tensor(shape: [labels.count, outputs.count], values: values)
  }
}

extension UnlabelledFile {
  /// The file a model was loaded from, where its numbers may be scores; nil for others.
  fileprivate init?(of model: NetworkModel) {
    guard model.source.isLoaded, let kind = model.source.file?.kind, kind == .mlProgram || kind.isNetwork,
      model.outputs.count > 1
    else { return nil }
    self.init(path: model.source.name, scores: model.outputs.count)
  }
}
