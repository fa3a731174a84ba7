public import Pictures
import Training

/// What was found in a dataset.
public struct DatasetCheck {
  /// One of its samples.
  public struct Sample {
    /// The split it is in, and its place among all of that split.
    public let split: String, place: Int
    /// What it is called, and its class.
    public let name: String, label: String
    /// The photo; nil for a sample of a table.
    public let photo: Photo?
  }

  /// A photo that cannot be read, and why.
  public struct Unreadable {
    /// The photo as a sample.
    public let sample: Sample
    /// Why it cannot be read.
    public let problem: PictureError.Problem
    /// Whether it is no part of the dataset: `skip=unreadable`.
    public var isLeftOut = false
  }

  /// The dataset.
  public let dataset: Dataset
  /// What was looked for.
  public let points: Points
  /// The samples that were looked at, split by split.
  public internal(set) var samples: [Sample] = []
  /// The photos that cannot be read.
  public internal(set) var unreadable: [Unreadable] = []
  /// The same picture twice; nil where it was not looked for.
  public internal(set) var duplicates: [DuplicatePair]?
  /// What is unlike the others.
  public internal(set) var outliers: [Outlier]?
  /// Labels in doubt, the most doubtful first.
  public internal(set) var labelIssues: [LabelIssues.Issue]?
  /// What mirroring does.
  public internal(set) var flips: FlipReport?
  /// Through what the samples were compared.
  public internal(set) var space: Space?
  /// What was left out, and why.
  public internal(set) var remarks: [Remark] = []

  /// What is looked for.
  public struct Points {
    /// How many samples each class has.
    public let balance: Bool
    /// The same picture twice.
    public let duplicates: Bool
    /// Photos unlike the others.
    public let outliers: Bool
    /// Labels in doubt.
    public let labels: Bool
    /// What mirroring does.
    public let flips: Bool

    /// Says what is looked for: everything unless said otherwise.
    public init(
      balance: Bool = true, duplicates: Bool = true, outliers: Bool = true, labels: Bool = true, flips: Bool = true
    ) {
      (self.balance, self.duplicates, self.outliers, self.labels) = (balance, duplicates, outliers, labels)
      self.flips = flips
    }
  }

  /// Through what samples are compared.
  public enum Space {
    /// Features of a layer of a network.
    case features(layer: String, of: String)
    /// The numbers of a table.
    case numbers
  }

  /// Why something was not looked for.
  public enum Remark {
    /// There is no network to compare photos through.
    case noNetwork
    /// There are too few samples to judge one by the others.
    case fewSamples
    /// The samples have no classes.
    case numbersToPredict
    /// There are more samples than are judged.
    case manySamples(limit: Int)
  }

  init(dataset: Dataset, points: Points) { (self.dataset, self.points) = (dataset, points) }

  /// Whether a class is believed so little that its photos should be looked at.
  public static func isDoubtful(_ doubt: LabelIssues.Issue) -> Bool { doubt.belief < 0.25 }

  /// Whether a pair lies in two splits.
  public func isAcross(_ pair: DuplicatePair) -> Bool { samples[pair.first].split != samples[pair.second].split }

  /// Whether a pair is of two classes.
  public func isOfTwoClasses(_ pair: DuplicatePair) -> Bool {
    !LabelSpelling.areSame(samples[pair.first].label, samples[pair.second].label)
  }
}
