import Networks
public import Training

extension NetworkModel {
  /// Puts the first weights back and forgets all training.
  public mutating func returnToStart() {
    definition = initial.definition
    outputs.classes = Array(outputs.classes.prefix(outputs.initialClasses))
    training = TrainingHistory()
  }

  /// Draws the first weights of the trainable layers anew.
  public mutating func drawAnew(seed: UInt64) {
    initial.draw(seed: seed)
    definition = initial.definition
  }

  /// The settings that hold where nothing is said: those of the network's file, else Core ML's.
  public func defaults(seed: UInt64) -> TrainingSettings {
    var settings = update.defaults ?? TrainingSettings(seed: seed)
    if !update.hasSeed { settings.seed = seed }
    return outputs.fitting(settings)
  }

  /// What a training that goes on with these weights does where nothing is said: it steps as the last one did that came to
  /// its end, unless its file, `update` or `set` says what holds for every training.
  public func defaultsGoingOn(seed: UInt64) -> TrainingSettings {
    var settings = defaults(seed: seed)
    guard update.defaults == nil, let last = training.last, training.state?.isComplete == true else {
      return settings
    }
    let before = outputs.fitting(last.settings)
    (settings.optimizer, settings.miniBatchSize) = (before.optimizer, before.miniBatchSize)
    // How much each class counts goes with the samples, not with the network.
    let classWeights = settings.loss.classWeights
    (settings.loss, settings.lossKind) = (before.loss, before.lossKind)
    settings.loss.classWeights = classWeights
    return settings
  }
}
