public import Tensors

/// The k-nearest-neighbours classifier: it remembers labelled feature vectors, and answers with the labels of those
/// nearest to the question.
///
/// Exact, and Core ML's (`KNearestNeighborsClassifier`): distances are squared Euclidean, without the root, unless the
/// cosine is asked for. Where the format is silent: at equal distances the sample remembered earlier is nearer; equal
/// votes go to the label met first walking outwards; with inverse distances, samples at distance 0 take the whole vote,
/// equally; a model asked for more neighbours than it has samples asks all; an empty one answers its default label.
public struct NearestNeighbors: Sendable, Equatable {
  /// How much each neighbour's vote weighs.
  public enum Weighting: String, Sendable, Codable, CaseIterable {
    /// As much as any other's.
    case uniform
    /// The inverse of its distance.
    case inverseDistance
  }

  /// How the nearest samples are found. Every index gives the same answers.
  public enum Index: Sendable, Equatable {
    /// By measuring the distance to each.
    case linear
    /// By a tree, worth while for few dimensions; regions of so many samples are not divided further. Cosine distances
    /// are measured linearly all the same.
    case kdTree(leafSize: Int)
  }

  /// How many numbers describe one sample.
  public let dimension: Int
  /// How many neighbours are asked; at least 1. It may be changed at any time.
  public var numberOfNeighbors: Int { didSet { Self.check(numberOfNeighbors) } }
  /// How much each neighbour's vote weighs.
  public var weighting: Weighting
  /// What distance is.
  public var metric: DistanceMetric { didSet { found = SearchCache() } }
  /// Whether distances are measured between standardised features, by the means and deviations of the samples remembered.
  public var isStandardized = false { didSet { change() } }
  /// Whether labels are numbers, one or several with blanks between them, and the answer is the neighbours' mean, each weighing as much as its vote would.
  public var answersNumbers = false
  /// How the nearest samples are found.
  public var index: Index = .linear { didSet { found = SearchCache() } }
  /// The answer of a model that remembers nothing.
  public var defaultLabel: String

  /// The remembered features, [count, dimension], row-major, in the order of remembering.
  public private(set) var samples: [Float] = []
  /// The label of each sample.
  public private(set) var sampleLabels: [String] = []
  /// What identifies each sample, where that is known: two samples with the same key are the same photo.
  public private(set) var keys: [String?] = []

  private var found = SearchCache()
  /// How features are brought to one scale; nil where they are taken as they are, or nothing is remembered.
  public private(set) var standardization: Standardization?

  /// Makes a model that remembers nothing yet.
  ///
  /// Precondition: `dimension` and `numberOfNeighbors` are at least 1.
  public init(
    dimension: Int, numberOfNeighbors: Int = 3, weighting: Weighting = .inverseDistance,
    metric: DistanceMetric = .euclidean, defaultLabel: String = "???"
  ) {
    precondition(dimension > 0, "a sample of \(dimension) numbers")
    Self.check(numberOfNeighbors)
    self.dimension = dimension
    self.numberOfNeighbors = numberOfNeighbors
    self.weighting = weighting
    self.metric = metric
    self.defaultLabel = defaultLabel
  }

  /// How many samples it remembers.
  public var count: Int { sampleLabels.count }

  /// The labels it knows, in the order of first appearance.
  public var labels: [String] {
    var seen: Set<String> = []
    return sampleLabels.filter { seen.insert($0).inserted }
  }

  /// What came of remembering: how many samples were new, how many known ones got another label, and how many were
  /// known already.
  public struct Remembered: Sendable, Equatable {
    /// Appended samples.
    public var added = 0
    /// Samples whose key was known and whose label has changed.
    public var relabelled = 0
    /// Samples whose key was known with this label: nothing was done.
    public var known = 0

    /// Counts nothing, or what it is told.
    public init(added: Int = 0, relabelled: Int = 0, known: Int = 0) {
      self.added = added
      self.relabelled = relabelled
      self.known = known
    }
  }

