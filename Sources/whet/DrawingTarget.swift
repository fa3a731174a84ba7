import Commands
import Foundation
import JupyterKernel
import JupyterWire

/// Stands behind the canvases in notebooks: hands their questions to the workbench, and its answers back.
///
/// A question may come with the opening of a comm or on one that is open. It is answered at once on the answering thread.
final class DrawingTarget: CommTarget {
  /// The name canvases call.
  static let name = "whet.drawing"

  private let workbench: Workbench

  /// A target that asks a workbench.
  init(_ workbench: Workbench) { self.workbench = workbench }

  func opened(_ comm: Comm, _ message: CommData) {
    guard message.data["ask"] != nil else { return }
    received(message, on: comm)
  }

  func received(_ message: CommData, on comm: Comm) {
    let answer = workbench.answer(drawing: Data(JSONWriter.write(message.data)))
    comm.send(CommData(data: (try? JSONReader.read([UInt8](answer)))?.objectValue ?? [:]))
  }

  func closed(_ comm: Comm, _ message: CommData) {}
}
