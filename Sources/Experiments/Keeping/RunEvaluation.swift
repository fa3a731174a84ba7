import RunStore
import Training

/// What a model came to, as it stood after a run, on samples it was asked about.
public struct RunEvaluation: Sendable, Equatable, Codable {
  /// The samples, as named.
  public let on: String
  /// How many there were.
  public let count: Int
  /// The share of right answers, 0…1; nil where numbers are predicted.
  public let accuracy: Double?
  /// The root of the mean squared error; nil where classes are answered.
  public let root: Double?

  /// Puts it together.
  public init(on: String, count: Int, accuracy: Double? = nil, root: Double? = nil) {
    (self.on, self.count, self.accuracy, self.root) = (on, count, accuracy, root)
  }
}

extension RunHistory {
  /// How many of the last runs are looked through for the one that a model came from.
  private static let looked = 20

  /// Takes note of an evaluation with the run that the model came from, where it stands as it did then and was asked about
  /// other samples than it learnt from. A store that cannot be written must not cost an evaluation.
  public func note(_ evaluation: RunEvaluation, of model: NetworkModel) {
    guard let store, let last = model.training.records.last, model.training.differences == 0 else { return }
    let runs = rememberedRuns(of: model.name, last: Self.looked)
    guard let run = runs.last(where: { $0.records.last == last }), run.run.state != .running, var details = run.details,
      details.training.on != evaluation.on
    else { return }
    details.evaluation = evaluation
    try? store.trainings.set(details: details.text, of: run.run.id)
  }
}
