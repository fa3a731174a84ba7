public import Tensors

/// The classifier that answers with the class whose mean is nearest: k-nearest neighbours with one neighbour per class, and
/// at the same time a linear classifier, for ‖x − c‖² is least where c·x − ‖c‖²/2 is largest.
public struct NearestCentroid: Sendable, Equatable {
  /// The mean of each class's samples, [classes, features].
  public let centroids: Tensor
  /// The mean squared distance of a sample to the mean of its class.
  public let spread: Double

  /// Works the means out.
  ///
  /// - Parameters:
  ///   - features: The samples, [samples, features].
  ///   - targets: The class of each, 0 ..< classes.
  ///   - classes: How many classes there are.
  /// - Throws: `TrainingError` where the data do not fit or a class has no sample.
  public init(_ features: Tensor, targets: [Int], classes: Int) throws(TrainingError) {
    guard features.shape.count == 2, features.shape[1] > 0 else { throw .shape(features.shape) }
    guard targets.count == features.shape[0] else {
      throw .count(of: "labels", expected: features.shape[0], actual: targets.count)
    }
    let width = features.shape[1]
    var sums = [Double](repeating: 0, count: classes * width)
    var counts = [Int](repeating: 0, count: classes)
    for (sample, target) in targets.enumerated() {
      guard (0..<classes).contains(target) else {
        throw .unknownClass(sample: sample, target: target, classes: classes)
      }
      counts[target] += 1
      for (place, value) in features.row(sample).enumerated() {
        guard value.isFinite else { throw .notFinite(sample: sample, position: place) }
        sums[target * width + place] += Double(value)
      }
    }
    guard classes > 0, counts.allSatisfy({ $0 > 0 }) else { throw .noSamples }
    for place in sums.indices { sums[place] /= Double(counts[place / width]) }
    var distance = 0.0
    for (sample, target) in targets.enumerated() {
      for (place, value) in features.row(sample).enumerated() {
        let difference = Double(value) - sums[target * width + place]
        distance += difference * difference
      }
    }
    centroids = Tensor(shape: [classes, width], values: sums.map { Float($0) })
    spread = distance / Double(targets.count)
  }

  /// The class whose mean is nearest to a sample; of equally near ones the first.
  public func answer(to sample: ArraySlice<Float>) -> Int {
    var best = (distance: Double.infinity, target: 0)
    for target in 0..<centroids.shape[0] {
      let distance = zip(sample, centroids.row(target)).reduce(0.0) { sum, pair in
        sum + (Double(pair.0) - Double(pair.1)) * (Double(pair.0) - Double(pair.1))
      }
      if distance < best.distance { best = (distance, target) }
    }
    return best.target
  }

  /// A fully connected layer before a softmax that answers by the same rule.
  ///
  /// Scores are divided by the spread, so that probabilities are neither all equal nor all 0 or 1 and a gradient is left.
  /// Outputs that no class has get the mean of the centroids and a bias that keeps them below the best class for any sample:
  /// the largest score is never less than the mean of the scores.
  ///
  /// - Parameters:
  ///   - outputs: How many outputs the layer has, at least as many as there are classes.
  ///   - places: The output of each class.
  /// - Returns: The weights, [outputs, features], and the biases, [outputs].
  public func layer(outputs: Int, places: [Int]) -> (weights: Tensor, biases: Tensor) {
    let (classes, width) = (centroids.shape[0], centroids.shape[1])
    precondition(places.count == classes && places.allSatisfy { (0..<outputs).contains($0) }, "\(places) of \(outputs)")
    let factor = 1 / max(spread, Double(Float.leastNormalMagnitude))
    let scale = factor.isFinite && spread > 0 ? factor : 1
    let lengths = (0..<classes).map { target in
      centroids.row(target).reduce(0.0) { $0 + Double($1) * Double($1) }
    }
    let mean = (0..<width).map { place in
      (0..<classes).reduce(0.0) { $0 + Double(centroids.values[$1 * width + place]) } / Double(classes)
    }
    let below = -scale * lengths.reduce(0, +) / Double(classes) / 2 - Self.margin
    var weights = Tensor(shape: [outputs, width])
    var biases = Tensor(shape: [outputs], repeating: Float(below))
    for output in 0..<outputs {
      for place in 0..<width { weights.values[output * width + place] = Float(scale * mean[place]) }
    }
    for (target, output) in places.enumerated() {
      biases.values[output] = Float(-scale * lengths[target] / 2)
      for place in 0..<width {
        weights.values[output * width + place] = Float(scale * Double(centroids.values[target * width + place]))
      }
    }
    return (weights, biases)
  }

  /// How far below the mean score an output without a class stays.
  private static let margin = 5.0
}
