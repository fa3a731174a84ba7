import CommandLanguage
import Experiments
import Files
import Foundation
import Language
import RunStore

extension Workspace {
  /// Writes a file that a statement names, under the rule of `WrittenFiles`. What it replaces comes back with `undo`.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - span: The words that name it.
  ///   - arguments: The statement's, `FileReplacing.replace` among them.
  ///   - isOwn: Whether content is such as only Whet writes.
  ///   - fill: Writes the content.
  /// - Returns: Whether a file of other content was replaced.
  /// - Throws: `DataFact.foreign`, `FileWriteError`, and what `fill` throws; nothing is changed then.
  @discardableResult
  func write(
    _ url: URL, at span: Span, by arguments: Arguments,
    recognising isOwn: @escaping @Sendable (borrowing RegularFile) -> Bool = { _ in false },
    fill: (AtomicFile) throws -> Void
  ) throws -> Bool {
    let permission = WrittenFiles.Permission(
      replacingOthers: arguments[FileReplacing.replace], recognising: isOwn)
    do {
      return try undo.write(
        FilePath.plain(url), permission, for: arguments.statement, told: "\(files.short(url)) was replaced", fill: fill)
    } catch let error as WrittenFileError {
      if case .file(let error) = error, case .foreign = error {} else if case .file(let error) = error { throw error }
      throw Diagnostic(.data(DataFact(error, toWrite: arguments.statement, in: files)), at: span)
    }
  }

  /// Sees to it that a file may be written, before there is anything to write.
  ///
  /// - Throws: `DataFact.foreign`.
  func checkMayWrite(
    _ url: URL, at span: Span, by arguments: Arguments,
    recognising isOwn: @escaping @Sendable (borrowing RegularFile) -> Bool = { _ in false }
  ) throws(Diagnostic) {
    let permission = WrittenFiles.Permission(
      replacingOthers: arguments[FileReplacing.replace], recognising: isOwn)
    do throws(WrittenFileError) { try undo.written.check(FilePath.plain(url), permission) } catch {
      throw Diagnostic(.data(DataFact(error, toWrite: arguments.statement, in: files)), at: span)
    }
  }
}
