import Training

extension Catalogue {
  /// How a model stands.
  public func state(of model: Model) -> ModelState {
    guard let job = training(of: model.name), job.isAtWork else { return model.state }
    let view = job.view
    return .inTraining(view.status, epochs: view.epochs)
  }
}
