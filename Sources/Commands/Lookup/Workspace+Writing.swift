import CommandLanguage
import Experiments
import Files
import Foundation
import Language
import ModelFile
import RunStore

extension Workspace {
  /// Writes a file that a statement names, under the rule of `WrittenFiles`. What it replaces comes back with `undo`.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - span: The words that name it.
  ///   - arguments: The statement's, `ReplaceArgument.replace` among them.
  ///   - isOwn: Whether content is such as only Whet writes.
  ///   - fill: Writes the content.
  /// - Returns: Whether a file of other content was replaced.
  /// - Throws: `DataDiagnostic.foreign`, `FileWriteError`, and what `fill` throws; nothing is changed then.
  @discardableResult
  func write(
    _ url: URL, at span: Span, by arguments: Arguments,
    recognising isOwn: @escaping @Sendable (borrowing RegularFile) -> Bool = { _ in false },
    fill: (AtomicFile) throws -> Void
  ) throws -> Bool {
    let permission = WrittenFiles.Permission(
      replacingOthers: arguments[ReplaceArgument.replace], recognising: isOwn)
    do {
      return try undo.write(
        FilePath.plain(url), permission, for: arguments.statement, told: "\(files.short(url)) was replaced", fill: fill)
    } catch let error as WrittenFileError {
      if case .file(let error) = error, case .foreign = error {} else if case .file(let error) = error { throw error }
      throw Diagnostic(.data(DataDiagnostic(error, toWrite: arguments.statement, in: files)), at: span)
    }
  }

  /// Writes a model's package, under the rule of `WrittenFiles`. What it replaces, a package and nothing else, comes back with `undo`.
  ///
  /// - Parameters:
  ///   - file: The model.
  ///   - model: Its name.
  ///   - url: The package.
  ///   - span: The words that name it.
  ///   - arguments: The statement's, `ReplaceArgument.replace` among them.
  /// - Throws: `DataDiagnostic.foreign`, `FileDiagnostic.Writing.foreignFolder`, `FileWriteError`; nothing is changed then.
  func writePackage(
    _ file: ModelFile, of model: String, to url: URL, at span: Span, by arguments: Arguments
  ) throws {
    do {
      _ = try undo.writeFolder(
        FilePath.plain(url), for: arguments.statement, told: "\(files.short(url)) was replaced",
        replacing: { try checkMayWritePackage(url, of: model, at: span, by: arguments) },
        fill: { try PackageMaker.write(file, into: $0) })
    } catch let error as WrittenFileError {
      if case .file(let error) = error { throw error }
      throw Diagnostic(.data(DataDiagnostic(error, toWrite: arguments.statement, in: files)), at: span)
    }
  }

  /// Sees to it that a package may be written, before there is anything to write.
  ///
  /// - Throws: `DataDiagnostic.foreign`, `FileDiagnostic.Writing.foreignFolder`.
  func checkMayWritePackage(
    _ url: URL, of model: String, at span: Span, by arguments: Arguments
  ) throws(Diagnostic) {
    let path = FilePath.plain(url)
    if FileKind(ofEntryAt: path) == .folder, !PackageMaker.isPackage(path) {
      throw Diagnostic(.file(.writing(.foreignFolder(files.short(url), model: model))), at: span)
    }
    do throws(WrittenFileError) {
      try undo.written.check(
        folder: path, replacingOthers: arguments[ReplaceArgument.replace],
        recognising: { _ in WrittenMark.isIn(package: url) })
    } catch {
      throw Diagnostic(.data(DataDiagnostic(error, toWrite: arguments.statement, in: files)), at: span)
    }
  }

  /// Sees to it that a file may be written, before there is anything to write.
  ///
  /// - Throws: `DataDiagnostic.foreign`.
  func checkMayWrite(
    _ url: URL, at span: Span, by arguments: Arguments,
    recognising isOwn: @escaping @Sendable (borrowing RegularFile) -> Bool = { _ in false }
  ) throws(Diagnostic) {
    let permission = WrittenFiles.Permission(
      replacingOthers: arguments[ReplaceArgument.replace], recognising: isOwn)
    do throws(WrittenFileError) { try undo.written.check(FilePath.plain(url), permission) } catch {
      throw Diagnostic(.data(DataDiagnostic(error, toWrite: arguments.statement, in: files)), at: span)
    }
  }
}
