public import Tensors

/// Multinomial logistic regression: the linear classifier whose summed cross entropy, plus penalties on its weights, is
/// least. Its biases are not penalised.
///
/// The objective is Σ −ln p[target] + l2 / 2 · Σ w² + l1 · Σ |w|, in scikit-learn's terms `C = 1 / l2` with the
/// `lbfgs` solver. With `rescales` each feature is first divided by the length of its column, as Turi Create does, and
/// the penalties hold for the rescaled weights; the result is in terms of the features as they came.
public struct LogisticRegression: Sendable, Equatable, Codable {
  /// The weight of half the sum of squared weights.
  public var l2: Double
  /// The weight of the sum of the weights' magnitudes; more of it leaves more weights exactly 0.
  public var l1: Double
  /// After how many iterations to stop in any case.
  public var maxIterations: Int
  /// The search ends when no part of the mean objective's gradient is larger.
  public var tolerance: Double
  /// Whether each feature is divided by the length of its column first.
  public var rescales: Bool

  /// Makes settings: Turi Create's penalty and rescaling unless said, and a search that goes on to the minimum.
  public init(
    l2: Double = 0.01, l1: Double = 0, maxIterations: Int = 10_000, tolerance: Double = 1e-8, rescales: Bool = true
  ) {
    self.l2 = l2
    self.l1 = l1
    self.maxIterations = maxIterations
    self.tolerance = tolerance
    self.rescales = rescales
  }

  /// How far a fit has come.
  public struct Progress: Sendable, Equatable {
    /// How many iterations were made, and how often the objective was computed.
    public let iterations: Int, evaluations: Int
    /// The objective: the summed loss with the penalties.
    public let objective: Double
  }

  /// What came of a fit.
  public struct Fit: Sendable, Equatable {
    /// The weights, [classes, features], and the biases, [classes].
    public let weights: Tensor, biases: Tensor
    /// How far it came.
    public let progress: Progress
    /// Whether it ended because there was nothing more to gain.
    public let isConverged: Bool
  }

  /// What is wrong with the settings; empty where nothing is.
  public var faults: [SettingError] {
    let numbers: [(SettingError.Name, Double)] = [(.l2, l2), (.l1, l1), (.maxIterations, Double(maxIterations))]
    return numbers.compactMap { TrainingLimits().fault(of: $0.0, value: $0.1) }
  }

  /// Fits the classifier.
  ///
  /// - Parameters:
  ///   - features: The samples, [samples, features].
  ///   - targets: The class of each sample, 0 ..< classes.
  ///   - classes: How many classes there are.
  ///   - goesOn: Asked after each iteration whether to go on; the fit so far is given back in any case.
  /// - Returns: The weights and how they were come by.
  /// - Throws: `TrainingError` where the data do not fit or a setting is not allowed.
  public func fit(
    _ features: Tensor, targets: [Int], classes: Int, goesOn: (Progress) -> Bool = { _ in true }
  ) throws(TrainingError) -> Fit {
    if let fault = faults.first { throw .setting(fault) }
    try check(features, targets, classes)
    let count = Double(targets.count)
    let featureCount = features.shape[1]
    let scales = scales(of: features)
    let weights = classes * featureCount
    let objective = LogisticObjective(
      loss: loss(features, scales, targets, classes), samples: targets.count, weights: weights,
      weightPenalty: l2 / count)
    var search = LimitedMemoryBFGS(tolerance: tolerance, maxIterations: maxIterations)
    if l1 > 0 {
      search.magnitudeWeights = (0..<weights + classes).map { $0 < weights ? l1 / count : 0 }
    }
    func progress(_ state: LimitedMemoryBFGS.State) -> Progress {
      Progress(iterations: state.iterations, evaluations: state.evaluations, objective: state.value * count)
    }
    let (state, ending) = search.minimise(
      from: [Double](repeating: 0, count: weights + classes), { objective($0, &$1) },
      goesOn: { goesOn(progress($0)) })
    return Fit(
      weights: Tensor(
        shape: [classes, featureCount],
        values: (0..<weights).map { Float(state.point[$0] / scales[$0 % featureCount]) }),
      biases: Tensor(shape: [classes], values: state.point[weights...].map { Float($0) }),
      progress: progress(state), isConverged: ending == .converged)
  }

  /// Up to so many numbers the loss is computed in double precision throughout.
  private static let fewNumbers = 1 << 20

  private func loss(
    _ features: Tensor, _ scales: [Double], _ targets: [Int], _ classes: Int
  ) -> any LogisticLoss {
    let featureCount = scales.count
    if features.count <= Self.fewNumbers {
      return ExactLogisticLoss(
        features: features.values.enumerated().map { Double($1) / scales[$0 % featureCount] }, targets: targets,
        classes: classes, featureCount: featureCount)
    }
    let scaled =
      rescales
      ? features.values.enumerated().map { Float(Double($1) / scales[$0 % featureCount]) } : features.values
    return BlockedLogisticLoss(features: scaled, targets: targets, classes: classes, featureCount: featureCount)
  }

  /// What each feature is divided by: the length of its column, 1 for a column of zeros.
  private func scales(of features: Tensor) -> [Double] {
    var squares = [Double](repeating: 0, count: features.shape[1])
    guard rescales else { return squares.map { _ in 1 } }
    for (index, value) in features.values.enumerated() {
      squares[index % squares.count] += Double(value) * Double(value)
    }
    return squares.map { $0 > 0 ? $0.squareRoot() : 1 }
  }

  private func check(_ features: Tensor, _ targets: [Int], _ classes: Int) throws(TrainingError) {
    guard features.shape.count == 2, features.shape[1] > 0 else { throw .shape(features.shape) }
    guard targets.count == features.shape[0] else {
      throw .count(of: "labels", expected: features.shape[0], actual: targets.count)
    }
    guard !targets.isEmpty else { throw .noSamples }
    if let sample = targets.firstIndex(where: { !(0..<classes).contains($0) }) {
      throw .unknownClass(sample: sample, target: targets[sample], classes: classes)
    }
    if let place = features.values.firstIndex(where: { !$0.isFinite }) {
      throw .notFinite(sample: place / features.shape[1], position: place % features.shape[1])
    }
  }
}
