import CommandLanguage
import Experiments
import Language

/// A photo as a page knows it: by its file's name, and by the class it had when the page was told last.
struct TouchedPhoto: Sendable, Decodable {
  let name: String
  let label: String

  /// Sees to it that its texts are not too long.
  ///
  /// - Throws: `TouchDiagnostic.tooLong`.
  func check() throws {
    try name.checkLength()
    try label.checkLength()
  }

  /// Photos of a split as words of a line: by their names, or by their places where names are not alone.
  ///
  /// - Throws: `TouchDiagnostic.photoIsGone`; what is wrong with the split.
  static func words(_ photos: [TouchedPhoto], of split: String, in workspace: Workspace) throws -> String {
    let all = try workspace.photoSplit(named: split).split.photos
    var places: [String: [Int]] = [:]
    for (place, photo) in all.enumerated() { places[photo.name, default: []].append(place) }
    return try photos.map { photo in
      let alike = places[photo.name] ?? []
      guard let place = alike.first(where: { all[$0].label == photo.label }) else {
        throw Diagnostic(.statement(.touch(.photoIsGone(photo.name, split: split))))
      }
      return alike.count == 1 ? LanguageText.value(photo.name) : "\(place)"
    }.joined(separator: " ")
  }
}