  /// Appends samples in the given order, leaving out those whose key it knows; a known sample with another label gets
  /// that label.
  ///
  /// - Parameters:
  ///   - features: The samples' features, [samples, dimension].
  ///   - labels: Each sample's label; any new label is welcome.
  ///   - keys: What identifies each sample; nil, or a nil entry, for samples that are to be appended in any case.
  /// - Returns: How many samples were new.
  /// - Throws: `TrainingError` where shapes and counts do not fit, or a feature is not finite; then nothing is changed.
  @discardableResult
  public mutating func remember(
    _ features: Tensor, labels: [String], keys: [String?]? = nil
  ) throws(TrainingError) -> Remembered {
    try features.checkFeatures(dimension: dimension)
    let rows = features.shape[0]
    guard labels.count == rows else {
      throw .count(of: "labels", expected: rows, actual: labels.count)
    }
    if let keys, keys.count != rows { throw .count(of: "keys", expected: rows, actual: keys.count) }
    var places = Dictionary(
      zip(self.keys, self.keys.indices).compactMap { key, index in key.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    var result = Remembered()
    var added: [Int] = []
    for row in 0..<rows {
      let key = keys?[row]
      if let key, let place = places[key] {
        if sampleLabels[place] == labels[row] { result.known += 1 } else { result.relabelled += 1 }
        sampleLabels[place] = labels[row]
        continue
      }
      if let key { places[key] = count }
      added.append(row)
      sampleLabels.append(labels[row])
      self.keys.append(key)
    }
    // The first samples share the tensor's memory.
    if samples.isEmpty, added.count == rows {
      samples = features.values
    } else {
      for row in added { samples.append(contentsOf: features.row(row)) }
    }
    result.added = added.count
    change()
    return result
  }

  /// Forgets the samples at these places; the others keep their order.
  public mutating func forget(_ indices: Set<Int>) {
    let kept = (0..<count).filter { !indices.contains($0) }
    samples = kept.flatMap { samples[$0 * dimension..<($0 + 1) * dimension] }
    sampleLabels = kept.map { sampleLabels[$0] }
    keys = kept.map { keys[$0] }
    change()
  }

  /// Gives a label another spelling or name, wherever it is remembered.
  ///
  /// - Returns: How many samples had it.
  @discardableResult
  public mutating func rename(_ label: String, to name: String) -> Int {
    var count = 0
    for place in sampleLabels.indices where LabelSpelling.areSame(sampleLabels[place], label) {
      sampleLabels[place] = name
      count += 1
    }
    if count > 0 { found = SearchCache() }
    return count
  }

  /// Forgets every sample.
  public mutating func forgetAll() {
    samples = []
    sampleLabels = []
    keys = []
    change()
  }

  /// What was found out of the samples is no longer so.
  private mutating func change() {
    found = SearchCache()
    standardization = isStandardized && count > 0 ? Standardization(of: samples, dimension: dimension) : nil
  }

  /// The same memory for features of another number, empty.
  public func emptied(dimension: Int) -> NearestNeighbors {
    var memory = NearestNeighbors(
      dimension: dimension, numberOfNeighbors: numberOfNeighbors, weighting: weighting, metric: metric,
      defaultLabel: defaultLabel)
    memory.index = index
    memory.isStandardized = isStandardized
    memory.answersNumbers = answersNumbers
    return memory
  }

  /// The same answers to features that were standardised before: as it stands in a file, behind layers that do so.
  public var standardizedMemory: NearestNeighbors {
    var memory = self
    memory.samples = standardization?.apply(to: samples) ?? samples
    memory.isStandardized = false
    return memory
  }

  /// What the nearest neighbours of each query say. Queries come as [queries, dimension]; `TrainingError` is thrown where
  /// the shape does not fit or a feature is not finite.
  public func classify(_ queries: Tensor) throws(TrainingError) -> [Vote] {
    try queries.checkFeatures(dimension: dimension)
    let ballot = Ballot(of: self)
    return found.search(of: self).nearest(numberOfNeighbors, to: queries.values).map { ballot.vote(of: $0) }
  }

  /// What the others say about each remembered sample: leave-one-out, in the order of remembering.
  public func classifyEachByTheOthers() -> [Vote] {
    let ballot = Ballot(of: self)
    return found.search(of: self).nearest(numberOfNeighbors, to: samples, leavingOut: { $0 })
      .map { ballot.vote(of: $0) }
  }

  private static func check(_ numberOfNeighbors: Int) {
    precondition(numberOfNeighbors > 0, "the nearest \(numberOfNeighbors) neighbours")
  }
}

extension Tensor {
  /// Checks that it holds features of samples, [samples, dimension], all of them finite.
  fileprivate func checkFeatures(dimension: Int) throws(TrainingError) {
    guard shape.count == 2 else { throw .shape(shape) }
    guard shape[1] == dimension else { throw .dimensions(expected: dimension, actual: shape[1]) }
    if let place = values.firstIndex(where: { !$0.isFinite }) {
      throw .notFinite(sample: place / dimension, position: place % dimension)
    }
  }
}
