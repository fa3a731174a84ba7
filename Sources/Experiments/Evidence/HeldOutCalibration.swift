import Training

/// A temperature and a threshold found on answers to samples the model had not learnt from.
public struct HeldOutCalibration: Sendable {
  /// The temperature of the least loss, and by how many answers it was found.
  public let temperature: Double, answers: Int
  /// The least confidence from which on at least nine in ten held-out answers are right, at that temperature; nil where
  /// there is none.
  public let threshold: Double?

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
    (self.temperature, self.threshold, answers) = (temperature, threshold, rows.count)
  }
}
