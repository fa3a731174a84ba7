import Tensors
public import Training

/// By which samples models are compared: what each learns from, and what it is then asked about.
public struct EvaluationProtocol: Sendable {
  /// The ways.
  public enum Method: String, Sendable, CaseIterable {
    /// Learn from the training samples, be asked about the test samples.
    case test
    /// Learn from all folds but one, be asked about that one; for every fold.
    case folds
    /// Learn from all samples but one, be asked about that one; for every sample.
    case leaveOneOut
  }

  /// The way.
  public let way: Method
  /// The splits of all trials, and which repetition each belongs to.
  public let trials: [(split: Folds.Split, repetition: Int)]
  /// How many samples are asked about.
  public let asked: Int
  /// The seed the folds were drawn from; nil where nothing was drawn.
  public let seed: UInt64?
  /// Whether the folds keep samples of a group together.
  public let isGrouped: Bool

  /// Lays out the trials.
  ///
  /// - Parameters:
  ///   - way: The way.
  ///   - selection: The samples; for `test` a whole dataset.
  ///   - folds: How many folds, for `folds`.
  ///   - repeats: How often all is done, each time with other draws.
  ///   - seed: What folds are drawn from.
  /// - Throws: `EvidenceDiagnostic` where the samples do not allow it.
  public init(_ way: Method, on selection: Selection, folds: Int, repeats: Int, seed: UInt64) throws(ExperimentError) {
    self.way = way
    self.seed = way == .folds ? seed : nil
    let truths = selection.truths
    let groups = way == .folds ? selection.groups : nil
    isGrouped = groups != nil
    switch way {
    case .test:
      let split = try Self.trainAndTest(of: selection)
      trials = (0..<repeats).map { (split, $0) }
      asked = split.held.count
    case .folds:
      guard folds <= truths.count else {
        throw ExperimentError.evidence(.tooManyFolds(folds, selection: selection.text, count: truths.count))
      }
      if let groups {
        let count = Set(groups).count
        guard folds <= count else {
          throw ExperimentError.evidence(.tooFewGroups(folds, selection: selection.text, count: count))
        }
      }
      let classes = selection.isRegression ? nil : truths
      trials = (0..<repeats).flatMap { repetition in
        Folds.drawn(
          folds, of: truths.count, classes: classes, groups: groups, seeds: SeedPlan(seed: seed),
          repetition: repetition
        ).map { ($0, repetition) }
      }
      asked = truths.count
    case .leaveOneOut:
      guard truths.count > 1 else {
        throw ExperimentError.evidence(.tooManyFolds(2, selection: selection.text, count: truths.count))
      }
      let splits = Folds.leaveOneOut(truths.count)
      trials = (0..<repeats).flatMap { repetition in splits.map { ($0, repetition) } }
      asked = truths.count
    }
  }

  /// The places of a whole dataset's training samples and of its test samples.
  ///
  /// - Throws: `EvidenceDiagnostic.partOfDataset` for a part of one, `EvidenceDiagnostic.noTestSplit` for one without test samples.
  public static func trainAndTest(of selection: Selection) throws(ExperimentError) -> Folds.Split {
    let dataset = selection.dataset
    guard selection.text == dataset.name else {
      throw ExperimentError.evidence(.partOfDataset(selection.text, dataset: dataset.name))
    }
    var start = 0
    var ranges: [String: Range<Int>] = [:]
    for split in dataset.splits {
      ranges[split.name] = start..<start + split.count
      start += split.count
    }
    guard let learning = ranges["train"], let held = ranges["test"], !learning.isEmpty, !held.isEmpty else {
      let splits = dataset.splits.filter { $0.count > 0 }.map(\.name)
      throw ExperimentError.evidence(.noTestSplit(dataset: dataset.name, splits: splits))
    }
    return Folds.Split(learning: Array(learning), held: Array(held))
  }
}

extension Selection {
  /// The dataset they are from.
  public var dataset: Dataset {
    switch self {
    case .photos(let selection): .photos(selection.dataset)
    case .table(let selection): .table(selection.dataset)
    }
  }
}
