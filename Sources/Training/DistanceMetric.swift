/// What the distance between two samples is.
public enum DistanceMetric: String, Sendable, Codable, CaseIterable {
  /// The sum of the squared differences.
  case euclidean
  /// One minus the cosine of the angle; 1 for a vector of zeros. Core ML has no such distance.
  case cosine
}
