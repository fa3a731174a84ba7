import CommandLanguage
import Experiments
import Figures
import Training

/// Whether a model is as often right as it says, as it is and at a temperature.
struct CalibrationView {
  let name: String
  /// The samples asked about, as named.
  let on: String
  /// What the samples are called, photos or others, and how one of them is asked about.
  let noun: String, asking: String
  /// The answers as they are.
  let evaluation: Evaluation
  /// What was found on samples held out of training; nil where the model cannot be trained anew.
  let heldOut: HeldOut?

  /// A temperature and a threshold found on answers to samples the model had not learnt from.
  struct HeldOut: Sendable {
    /// The temperature of the least loss, and by how many answers it was found.
    let temperature: Double, answers: Int
    /// The least confidence from which on at least nine in ten held-out answers are right, at that temperature; nil
    /// where there is none.
    let threshold: Double?
  }

  /// The plot and what follows from it.
  var rendering: Rendering {
    let before = Calibration(evaluation)
    var series = [Self.series("as it is", before)]
    var lines = ["\(name) on \(on): expected calibration error \(Numbers.percent(before.error))"]
    if let confidence = evaluation.meanConfidenceOfErrors {
      lines[0] += "; mean confidence of the wrong answers \(Numbers.percent(confidence))"
    }
    if let heldOut {
      let cooled = Temperature.apply(heldOut.temperature, to: evaluation)
      let after = Calibration(cooled)
      let temperature = Numbers.short((heldOut.temperature * 1000).rounded() / 1000)
      series.append(Self.series("temperature \(temperature)", after))
      lines.append(
        "At temperature \(temperature), found on \(heldOut.answers) answers to held-out \(noun)s: error "
          + "\(Numbers.percent(after.error)), mean loss \(Numbers.decimal(evaluation.loss ?? 0, 4)) → "
          + "\(Numbers.decimal(cooled.loss ?? 0, 4)).")
      lines.append(heldOut.advice("\(name) \(asking)", temperature))
    } else {
      lines.append("What it learnt from is not known here, so no temperature was looked for.")
    }
    return Rendering.stacked([
      ReliabilityPlot(title: "\(name): as sure as right?", series: series).rendering(),
      Rendering.text(lines.joined(separator: "\n")),
    ])
  }

  private static func series(_ name: String, _ calibration: Calibration) -> ReliabilityPlot.Series {
    ReliabilityPlot.Series(
      name,
      calibration.bins.filter { $0.count > 0 }.map {
        ReliabilityPlot.Dot(confidence: $0.confidence, accuracy: $0.accuracy, count: $0.count)
      })
  }
}

extension CalibrationView.HeldOut {
  /// What to do with it.
  fileprivate func advice(_ asked: String, _ temperature: String) -> String {
    guard let threshold else {
      return "No confidence is high enough for nine in ten held-out answers to be right."
    }
    let reject = Numbers.short((threshold * 1000).rounded(.up) / 1000)
    return "From \(reject) on, nine in ten held-out answers are right:  "
      + "predict \(asked) temperature=\(temperature) reject=\(reject)"
  }

  /// Looks for both on answers to held-out samples; nil where there are none.
  init?(_ rows: [Evaluation.Row]) {
    guard let temperature = Temperature.fit(rows) else { return nil }
    let cooled = Temperature.apply(temperature, to: Evaluation(rows: rows, classes: 0)).rows.sorted {
      $0.confidence > $1.confidence
    }
    var threshold: Double?
    var right = 0
    for (place, row) in cooled.enumerated() {
      if row.isCorrect { right += 1 }
      if Double(right) >= 0.9 * Double(place + 1) { threshold = row.confidence }
    }
    self.init(temperature: temperature, answers: rows.count, threshold: threshold)
  }
}

extension Workspace {
  /// A temperature and a threshold for a model, found by five folds of what it learnt from; nil where that is not known.
  func heldOut(
    _ model: Model, askedAbout selection: Selection, signal: any StopSignal
  ) throws -> CalibrationView.HeldOut? {
    let learnt: Selection?
    switch model {
    case .neighbors, .hybrid:
      let name = "\(selection.dataset.name).train"
      learnt = try? self.selection(named: name)
    case .network(let network): learnt = samplesLearnt(by: network, askedAbout: selection)
    }
    guard let learnt, learnt.count >= 10 else { return nil }
    let candidate = try inference(signal).candidate(model, on: learnt)
    let questioning = try EvaluationProtocol(.folds, on: learnt, folds: 5, repeats: 1, seed: 1)
    let trials = questioning.trials
    let report = try Trials(signal: signal).run(trials.count) { place, goesOn in
      try candidate.run(trials[place].split, while: goesOn)
    }
    guard report.isComplete else { throw StatementInterruption(remark: "Calibrating \(model.name) was stopped.") }
    return CalibrationView.HeldOut(report.outcomes.flatMap(\.answers.rows))
  }
}
