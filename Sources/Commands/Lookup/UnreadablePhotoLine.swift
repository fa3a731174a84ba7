import CommandLanguage
import Experiments
import Foundation
import Language
import Pictures

extension Workspace {
  /// An error about a photo that cannot be read, with the line that reads its dataset without it.
  ///
  /// - Parameters:
  ///   - error: What a statement came to.
  ///   - uses: The names in the statement; a photo that was named by its own path is not left out of anything.
  /// - Returns: The error with the line, or as it was.
  func lineWithout(_ error: any Error, for uses: [NameUse]) -> any Error {
    guard let diagnostic = Diagnostic(recognising: error),
      case .experiment(.source(.photo(let name, let problem, nil))) = diagnostic.kind,
      let line = line(without: problem.file, for: uses)
    else { return error }
    return Diagnostic(SourceError.photo(name: name, problem, line: line), at: diagnostic.span)
  }

  private func line(without file: String, for uses: [NameUse]) -> String? {
    for use in uses where use.kind == .split || use.kind == .dataset {
      let name = datasets[use.name] == nil ? String(use.name.prefix { $0 != "." }) : use.name
      guard case .photos(let photos)? = datasets[name], let line = photos.statement,
        photos.splits.contains(where: { $0.photos.contains { $0.url.path == file } })
      else { continue }
      return photos.unreadable == nil ? "\(line) skip=unreadable" : line
    }
    return nil
  }
}
