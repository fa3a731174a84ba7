public import Experiments
public import Figures
public import Training
import Wording

/// Whether a model is as often right as it says, as it is and at a temperature.
public struct CalibrationView {
  let name: String
  /// The samples asked about, as named.
  let on: String
  /// What the samples are called, photos or others, and how one of them is asked about.
  let noun: String, asking: String
  /// The answers as they are.
  let evaluation: Evaluation
  /// What was found on samples held out of training; nil where the model cannot be trained anew.
  let heldOut: HeldOutCalibration?

  /// Shows the calibration of a model on samples, and the one found on samples it was held out from.
  public init(
    name: String, on: String, noun: String, asking: String, evaluation: Evaluation, heldOut: HeldOutCalibration?
  ) {
    (self.name, self.on, self.noun, self.asking) = (name, on, noun, asking)
    (self.evaluation, self.heldOut) = (evaluation, heldOut)
  }

  /// The plot and what follows from it.
  public var rendering: Rendering {
    let before = Calibration(evaluation)
    var series = [Self.series("as it is", before)]
    var lines = ["\(name) on \(on): expected calibration error \(Numbers.percent(before.error))"]
    if let confidence = evaluation.meanConfidenceOfErrors {
      lines[0] += "; mean confidence of wrong predictions \(Numbers.percent(confidence))"
    }
    if let heldOut {
      let cooled = Temperature.apply(heldOut.temperature, to: evaluation)
      let after = Calibration(cooled)
      let temperature = Numbers.short((heldOut.temperature * 1000).rounded() / 1000)
      series.append(Self.series("temperature \(temperature)", after))
      lines.append(
        "At temperature \(temperature), estimated on \(heldOut.answers) held-out \(noun)s: error "
          + "\(Numbers.percent(after.error)), mean loss \(Numbers.decimal(evaluation.loss ?? 0, 4)) → "
          + "\(Numbers.decimal(cooled.loss ?? 0, 4)).")
      lines.append(heldOut.advice("\(name) \(asking)", temperature))
    } else {
      lines.append("Its training samples are not known, so no temperature was estimated.")
    }
    return Rendering.stacked([
      ReliabilityPlot(title: "\(name): confidence and accuracy", series: series).rendering(),
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

extension HeldOutCalibration {
  /// What to do with it.
  fileprivate func advice(_ asked: String, _ temperature: String) -> String {
    guard let threshold else {
      return "At no confidence are nine in ten held-out predictions correct."
    }
    let reject = Numbers.short((threshold * 1000).rounded(.up) / 1000)
    return "From \(reject) on, nine in ten held-out predictions are correct:  "
      + "predict \(asked) temperature=\(temperature) reject=\(reject)"
  }
}
