import CommandLanguage
import Experiments
import Foundation
import Language

extension DataFolder {
  /// The file or folder a value names.
  ///
  /// - Throws: `FileError.missing`, with the places where it was looked for.
  func file(_ value: CheckedValue) throws -> URL {
    try Diagnostic.placing(at: value.span) { try file(value.word) }
  }

  /// Sees to it that the folder of a file that is about to be written is there.
  ///
  /// - Throws: `FileError.noFolder`.
  func checkFolder(of url: URL, at span: Span) throws {
    try Diagnostic.placing(at: span) { try checkFolder(of: url) }
  }
}

extension PhotoFinder {
  /// The photo a value means.
  ///
  /// - Throws: `PhotoNameError`.
  func find(_ value: CheckedValue) throws -> Photo {
    try Diagnostic.placing(at: value.span) { try find(value.word) }
  }

  /// The photos that values mean, each once.
  ///
  /// - Throws: `PhotoNameError`, `DataDiagnostic.Photo.twice`.
  func find(_ values: [CheckedValue]) throws -> [Photo] {
    var found: [Photo] = []
    for value in values {
      let photo = try find(value)
      guard !found.contains(photo) else { throw Diagnostic(.data(.photo(.twice(photo.shortName))), at: value.span) }
      found.append(photo)
    }
    return found
  }
}
