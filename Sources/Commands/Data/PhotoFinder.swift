import Foundation
import Language

/// Finds a photo somebody means: by its place counted from 0, or by the beginning of its name.
struct PhotoFinder {
  /// The split it is in, as typed: `hands.train`.
  let text: String
  /// The photos of the split.
  let photos: [Photo]

  /// The photo a value means. A whole number within the split is a place, unless a photo has exactly this name.
  ///
  /// - Throws: `DataFact.noSuchPhotoName`, `DataFact.severalPhotos`, `Fact.noSuchPhoto`.
  func find(_ value: CheckedValue) throws(Fault) -> Photo {
    let word = value.word
    if let exact = photos.filter({ $0.name == word || $0.stem == word }).only { return exact }
    if let place = Int(word), photos.indices.contains(place) { return photos[place] }
    let found = photos.filter { $0.name.lowercased().hasPrefix(word.lowercased()) }
    if let photo = found.only { return photo }
    if found.isEmpty, let place = Int(word) {
      throw Fault(.noSuchPhoto(place, in: text, count: photos.count), at: value.span)
    }
    throw Fault(
      found.isEmpty
        ? .data(.noSuchPhotoName(word, in: text, known: photos.map(\.name)))
        : .data(.severalPhotos(word, in: text, found.map(\.name))), at: value.span)
  }

  /// The photos that values mean, each once.
  func find(_ values: [CheckedValue]) throws(Fault) -> [Photo] {
    var found: [Photo] = []
    for value in values {
      let photo = try find(value)
      guard !found.contains(photo) else { throw Fault(.data(.photoTwice(photo.shortName)), at: value.span) }
      found.append(photo)
    }
    return found
  }
}

extension Photo {
  /// The file's name without its ending.
  var stem: String { url.deletingPathExtension().lastPathComponent }

  /// The first characters of its name, eight or more, that no other of these photos has; else all of it.
  func beginning(among photos: [Photo]) -> String {
    for length in [8, 12, 16, 24] where length < name.count {
      let start = name.prefix(length)
      if photos.count(where: { $0.name.hasPrefix(start) }) == 1,
        start.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" })
      {
        return String(start)
      }
    }
    return name
  }
}

extension Collection {
  /// The only element; nil where there is none, or several.
  fileprivate var only: Element? { count == 1 ? first : nil }
}
