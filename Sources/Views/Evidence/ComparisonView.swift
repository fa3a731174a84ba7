public import Experiments
public import Figures
import Training
import Wording

/// A comparison on the page: each model with its interval, then what can be said of every two of them.
public struct ComparisonView {
  let selection: Selection
  let evaluationProtocol: EvaluationProtocol
  let repeats: Int
  /// The models that are done.
  public var comparison: Comparison
  /// How many of the samples asked about look like one that was learnt.
  public var alike = 0
  /// What the reader should know of the models.
  public var remarks: [String] = []
  /// How long it took; nil while it goes on.
  public var seconds: Double?

  /// Shows a comparison by a protocol; models join as they are done.
  public init(selection: Selection, evaluationProtocol: EvaluationProtocol, repeats: Int, comparison: Comparison) {
    (self.selection, self.evaluationProtocol, self.repeats, self.comparison) = (
      selection, evaluationProtocol, repeats, comparison
    )
  }

  /// The page at the end, or where the reader stopped it.
  public var rendering: Rendering {
    guard !comparison.entrants.isEmpty else { return Rendering.text("Stopped before the first model had finished.") }
    var parts = [table]
    if comparison.entrants.count > 1 { parts += [verdicts, chart] }
    return Rendering.stacked(parts + remarks.map(Rendering.text))
  }

  /// How far it has come.
  public func progress(_ name: String, _ done: Int, _ details: [String] = []) -> Rendering {
    let bar = ProgressView(
      title: "\(name), \(phrase)", completed: done, total: evaluationProtocol.trials.count, unit: "trainings",
      details: details
    ).rendering
    return comparison.entrants.isEmpty ? bar : Rendering.stacked([bar, table])
  }

  /// Where the reader stopped it, as a sentence.
  public func whereItStopped(_ name: String, _ done: Int) -> String {
    "Stopped at \(name), after \(Numbers.part(done, of: evaluationProtocol.trials.count, "training")). "
      + (comparison.entrants.isEmpty ? "" : "The finished models are shown. ") + "No model has changed."
  }

  private var phrase: String {
    switch evaluationProtocol.way {
    case .test: "by the test \(selection.dataset.noun)s of \(selection.text)"
    case .folds:
      "by \(evaluationProtocol.trials.count / max(1, repeats)) folds of \(selection.text)"
        + (evaluationProtocol.isGrouped ? ", each group in one fold" : "")
    case .leaveOneOut: "leaving out one of \(selection.text) at a time"
    }
  }

  private var level: String { Numbers.short((comparison.confidence * 100_000).rounded() / 1000) }

  private var caption: String {
    "\(selection.counted(evaluationProtocol.asked)) evaluated, \(phrase)"
      + (alike == 0
        ? "" : "; \(Numbers.grouped(alike)) of them \(alike == 1 ? "looks" : "look") like a training sample")
  }

  private var table: Rendering { comparison.answersNumbers ? errors : accuracies }

  /// Of numbers their errors.
  private var errors: Rendering {
    let roots = comparison.entrants.map { $0.numbers?.measures.squared ?? .infinity }
    return Table(
      caption: caption,
      columns: [Table.Column("model"), Table.Column("settings"), Table.Column("features")]
        + NumberMeasures.columns(level: level),
      rows: comparison.rows.enumerated().map { place, entrant in
        let isModel = place < roots.count
        let isBest = isModel && roots[place] == roots.min()
        return [
          .text(entrant.name, isModel ? .strong : .muted), .text(entrant.configuration.phrase, .muted),
          .text(entrant.looksAt, .muted),
        ]
          + (entrant.numbers.map {
            NumberMeasures($0, confidence: comparison.confidence).cells(isBest ? .strong : .none)
          } ?? [])
      }, note: [NumberMeasures.note(level: level), note].joined(separator: " ")
    ).rendering
  }

  /// Of classes the share of right answers.
  private var accuracies: Rendering {
    let best = comparison.entrants.map(\.accuracy).max()
    return Table(
      caption: caption,
      columns: [
        Table.Column("model"), Table.Column("settings"), Table.Column("features"), .number("correct"),
        .number("accuracy"), .number("\(level) % interval"), .number("mean loss"),
      ],
      rows: comparison.rows.enumerated().map { place, entrant in
        let isModel = place < comparison.entrants.count
        let interval = entrant.interval(confidence: comparison.confidence)
        return [
          .text(entrant.name, isModel ? .strong : .muted), .text(entrant.configuration.phrase, .muted),
          .text(entrant.looksAt, .muted),
          .text(correct(entrant)),
          .text(Numbers.percent(entrant.accuracy), isModel && entrant.accuracy == best ? .strong : .none),
          .text("\(Numbers.percent(interval.lowerBound)) – \(Numbers.percent(interval.upperBound))"),
          .number(entrant.configuration.hasLoss ? entrant.loss : nil, .decimal(4)),
        ]
      }, note: note
    ).rendering
  }

  /// With repetitions the mean number, which need not be whole.
  private func correct(_ entrant: Comparison.Entrant) -> String {
    guard repeats > 1 else { return Numbers.part(entrant.correct, of: entrant.rightness.count) }
    return "\(Numbers.fixed(entrant.rightness.reduce(0, +), 1)) of \(Numbers.grouped(entrant.rightness.count))"
  }

