import Foundation

/// Finds a photo somebody means: by its place counted from 0, or by the beginning of its name.
public struct PhotoFinder: Sendable {
  /// The split it is in, as typed: `hands.train`.
  public let text: String
  /// The photos of the split.
  public let photos: [Photo]

  /// Looks among the photos of a split.
  public init(text: String, photos: [Photo]) {
    self.text = text
    self.photos = photos
  }

  /// The photo a word means. A whole number within the split is a place, unless a photo has exactly this name.
  ///
  /// - Throws: `PhotoNameError` where there is none, or more than one.
  public func find(_ word: String) throws(PhotoNameError) -> Photo {
    if let exact = photos.filter({ $0.name == word || $0.stem == word }).only { return exact }
    if let place = Int(word), photos.indices.contains(place) { return photos[place] }
    let found = photos.filter { $0.name.lowercased().hasPrefix(word.lowercased()) }
    if let photo = found.only { return photo }
    if found.isEmpty, let place = Int(word) {
      throw .noSuchPlace(place, in: text, count: photos.count)
    }
    throw found.isEmpty
      ? .unknown(word, in: text, known: photos.map(\.name)) : .ambiguous(word, in: text, found.map(\.name))
  }
}

extension Collection {
  /// The only element; nil where there is none, or several.
  fileprivate var only: Element? { count == 1 ? first : nil }
}
