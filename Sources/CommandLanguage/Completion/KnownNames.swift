/// The names that a workspace knows: what completion and inspection read while a cell is running.
public protocol KnownNames: Sendable {
  /// The variables, with their values as typed.
  var variables: [String: String] { get }
  /// The datasets, in the order in which they are offered.
  var datasets: [DatasetNames] { get }
  /// The models, in the order in which they are offered.
  var models: [ModelNames] { get }

  /// The clusters, in the order in which they are offered.
  var clusters: [String] { get }

  /// The trainings that were written down, in the order in which they are offered.
  var runs: [RunNumber] { get }

  /// The photos whose names begin like this, each by the shortest beginning that no other photo has.
  ///
  /// - Parameters:
  ///   - split: The dataset or split they are of; empty for all there are.
  ///   - partial: How their names begin.
  /// - Returns: The photos.
  func photos(of split: String, beginning partial: String) -> [Completion.Match]

  /// The files and folders whose paths begin like this.
  ///
  /// - Parameters:
  ///   - partial: How their paths begin.
  ///   - wanted: What is likely to be meant, which comes first.
  /// - Returns: The paths; those of folders end with a slash.
  func files(beginning partial: String, wanted: WantedFiles) -> [Completion.Match]

  /// The classes that a folder of photos has by the names of its folders; none where it is no such folder.
  func labels(ofFolder path: String) -> [String]

  /// The model files that can be given by a short name.
  ///
  /// - Parameter withLayer: Whether each comes with the layer it is usually looked through.
  /// - Returns: The short names.
  func shortModelNames(withLayer: Bool) -> [Completion.Match]
}

/// Which files are likely to be meant.
public enum WantedFiles: Sendable {
  /// Folders of photos, and photos.
  case photos
  /// Model files.
  case models
  /// Tables of numbers.
  case tables
  /// None more than others.
  case any
}

/// What completion knows of a dataset.
public struct DatasetNames: Sendable {
  /// Its name.
  public let name: String
  /// Its splits, with how many photos each has.
  public let splits: [(name: String, count: Int)]
  /// Its classes.
  public let labels: [String]

  /// States what is known of a dataset.
  public init(name: String, splits: [(name: String, count: Int)], labels: [String]) {
    self.name = name
    self.splits = splits
    self.labels = labels
  }
}

/// What completion knows of a model.
public struct ModelNames: Sendable {
  /// Its name.
  public let name: String
  /// What it is, in a few words.
  public let remark: String
  /// Whether it is a network that was loaded from a file.
  public let isLoaded: Bool
  /// The layers of a network, whose outputs can be taken as features; empty for other models.
  public let layers: [String]
  /// The values that its file, or update, allows for settings, by their names, as one would type them.
  public let allowed: [String: [String]]

  /// States what is known of a model.
  public init(
    name: String, remark: String, isLoaded: Bool, layers: [String] = [], allowed: [String: [String]] = [:]
  ) {
    self.name = name
    self.remark = remark
    self.isLoaded = isLoaded
    self.layers = layers
    self.allowed = allowed
  }
}

/// What completion knows of a training.
public struct RunNumber: Sendable {
  /// Its number.
  public let number: Int
  /// What it was, in a few words.
  public let remark: String

  /// States what is known of a training.
  public init(_ number: Int, remark: String) {
    self.number = number
    self.remark = remark
  }
}
