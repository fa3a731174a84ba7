import Commands
import Figures
import JupyterKernel
import JupyterWire

/// Answers pages that have missed outputs: what the session's cells show now, and what became of figures that an ended session
/// left unfinished.
///
/// Every question is the opening of a comm, and is answered on it: `{"ask": "outputs", "session": …, "since": …}`,
/// `{"ask": "forget", "cells": […]}` or `{"ask": "endings", "figures": […]}`. The last answer has `done`.
final class OutputsTarget: CommTarget {
  /// The name pages call.
  static let name = "whet.outputs"

  private let outputs: SessionOutputs
  private let endings: FigureEndings

  /// How many figures, or cells, a question may name; what is beyond is not looked at.
  private static let most = 1000

  /// A target that knows the outputs of the session, and what became of others' figures.
  init(_ outputs: SessionOutputs, _ endings: FigureEndings) {
    self.outputs = outputs
    self.endings = endings
  }

  func opened(_ comm: Comm, _ message: CommData) { received(message, on: comm) }

  func received(_ message: CommData, on comm: Comm) {
    // A front end that asks faster than it reads gets no more to read.
    guard !comm.isFlooded else { return comm.send(CommData(data: ["done": false, "isBusy": true])) }
    switch message.data["ask"]?.stringValue {
    case "outputs": tell(message.data, on: comm)
    case "forget":
      outputs.forget(Set(Self.list(message.data["cells"]).compactMap(\.stringValue)))
      comm.send(CommData(data: ["done": true]))
    case "endings":
      let told = Self.list(message.data["figures"]).map { ending(of: $0.objectValue ?? [:]) }
      comm.send(CommData(data: ["done": true, "endings": .array(told)]))
    default: comm.send(CommData(data: ["done": false]))
    }
  }

  func closed(_ comm: Comm, _ message: CommData) {}

  private static func list(_ value: JSONValue?) -> ArraySlice<JSONValue> { (value?.arrayValue ?? []).prefix(most) }

  /// Tells the cells that have changed, a message for each.
  private func tell(_ question: JSONObject, on comm: Comm) {
    let isKnown = question["session"]?.stringValue == outputs.session
    let (cells, change) = outputs.cells(since: isKnown ? question["since"]?.integerValue ?? 0 : 0)
    for cell in cells { comm.send(CommData(data: ["cell": .object(cell)])) }
    comm.send(CommData(data: ["done": true, "session": .string(outputs.session), "change": .integer(change)]))
  }

  /// What became of a figure: null where it may go on.
  private func ending(of figure: JSONObject) -> JSONValue {
    let work = Rendering.Unfinished(
      run: figure["run"]?.integerValue, epochsBefore: figure["epochsBefore"]?.integerValue ?? 0)
    switch endings.ending(of: work, in: figure["session"]?.stringValue ?? "") {
    case .open: return .null
    case .redrawn(let rendering):
      let bundle = MIMEBundle(rendering)
      return ["data": .object(bundle.data), "metadata": .object(bundle.metadata)]
    case .noted(let text): return ["note": .string(text)]
    }
  }
}
