public import Experiments
public import Figures
public import Training
import Wording

/// What came of fitting a network's last layer.
public struct FitView {
  let model: NetworkModel
  /// The layer's name.
  let layer: String
  /// The samples, as typed.
  let selection: String
  let regression: LogisticRegression
  let fit: LogisticRegression.Fit
  /// The mean cross entropy of the samples.
  let loss: Double
  /// How long the search took, and before it the features.
  let seconds: Double, featureSeconds: Double

  /// Shows a fit.
  ///
  /// - Parameters:
  ///   - model: The network.
  ///   - layer: The layer that was fitted.
  ///   - selection: The samples, as typed.
  ///   - regression: The settings.
  ///   - fit: What the search found.
  ///   - loss: The mean cross entropy of the samples.
  ///   - seconds: How long the search took.
  ///   - featureSeconds: How long the features took.
  public init(
    model: NetworkModel, layer: String, selection: String, regression: LogisticRegression, fit: LogisticRegression.Fit,
    loss: Double, seconds: Double, featureSeconds: Double
  ) {
    (self.model, self.layer, self.selection, self.regression) = (model, layer, selection, regression)
    (self.fit, self.loss, self.seconds, self.featureSeconds) = (fit, loss, seconds, featureSeconds)
  }

  /// The facts.
  public var rendering: Rendering {
    FactsView(
      title: "\(model.name): \(model.source.name) with \(layer) fitted to \(selection)",
      facts: [
        ("outputs", "\(model.outputs.count): \(model.outputs.labels.prefix(12).joined(separator: ", "))"),
        ("iterations", iterations),
        ("loss", "\(Numbers.decimal(loss, 6)) (mean cross entropy), with the penalty \(objective) in all"),
        ("settings", settings),
        ("time", "\(Numbers.duration(seconds)), and \(Numbers.duration(featureSeconds)) for the features"),
      ]
    ).rendering
  }

  /// What is said when the reader stopped it.
  public var stopped: String {
    "The fit was stopped after \(Numbers.count(fit.progress.iterations, "iteration")); \(model.name) has the weights found "
      + "until then (loss \(Numbers.decimal(loss, 6)))."
  }

  private var objective: String { Numbers.decimal(fit.progress.objective, 6) }

  private var iterations: String {
    let count =
      "\(Numbers.grouped(fit.progress.iterations)), with \(Numbers.count(fit.progress.evaluations, "pass", plural: "passes"))"
    if fit.isConverged { return "\(count); converged" }
    return "\(count); not converged: stopped by maxIterations=\(Numbers.grouped(regression.maxIterations))"
  }

  private var settings: String { regression.phrase }
}

extension LogisticRegression {
  /// The settings as `fit` takes them.
  public var phrase: String {
    "solver=lbfgs l2=\(Numbers.short(l2)) l1=\(Numbers.short(l1)) maxIterations=\(maxIterations) rescale=\(rescales)"
  }
}
