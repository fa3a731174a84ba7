import CommandLanguage
import Experiments
import Foundation
import Language

extension DataFolder {
  /// The file or folder a value names.
  ///
  /// - Throws: `FileError.missing`, with the places where it was looked for.
  func file(_ value: CheckedValue) throws(Fault) -> URL {
    try Fault.placing(at: value.span) { () throws(FileError) in try file(value.word) }
  }

  /// Sees to it that the folder of a file that is about to be written is there.
  ///
  /// - Throws: `FileError.noFolder`.
  func checkFolder(of url: URL, at span: Span) throws(Fault) {
    try Fault.placing(at: span) { () throws(FileError) in try checkFolder(of: url) }
  }
}

extension PhotoFinder {
  /// The photo a value means.
  ///
  /// - Throws: `PhotoNameError`.
  func find(_ value: CheckedValue) throws(Fault) -> Photo {
    try Fault.placing(at: value.span) { () throws(PhotoNameError) in try find(value.word) }
  }

  /// The photos that values mean, each once.
  ///
  /// - Throws: `PhotoNameError`, `DataFact.photoTwice`.
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
