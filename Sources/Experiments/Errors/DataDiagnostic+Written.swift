import Files
import Foundation
public import RunStore

extension DataDiagnostic {
  /// The fact behind a file that a statement did not write.
  public init(_ error: WrittenFileError, toWrite statement: String, in folder: DataFolder) {
    switch error {
    case .file(.foreign(let path)):
      self = .foreign(folder.short(URL(filePath: path)), line: "\(statement) replace=true")
    case .file(let error): self.init(error, in: folder)
    case .journal(let error): self.init(error, in: folder)
    case .noJournal: self = .noJournal
    }
  }
}