  private var note: String {
    var words: [String] = []
    if repeats > 1 {
      words.append("Means of \(repeats) repetitions; intervals count each \(selection.dataset.noun) once.")
    }
    if evaluationProtocol.way == .leaveOneOut, selection.groups != nil {
      words.append("Training samples included some of the same group; by=folds keeps groups together.")
    }
    if let seed = evaluationProtocol.seed { words.append("Folds drawn from seed=\(seed).") }
    if !comparison.answersNumbers, comparison.entrants.contains(where: { !$0.configuration.hasLoss }) {
      words.append(Model.withoutLoss)
    }
    let trainings = evaluationProtocol.trials.count * comparison.entrants.count
    if let seconds { words.append("\(Numbers.count(trainings, "training")) in \(Numbers.duration(seconds)).") }
    return words.joined(separator: " ")
  }

  private var chart: Rendering {
    guard !comparison.answersNumbers else {
      return BarChart(
        valueLabel: "RMSE, with its interval",
        bars: comparison.entrants.enumerated().map { place, entrant in
          BarChart.Bar(
            entrant.name, entrant.numbers?.measures.root ?? .nan,
            interval: entrant.numbers?.intervals(confidence: comparison.confidence).root, ink: .series(place))
        }
      ).rendering()
    }
    return BarChart(
      valueLabel: "accuracy, with its interval",
      bars: comparison.entrants.enumerated().map { place, entrant in
        BarChart.Bar(
          entrant.name, entrant.accuracy, interval: entrant.interval(confidence: comparison.confidence),
          ink: .series(place))
      }, format: .percentage(1), largest: 1
    ).rendering()
  }

  /// What can be said of every two models, and what cannot.
  private var verdicts: Rendering {
    let lines = comparison.pairs.map(verdict)
    let warning =
      "This holds for \(selection.dataset.noun)s like those of \(selection.dataset.name), not for others."
    return Rendering.text((lines + [warning]).joined(separator: "\n"))
  }

  /// A pair that cannot be told apart is named in the order the models were named in: who got one more right by luck is no order.
  private func verdict(_ pair: Comparison.Pair) -> String {
    switch pair.difference {
    case .rightness(let better, let worse): verdict(pair, onlyBetter: better, onlyWorse: worse)
    case .errors(let errors): verdict(pair, errors)
    }
  }

  private func verdict(_ pair: Comparison.Pair, _ errors: PairedErrors) -> String {
    let isDecided = comparison.isDecided(pair)
    let names = (comparison.entrants[pair.better].name, comparison.entrants[pair.worse].name)
    let interval = errors.interval(confidence: comparison.confidence)
    let ends = [interval.lowerBound, interval.upperBound].map { Numbers.measured($0, like: errors.mean) }
    let mean =
      "the mean absolute error of \(names.0) is smaller by \(Numbers.measured(errors.mean)) "
      + "(\(level) % interval \(ends[0]) – \(ends[1]))"
    let nearer = errors.nearer
    let counts =
      "\(selection.counted(nearer.first)) predicted more closely by \(names.0), \(nearer.second) by \(names.1)"
    let test = "Wilcoxon's signed-rank p = \(probabilities(pair))"
    guard !isDecided else { return "\(names.0) is better than \(names.1): \(mean), \(counts) (\(test))." }
    let order = pair.better < pair.worse ? names : (names.1, names.0)
    let remark =
      errors.isOneSided || errors.mean == 0
      ? "\(selection.counted(evaluationProtocol.asked)) cannot decide it."
      : "The mean and the ranks of the errors disagree."
    return "Cannot tell \(order.0) from \(order.1): \(mean), \(counts) (\(test)). \(remark)"
  }

  private func verdict(_ pair: Comparison.Pair, onlyBetter: Int, onlyWorse: Int) -> String {
    let isDecided = comparison.isDecided(pair)
    var sides = [(place: pair.better, alone: onlyBetter), (place: pair.worse, alone: onlyWorse)]
    if !isDecided { sides.sort { $0.place < $1.place } }
    let (first, second) = (comparison.entrants[sides[0].place].name, comparison.entrants[sides[1].place].name)
    let often = repeats > 1 ? "more often by" : "only by"
    let counts =
      "\(selection.counted(sides[0].alone)) predicted correctly \(often) \(first), \(sides[1].alone) \(often) \(second)"
    let test = "McNemar's exact p = \(probabilities(pair))"
    return isDecided
      ? "\(first) is better than \(second): \(counts) (\(test))."
      : "Cannot tell \(first) from \(second): \(counts) (\(test)). \(selection.counted(evaluationProtocol.asked)) cannot decide it."
  }

  private func probabilities(_ pair: Comparison.Pair) -> String {
    let pairs = comparison.pairs.count
    let (own, corrected) = (pair.probability, pair.correctedProbability)
    let number = NumberFormat.significant(2)
    guard pairs > 1 else { return number.text(own) }
    return "\(number.text(own)); corrected for \(pairs) pairs: \(number.text(corrected))"
  }
}
