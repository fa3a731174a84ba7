import Experiments
public import Training
import Wording

/// An event of a training as a line of text, under Core ML's names: epochIndex and miniBatchIndex count from 0, and lossValue
/// is the loss of the last mini-batch.
public struct EventLine {
  /// What happened.
  let event: TrainingEvent

  /// Tells of an event.
  public init(event: TrainingEvent) { self.event = event }

  /// The line.
  public var text: String {
    switch event {
    case .trainingBegin: "trainingBegin"
    case .miniBatchEnd(let epoch, let index, let count, let loss):
      "miniBatchEnd epochIndex=\(epoch) miniBatchIndex=\(index) of \(count) lossValue=\(loss)"
    case .epochEnd(let record):
      ([
        "epochEnd epochIndex=\(record.epoch - 1) lossValue=\(Float(record.trainLoss)) meanLoss=\(Float(record.trainLossMean))"
      ]
        + record.validations.map { validation in
          "\(validation.name) loss=\(Float(validation.loss))"
            + (validation.accuracy.map { " accuracy=\(Numbers.percent($0, 2))" } ?? "")
        }).joined(separator: " · ")
    case .completed: "completed"
    }
  }
}
