import CommandLanguage
import Experiments
import Training

/// An event of a training as a line of text, under Core ML's names: epochIndex and miniBatchIndex count from 0, and lossValue
/// is the loss of the last mini-batch.
struct EventLine {
  /// What happened.
  let event: TrainingEvent

  /// The line.
  var text: String {
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
