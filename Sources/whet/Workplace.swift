import Commands
import Experiments
import Foundation
import RunStore

/// The folders this process works with, as its environment names them, and what lives in them.
struct Workplace {
  /// Where runs and cells are remembered; nil where the state folder cannot be written.
  let store: RunStore?
  /// What runs cells.
  let workbench: Workbench

  /// Opens the folders. Without a state folder everything works, but nothing is remembered.
  ///
  /// - Parameter isNotebook: Whether cells say what is wrong with the state folder; else only standard error does.
  init(isNotebook: Bool = false) {
    var trouble: StoreError?
    do throws(StoreError) {
      store = try RunStore.open(folder: DataFolder.stateFolder())
    } catch {
      store = nil
      trouble = error
      Program.printError("whet: runs and cells will not be remembered: \(error.sentence).")
    }
    // The server that starts a notebook's kernel says which one it is for.
    let notebook = ProcessInfo.processInfo.environment["JPY_SESSION_NAME"].flatMap { $0.isEmpty ? nil : $0 }
    workbench = Workbench(
      files: DataFolder(), store: store, trouble: isNotebook ? trouble : nil, notebook: notebook)
  }
}
