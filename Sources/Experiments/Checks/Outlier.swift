import Tensors
import Training

/// A photo unlike the others: as a picture, or to a network.
public struct Outlier: Sendable, Equatable {
  /// Its place among the photos looked at.
  public let place: Int
  /// In what it is unlike them.
  public let reason: Reason

  /// In what a photo may be unlike the others.
  public enum Reason: Sendable, Equatable {
    /// Nearly black, or nearly white: its mean luminance, 0…1.
    case dark(Double), pale(Double)
    /// Of one shade: nothing can be seen on it.
    case blank
    /// Without edges: how sharp it is beside the median of all.
    case blurred(Double)
    /// Stretched out of shape by more than half when it is brought to the size a network reads: its sides.
    case oblong(width: Int, height: Int)
    /// Far from every other to the network: how many times as far as the median.
    case lonely(Double)
  }

  /// The luminance below or above which a photo is called dark or pale, and the deviation below which it is blank.
  private static let darkest = 0.15, palest = 0.92, flattest = 0.02
  /// Beside the median, what counts as blurred.
  private static let dullest = 0.25
  /// Iglewicz and Hoaglin's bound for the modified z-score.
  private static let scoreLimit = 3.5
  /// How many times as far as usual is far in any case: among few photos the score alone is easily passed.
  private static let farthest = 2.5

  /// The photos that are unlike the others as pictures, in order; of each the first reason.
  public static func among(_ looks: [PerceptualHash]) -> [Outlier] {
    let usual = median(looks.map(\.sharpness))
    return looks.enumerated().compactMap { place, look in
      let sharpness = usual > 0 ? look.sharpness / usual : 1
      let ratio = Double(look.width) / Double(look.height)
      let reason: Reason? =
        if look.brightness < darkest {
          .dark(look.brightness)
        } else if look.brightness > palest {
          .pale(look.brightness)
        } else if look.deviation < flattest {
          .blank
        } else if sharpness < dullest {
          .blurred(sharpness)
        } else if ratio > 2 || ratio < 0.5 {
          .oblong(width: look.width, height: look.height)
        } else {
          nil
        }
      return reason.map { Outlier(place: place, reason: $0) }
    }
  }

  /// The photos whose nearest other is far away: by the modified z-score 0.6745 · (d − median) / MAD of the distances to
  /// the nearest other.
  ///
  /// - Parameter nearest: The squared distance of each photo to its nearest other.
  /// - Returns: The photos, in order; none where there are too few to tell.
  public static func lonely(_ nearest: [Double]) -> [Outlier] {
    let distances = nearest.map { $0.squareRoot() }
    let usual = median(distances)
    let spread = median(distances.map { abs($0 - usual) })
    guard nearest.count > 4, usual > 0, spread > 0 else { return [] }
    return distances.enumerated().compactMap { place, distance in
      0.6745 * (distance - usual) / spread > scoreLimit && distance > farthest * usual
        ? Outlier(place: place, reason: .lonely(distance / usual)) : nil
    }
  }

  /// The middle of some numbers; the mean of both middles of an even count, 0 of none.
  public static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
