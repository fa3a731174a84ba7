public import Experiments
public import Figures
import Networks
import RunStore
public import Training
import Wording

/// Two trainings side by side: what was set otherwise, and what is answered otherwise.
public struct RunDifferenceView {
  let first: RememberedRun
  let second: RememberedRun
  /// What the two models answer; nil where they were not asked.
  public var answers: Answers?

  /// Compares two runs.
  public init(first: RememberedRun, second: RememberedRun) { (self.first, self.second) = (first, second) }

  /// What two models answer to the same samples.
  public struct Answers {
    let selection: Selection
    let first: Evaluation
    let second: Evaluation

    /// Compares the answers to samples.
    public init(selection: Selection, first: Evaluation, second: Evaluation) {
      (self.selection, self.first, self.second) = (selection, first, second)
    }

    /// The samples that are answered otherwise, by their places.
    public var changed: [Int] {
      zip(first.rows, second.rows).filter { $0.predicted != $1.predicted }.map(\.0.index)
    }

    /// How many samples only the first, and only the second model answers rightly.
    var onlyOne: (first: Int, second: Int) {
      let pairs = zip(first.rows, second.rows)
      return (pairs.count { $0.isCorrect && !$1.isCorrect }, pairs.count { !$0.isCorrect && $1.isCorrect })
    }
  }

  /// Both parts.
  public var rendering: Rendering {
    guard let answers else { return settings }
    return Rendering.stacked([settings, table(answers), verdict(answers)])
  }

  private var names: (String, String) { ("run \(first.run.id)", "run \(second.run.id)") }

  /// What differs of the two, name by name.
  public var differences: [(name: String, first: String, second: String)] {
    zip(Self.facts(first), Self.facts(second)).filter { $0.value != $1.value }.map { ($0.name, $0.value, $1.value) }
  }

  private var settings: Rendering {
    let differences = differences
    guard !differences.isEmpty else {
      return Rendering.text("\(names.0) and \(names.1) do not differ: data, settings, seed and engine are the same.")
    }
    return Table(
      caption: "What differs", columns: [Table.Column(""), Table.Column(names.0), Table.Column(names.1)],
      rows: differences.map { [.text($0.name, .muted), .text($0.first), .text($0.second)] }
    ).rendering
  }

  /// All that a training is set by, in a fixed order.
  public static func facts(_ run: RememberedRun) -> [(name: String, value: String)] {
    let start = run.run.start
    let training = run.details?.training
    let settings = run.settings
    var facts: [(String, String)] = [
      ("model", start.model), ("on", training?.on ?? "–"), ("data", start.fingerprint),
      ("validate", listed(training?.validate ?? [])),
      ("validation data", listed(run.details?.validationFingerprints ?? [])),
      ("initial weights", run.details?.before?.short ?? "–"), ("lastBatch", settings?.lastBatch.rawValue ?? "–"),
      ("shuffle", settings.map { "\($0.shuffle)" } ?? "–"),
      ("optimizer", settings?.optimizer.name ?? "–"), ("schedule", settings?.schedule.phrase ?? "–"),
      ("augment", listed((training?.augmentation ?? []).map(\.phrase))),
      ("seed", String(start.seed)), ("engine", start.engine), ("epochs done", "\(run.records.count)"),
    ]
    facts.append(("learningRate set to", run.details?.rateChanges?.phrase ?? "–"))
    for name in ["epochs", "miniBatchSize", "learningRate", "weightDecay", "momentum", "beta1", "beta2", "eps"] {
      let number = settings?.numbers.first { $0.name.rawValue == name }?.value
      facts.append((name, number.map(Numbers.short) ?? "–"))
    }
    return facts.map { (name: $0.0, value: $0.1) }
  }

  private static func listed(_ words: [String]) -> String { words.isEmpty ? "–" : words.joined(separator: ", ") }

  private func table(_ answers: Answers) -> Rendering {
    let changed = answers.changed
    let count = Numbers.count(answers.selection.count, noun(answers.selection))
    guard !changed.isEmpty else {
      return Rendering.text("All \(count) of \(answers.selection.text) are predicted alike.")
    }
    return Table(
      caption: "\(Numbers.grouped(changed.count)) of \(count) of \(answers.selection.text) are predicted differently",
      columns: [
        Table.Column(""), Table.Column("file"), Table.Column("class"), Table.Column(names.0), Table.Column("", .center),
        Table.Column(names.1), Table.Column("", .center),
      ],
      rows: changed.map { place in
        let (one, other) = (answers.first.rows[place], answers.second.rows[place])
        return [
          Thumbnails.cell(of: answers.selection, place), .text(answers.selection.sampleName(place), .muted),
          .text(one.truth), .text("\(one.predicted) \(Numbers.percent(one.confidence))"),
          .badge(one.isCorrect ? .good : .bad), .text("\(other.predicted) \(Numbers.percent(other.confidence))"),
          .badge(other.isCorrect ? .good : .bad),
        ]
      }, rowLimit: 60
    ).rendering
  }

  private func noun(_ selection: Selection) -> String {
    if case .photos = selection { "photo" } else { "sample" }
  }

  private func verdict(_ answers: Answers) -> Rendering {
    let (one, other) = answers.onlyOne
    let probability = Statistics.mcNemar(onlyFirst: one, onlySecond: other)
    let rates =
      "\(names.0): \(Numbers.percent(answers.first.accuracy)) correct, \(names.1): "
      + "\(Numbers.percent(answers.second.accuracy)) correct."
    let test =
      "Only \(names.0) is right on \(one), only \(names.1) on \(other): McNemar's exact p = "
      + (probability >= 0.001 ? Numbers.fixed(probability, 3) : Numbers.short(probability)) + "."
    let better = other > one ? names.1 : names.0
    let verdict = probability < 0.05 ? "\(better) is better." : "These photos cannot tell which of the two is better."
    return Rendering.text([rates, test, verdict].joined(separator: " "))
  }
}
