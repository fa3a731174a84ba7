import Tensors

/// Small training sets drawn from a larger one, to see how a model gets on with few examples.
public enum Subsets {
  /// So many samples of each class, drawn without replacement; places from 0, ascending. The draws of the same number
  /// contain each other: the two examples of draw 3 are among its five.
  ///
  /// Precondition: every class has so many samples.
  ///
  /// - Parameters:
  ///   - perClass: How many samples of each class.
  ///   - labels: The label of each sample.
  ///   - seeds: What the samples are drawn from.
  ///   - draw: Which draw, from 0.
  /// - Returns: The places of the samples drawn.
  public static func draw(_ perClass: Int, of labels: [String], seeds: SeedPlan, draw: Int) -> [Int] {
    var generator = seeds.generator(for: .subsets, draw)
    var chosen: [Int] = []
    for places in LabelSpelling.groups(of: labels) {
      precondition(perClass <= places.count, "\(perClass) of \(places.count) samples")
      chosen += generator.permutation(places.count).prefix(perClass).map { places[$0] }
    }
    return chosen.sorted()
  }
}

extension LabelSpelling {
  /// The places of the samples of each label, the labels in order of first appearance.
  static func groups(of labels: [String]) -> [[Int]] { labels.map(LabelSpelling.key).placesOfEquals }
}
