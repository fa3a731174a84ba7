import Training

extension HeldOutCalibration {
  /// A temperature and a threshold for a model, found by five folds of what it learnt from.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - selection: The samples it is asked about.
  ///   - workspace: Where the samples it learnt from are.
  ///   - signal: Asked whether to stop.
  /// - Returns: Both; nil where it is not known what the model learnt from.
  /// - Throws: `ExperimentError`, `Interruption.calibrating`.
  public static func found(
    for model: Model, askedAbout selection: Selection, in workspace: Workspace, signal: any StopSignal
  ) throws -> HeldOutCalibration? {
    let learnt: Selection?
    switch model {
    case .neighbors, .hybrid: learnt = try? workspace.selection(named: "\(selection.dataset.name).train")
    case .network(let network): learnt = workspace.samplesLearnt(by: network, askedAbout: selection)
    }
    guard let learnt, learnt.count >= 10 else { return nil }
    let candidate = try workspace.inference(signal).candidate(model, on: learnt)
    let trials = try EvaluationProtocol(.folds, on: learnt, folds: 5, repeats: 1, seed: 1).trials
    let report = try ParallelTrainings(signal: signal).run(trials.count) { place, goesOn in
      try candidate.run(trials[place].split, while: goesOn)
    }
    guard report.isComplete else { throw Interruption.calibrating(model: model.name) }
    return HeldOutCalibration(report.outcomes.flatMap(\.answers.rows))
  }
}
