import Networks
import Tensors
import Training

extension NetworkModel {
  /// The model ready to learn from samples: where it standardises and has learnt nothing yet, with their means and deviations.
  ///
  /// - Parameter selection: The samples it is going to learn from.
  /// - Returns: The same model where nothing is to be measured.
  /// - Throws: `ExperimentError` where the samples do not fit or cannot be read.
  public func standardized(by selection: Selection) throws -> NetworkModel {
    guard definition.standardizesInput, !source.isLoaded, training.state == nil, !initial.origin.knowsSamples,
      case .table(let table) = selection
    else { return self }
    let parts = try TrainableParts(of: self)
    try parts.checkFits(table)
    let dimension = table.dataset.sampleShape.reduce(1, *)
    let inputs = try Standardization(dimension: dimension) { take in
      for piece in table.largePieces { take(try piece.tensor(0..<piece.count).values) }
    }
    let targets =
      definition.standardizedOutput == nil
      ? nil : Standardization(of: try numbers(selection.truths, of: selection.text).values, dimension: outputs.count)
    var copy = self
    copy.definition.standardize(by: inputs, targets: targets)
    return copy
  }
}
