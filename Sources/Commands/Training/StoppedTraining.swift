import CommandLanguage
import Experiments
import Training

/// A training that was stopped and is asked for again: what may change goes on with it, what may not is refused.
///
/// Core ML fixes which samples a mini-batch holds and how many there are once training has begun; the optimizer's numbers may
/// change. So it is here, but for being told.
struct StoppedTraining {
  private let model: String
  private let state: TrainingState
  private let training: NetworkModel.LastTraining

  /// The stopped training of a model that a statement means by learning from the same samples; nil where there is none, or
  /// the statement means another. A statement that names nothing but the model always means it.
  init?(_ model: NetworkModel, on: Selection, isBare: Bool) {
    guard let paused = model.paused, isBare || on.text == paused.training.on && on.count == paused.state.sampleCount
    else { return nil }
    (self.model, state, training) = (model.name, paused.state, paused.training)
  }

  /// Where it goes on; nil where `from=here` begins another training from the same weights.
  ///
  /// - Throws: `LoopFact.fixedWhileStopped` where a setting would change that may not.
  func resumed(by arguments: Arguments) throws -> TrainingState? {
    let wanted = try TrainingArguments(arguments).settings(defaults: training.settings)
    var fixed = wanted.fixedDifferences(from: training.settings)
    if let augment = arguments[TrainingArguments.augment], augment != training.augmentation {
      fixed.append("augment")
    }
    guard let first = fixed.first else { return state }
    if arguments.isGiven(TrainingArguments.from) { return nil }
    throw Diagnostic(
      .loop(
        .fixedWhileStopped(
          fixed, model: model, epoch: state.epochs + 1, epochs: state.firstEpoch + training.settings.epochs)),
      at: arguments.named[first]?.span)
  }
}
