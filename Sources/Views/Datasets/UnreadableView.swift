public import Experiments
import Wording

/// What is said of the photos that are left out of a dataset because they cannot be read.
public struct UnreadableView {
  /// The photos.
  let photos: UnreadablePhotos

  /// Tells of these photos.
  public init(photos: UnreadablePhotos) { self.photos = photos }

  /// The most of them that are named.
  private static let most = 10

  /// The sentence; nil where none is left out.
  public var sentence: String? {
    photos.entries.isEmpty ? nil : "\(Self.leftOut(photos.entries.count)): \(names)."
  }

  /// The photos by name with what is the matter with each, of many the first.
  public var names: String {
    let named = photos.entries.prefix(Self.most).map { "\($0.path) (\($0.problem.phrase))" }
    let more = photos.entries.count - named.count
    return named.joined(separator: ", ") + (more > 0 ? " and \(Numbers.grouped(more)) more" : "")
  }

  /// "2 photos that cannot be read are left out"
  public static func leftOut(_ count: Int) -> String {
    "\(Numbers.count(count, "photo")) that cannot be read \(count == 1 ? "is" : "are") left out"
  }
}
