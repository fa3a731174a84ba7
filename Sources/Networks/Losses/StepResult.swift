/// What a step of training found before it changed anything.
public struct StepResult: Sendable, Equatable {
  /// The mean loss of the mini-batch; of several losses the weighted sum.
  public let loss: Float
  /// How many samples' largest output was the target's, or stands where the largest of several target values does, in the
  /// first of the losses that has classes, or in the first; 0 where none has.
  public let correct: Int
  /// Each loss before it is weighted, in the order of the settings.
  public let losses: [Float]

  /// Makes a result; of one loss unless said.
  public init(loss: Float, correct: Int, losses: [Float]? = nil) {
    self.loss = loss
    self.correct = correct
    self.losses = losses ?? [loss]
  }
}

extension StepResult {
  /// What the step minimises, and the loss it is this multiple of.
  func weighted(by weight: Float) -> StepResult {
    weight == 1 ? self : StepResult(loss: weight * loss, correct: correct, losses: [loss])
  }
}
