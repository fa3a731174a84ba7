public import Experiments
import Wording

extension Interruption {
  /// What is left of the work, as a sentence.
  public var remark: String {
    switch self {
    case .dropped: "Stopped; nothing was changed."
    case .asking(let network): "Prediction by \(network) was stopped; nothing was changed."
    case .running(let done, let count, let network):
      "\(Numbers.part(done, of: count, "photo")) were run through \(network)."
    case .reading(let done, let count): "\(Numbers.part(done, of: count, "photo")) were read."
    case .checking(let done, let count): "\(Numbers.part(done, of: count, "photo")) were read; nothing was changed."
    case .judging: "Checking was stopped; nothing was changed."
    case .calibrating(let model): "Calibrating \(model) was stopped."
    case .drawing(let done, let count):
      "\(Numbers.part(done, of: count, "hand")) were drawn; run the line again to continue."
    case .trainings(let done, let count): "Stopped after \(Numbers.part(done, of: count, "training"))."
    case .replaying(let model, let epoch): "Stopped after epoch \(Numbers.grouped(epoch)); \(model) has not changed."
    case .training(let model, let place):
      "\(model) was stopped \(place.phrase). Its weights are kept; train \(model) continues from there."
    }
  }
}

extension TrainingPlace {
  /// The place as the end of a sentence: `after epoch 3`.
  public var phrase: String {
    batch == 0
      ? "after epoch \(Numbers.grouped(epochs))"
      : "in epoch \(Numbers.grouped(epochs + 1)), after mini-batch \(Numbers.grouped(batch)) of "
        + Numbers.grouped(batchesPerEpoch)
  }
}
