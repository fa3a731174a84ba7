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

  private var written: WrittenFiles { lock.withLock { $0.workspace.undo.written } }
}
