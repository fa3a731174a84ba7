import Experiments
import Files
public import Foundation
public import RunStore

extension Workbench {
  /// Sees to it that a file may be written, before there is anything to write.
  ///
  /// - Parameters:
  ///   - path: The file's place.
  ///   - replacesOthers: Whether a file that Whet did not write may be replaced.
  /// - Throws: `WrittenFileError`.
  public func checkMayWrite(_ path: String, replacingOthers replacesOthers: Bool) throws(WrittenFileError) {
    try written.check(path, WrittenFiles.Permission(replacingOthers: replacesOthers))
  }

  /// Writes a file for a person, under the rule of `WrittenFiles`; `undo` in the folder brings back what it replaces.
  ///
  /// - Parameters:
  ///   - data: The content.
  ///   - path: The file's place.
  ///   - replacesOthers: Whether a file that Whet did not write may be replaced.
  ///   - statement: What it is written for, as typed.
  /// - Throws: `WrittenFileError`.
  public func write(
    _ data: Data, to path: String, replacingOthers replacesOthers: Bool, for statement: String
  ) throws {
    let permission = WrittenFiles.Permission(replacingOthers: replacesOthers)
    _ = try written.write(path, permission, for: statement, told: "\(path) was replaced") { try $0.write(data) }
  }

  /// Writes the pages that tell of the commands into a folder, under the same rule; `undo` in the working folder brings back all
  /// it replaces at once. A page's first and last line tell it from others.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is there.
  ///   - replacesOthers: Whether files that are no such pages may be replaced.
  ///   - statement: What they are written for, as typed.
  /// - Throws: `WrittenFileError`; nothing was replaced then.
  public func writeReference(
    into folder: String, replacingOthers replacesOthers: Bool, for statement: String
  ) throws(WrittenFileError) {
    let pages = ReferencePages.all.map { (path: "\(folder)/\($0.file)", content: Data($0.text.utf8)) }
    let contents = Dictionary(uniqueKeysWithValues: pages.map { ($0.path, $0.content) })
    _ = try written.write(
      pages,
      { path in
        let page = contents[path] ?? Data()
        return WrittenFiles.Permission(replacingOthers: replacesOthers) { ReferencePages.isEdition($0, of: page) }
      }, for: statement, told: "pages in \(folder) were replaced")
  }

  private var written: WrittenFiles { lock.withLock { $0.workspace.undo.written } }
}
