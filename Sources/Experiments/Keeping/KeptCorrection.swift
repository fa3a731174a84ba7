import Foundation

/// A correction as it is kept from one session to the next: where the photo is, and what was said of it.
struct KeptCorrection: Codable {
  private let path: String
  private let label: String, answer: String
  private let size: Int, changed: Double

  /// Describes a correction.
  init(_ correction: Correction) {
    path = FilePath.plain(correction.photo.url)
    label = correction.photo.label
    answer = correction.answer
    size = correction.photo.stamp.size
    changed = correction.photo.stamp.changed
  }

  /// The correction; nil where the photo is gone or another.
  var correction: Correction? {
    let url = URL(filePath: path)
    let stamp = Photo.Stamp(size: size, changed: changed)
    guard PhotoFolder.stamp(url) == stamp else { return nil }
    return Correction(photo: Photo(url: url, label: label, stamp: stamp), answer: answer)
  }
}
