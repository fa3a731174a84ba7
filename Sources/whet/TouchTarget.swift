import Commands
import Foundation
import JupyterKernel
import JupyterWire

/// Stands behind the views on pages that are touched: a comm for each, on which it asks and is told until it is closed.
final class TouchTarget: CommTarget {
  /// The name views call.
  static let name = "whet.touch"
  /// The longest question, in bytes.
  private static let longestQuestion = 1 << 20

  private let views: TouchViews

  /// A target that asks a workbench.
  init(_ workbench: Workbench) { views = TouchViews(workbench) }

  func opened(_ comm: Comm, _ message: CommData) {
    guard message.data["ask"] != nil else { return }
    received(message, on: comm)
  }

  func received(_ message: CommData, on comm: Comm) {
    let question = Data(JSONWriter.write(message.data))
    let line = TouchLine(id: comm.id, isFlooded: { comm.isFlooded }) { answer in
      comm.send(CommData(data: (try? JSONReader.read([UInt8](answer)))?.objectValue ?? [:]))
    }
    views.answer(
      question.count <= Self.longestQuestion ? question : Data(), beside: message.buffers.first.map { Data($0) },
      on: line)
  }

  func closed(_ comm: Comm, _ message: CommData) { views.closed(comm.id) }
}
