import Foundation
import Networks
import Tensors
import Training

extension TrainingPlan {
  /// The loss of whoever looks at no sample: of finding all classes equally likely, or of always answering with the mean of the numbers
  /// to learn, in the unit of the training's losses; nil where these numbers are all the same or cannot be read, which is told of where
  /// they are learnt from.
  var guessingLoss: Double? {
    guard model.outputs.isRegressor else { return log(Double(max(model.outputs.count, 1))) }
    guard let numbers = try? model.numbers(on.truths, of: on.text) else { return nil }
    let targets = model.definition.standardizedTargets(numbers).values.map(Double.init)
    let (kind, width) = (settings.lossKind, max(model.outputs.count, 1))
    var total = 0.0
    for output in 0..<width {
      let column = stride(from: output, to: targets.count, by: width).map { targets[$0] }
      let mean = column.reduce(0, +) / Double(column.count)
      for target in column { total += kind.ofDifference(mean - target) }
    }
    return total > 0 && total.isFinite ? total / Double(targets.count) : nil
  }
}
