import Arithmetic

/// The usual measures of a classifier, as scikit-learn defines them.
///
/// Precision, recall and F1 are the plain means over the labels that occur as a truth or as an answer; a measure without
/// anything to divide by counts as 0. The area under the curve is the mean, over the labels that occur as a truth, of the
/// area for that label against all others. The log loss is the mean of −ln p, with p no smaller than 2⁻⁵², as
/// scikit-learn clips it.
public struct ClassificationMetrics: Sendable, Equatable {
  /// The share of right answers.
  public let accuracy: Double
  /// The mean over labels of: right answers among the answers with this label, and among the truths with this label.
  public let precision: Double, recall: Double
  /// The mean over labels of the harmonic mean of both.
  public let f1: Double
  /// The mean of −ln of the true label's probability.
  public let logLoss: Double
  /// The mean area under the labels' curves; nil where all truths are the same.
  public let areaUnderCurve: Double?
  /// The curve of each label that occurs as a truth.
  public let curves: [Curve]

  /// How many of a label's examples are found (y) at the price of how many others (x), for every threshold.
  public struct Curve: Sendable, Equatable {
    /// The label.
    public let label: String
    /// Shares of others and of the label's own, from (0, 0) to (1, 1).
    public let points: [(x: Double, y: Double)]
    /// The area below it.
    public let area: Double

    /// Whether both are of one label and have the same points.
    public static func == (one: Curve, other: Curve) -> Bool {
      one.label == other.label && one.area == other.area && one.points.map(\.x) == other.points.map(\.x)
        && one.points.map(\.y) == other.points.map(\.y)
    }
  }

  /// Measures an evaluation.
  public init(_ evaluation: Evaluation) {
    let rows = evaluation.rows
    let truths = rows.map { LabelSpelling.key($0.truth) }
    let answers = rows.map { LabelSpelling.key($0.predicted) }
    let index = LabelIndex(Set(truths + answers).sorted())
    let right = index.counts(of: zip(truths, answers).lazy.filter { $0 == $1 }.map(\.0))
    let (asTruths, asAnswers) = (index.counts(of: truths), index.counts(of: answers))
    let scores = zip(right, zip(asTruths, asAnswers)).map { right, counts in
      (
        precision: Self.share(right, of: counts.1), recall: Self.share(right, of: counts.0),
        f1: Self.share(2 * right, of: counts.0 + counts.1)
      )
    }
    func mean(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count) }
    accuracy = Self.share(zip(truths, answers).count { $0 == $1 }, of: rows.count)
    precision = mean(scores.map(\.precision))
    recall = mean(scores.map(\.recall))
    f1 = mean(scores.map(\.f1))
    logLoss = mean(rows.map { -ElementaryFunctions.log(max($0.probabilityOfTruth, 0x1p-52)) })
    curves =
      Set(truths).count > 1
      ? Self.spellings(rows.map(\.truth)).map { Self.curve(of: $0, rows) } : []
    areaUnderCurve = curves.isEmpty ? nil : mean(curves.map(\.area))
  }

  private static func share(_ part: Int, of whole: Int) -> Double { whole == 0 ? 0 : Double(part) / Double(whole) }

  /// Each label once, as it is spelled first.
  private static func spellings(_ truths: [String]) -> [String] {
    var seen: Set<String> = []
    return truths.filter { seen.insert(LabelSpelling.key($0)).inserted }
  }

  /// The curve of a label against all others; examples of equal probability are passed together.
  private static func curve(of label: String, _ rows: [Evaluation.Row]) -> Curve {
    let scored = rows.map { row in
      (score: Evaluation.probability(of: label, in: row.probabilities), isOwn: LabelSpelling.areSame(row.truth, label))
    }.sorted { $0.score > $1.score }
    let own = Double(scored.count(where: \.isOwn))
    let others = Double(scored.count) - own
    var points: [(x: Double, y: Double)] = [(0, 0)]
    var (found, price, area) = (0.0, 0.0, 0.0)
    var place = 0
    while place < scored.count {
      let score = scored[place].score
      while place < scored.count, scored[place].score == score {
        if scored[place].isOwn { found += 1 } else { price += 1 }
        place += 1
      }
      let last = points[points.count - 1]
      let next = (x: price / others, y: found / own)
      area += (next.x - last.x) * (next.y + last.y) / 2
      points.append(next)
    }
    return Curve(label: label, points: points, area: area)
  }
}

extension Evaluation.Row {
  /// The probability of the true label; 0 for one the model does not know.
  public var probabilityOfTruth: Double { Evaluation.probability(of: truth, in: probabilities) }
}
