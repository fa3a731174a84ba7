/// How far the features of the same photos are apart in two precisions, beside how far those of different photos are.
public struct FeatureAgreement: Sendable, Equatable {
  /// How many photos were compared.
  public let photos: Int
  /// How far a photo's features are apart, as a share of the distance to the nearest other photo, on average over the photos that have
  /// others' features at some distance; nil where none has.
  public let error: Double?
  /// How many photos have the same nearest other photo, the first of equally near ones.
  public let sameNearest: Int

  /// Compares rows of features, one for each photo; nil for fewer than two photos.
  public init?(_ exact: [[Float]], _ near: [[Float]]) {
    guard exact.count == near.count, exact.count > 1 else { return nil }
    photos = exact.count
    var errors: [Double] = [], same = 0
    for photo in exact.indices {
      let (one, other) = (Self.nearest(to: photo, in: exact), Self.nearest(to: photo, in: near))
      same += one.photo == other.photo ? 1 : 0
      let error = Self.distance(exact[photo], near[photo]) / one.distance
      if one.distance > 0, error.isFinite { errors.append(error) }
    }
    sameNearest = same
    error = errors.isEmpty ? nil : errors.reduce(0, +) / Double(errors.count)
  }

  private static func nearest(to photo: Int, in rows: [[Float]]) -> (photo: Int, distance: Double) {
    var nearest = (photo: photo, distance: Double.infinity)
    for other in rows.indices where other != photo {
      let distance = distance(rows[photo], rows[other])
      if distance < nearest.distance { nearest = (other, distance) }
    }
    return nearest
  }

  private static func distance(_ one: [Float], _ other: [Float]) -> Double {
    zip(one, other).reduce(0) { sum, pair in
      let difference = Double(pair.0) - Double(pair.1)
      return sum + difference * difference
    }.squareRoot()
  }
}
