import Tensors
import Training

/// What becomes of answers when the photos asked about are mirrored.
public struct FlipReport: Sendable, Equatable {
  /// One model.
  public struct Row: Sendable, Equatable {
    /// What it is called.
    public let name: String
    /// The answers to each photo in each of the variants: as taken, left to right, top to bottom, both.
    public let answers: [[String]]
  }

  /// The models; the first is the linear classifier made for this.
  public internal(set) var rows: [Row]
  /// The class of each photo asked about.
  let truths: [String]
  /// Which photos they were asked about.
  public let asked: Asked

  /// Which photos models are asked about.
  public enum Asked: Sendable, Equatable {
    /// The test photos.
    case testPhotos
    /// All photos, each of a classifier that learnt from others.
    case allPhotos
  }

  /// The variants, in the order of the answers.
  public static let variants = Augmentation.variants(of: [.flipHorizontal, .flipVertical])

  /// How many of the photos, or of those of a class, a model answers rightly in a variant.
  public func right(_ row: Row, _ variant: Int, of label: String? = nil) -> Int {
    places(of: label).count { LabelSpelling.areSame(row.answers[variant][$0], truths[$0]) }
  }

  /// How many of the photos, or of those of a class, have the same answer as taken and in a variant.
  public func same(_ row: Row, _ variant: Int, of label: String? = nil) -> Int {
    places(of: label).count { row.answers[variant][$0] == row.answers[0][$0] }
  }

  /// How many photos there are, in all or of a class.
  public func count(of label: String? = nil) -> Int { places(of: label).count }

  private func places(of label: String?) -> [Int] {
    truths.indices.filter { place in label.map { LabelSpelling.areSame($0, truths[place]) } ?? true }
  }

  /// The answers of a linear classifier that learns from photos as taken and is asked about others in all variants.
  ///
  /// - Parameters:
  ///   - variants: The features of all photos in each variant, [photos, features].
  ///   - truths: The classes of all photos.
  ///   - labels: The classes there are.
  ///   - splits: What it learns from and is asked about; each photo is asked about once at most.
  ///   - signal: Asked whether to stop.
  /// - Returns: For each variant the answers, in the order of the photos asked about.
  /// - Throws: `ExperimentError`, `Interruption`.
  static func answers(
    of variants: [Tensor], truths: [String], labels: [String], splits: [Folds.Split], signal: any StopSignal
  ) throws -> [[String]] {
    let targets = truths.map { LabelSpelling.position(of: $0, in: labels) ?? 0 }
    let report = try ParallelTrainings(signal: signal).run(splits.count) { place, _ in
      let split = splits[place]
      do {
        let fit = try LogisticRegression().fit(
          variants[0].rows(split.learning), targets: split.learning.map { targets[$0] }, classes: labels.count)
        return try variants.map { features in
          try Evaluation(
            probabilities: fit.probabilities(features.rows(split.held)), labels: labels,
            truths: split.held.map { truths[$0] }
          ).rows.map(\.predicted)
        }
      } catch let error as TrainingError {
        throw ExperimentError.model(.training("check", error))
      }
    }
    guard report.isComplete else { throw Interruption.judging }
    var answers = [[Int: String]](repeating: [:], count: variants.count)
    for (split, outcome) in zip(splits, report.outcomes) {
      for (variant, own) in outcome.enumerated() {
        for (place, answer) in zip(split.held, own) { answers[variant][place] = answer }
      }
    }
    let asked = splits.flatMap(\.held).sorted()
    return answers.map { known in asked.map { known[$0, default: ""] } }
  }
}
