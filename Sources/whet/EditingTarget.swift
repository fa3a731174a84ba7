import Commands
import JupyterKernel
import JupyterWire

/// Answers editors while a user types: which mistakes a cell has, and what it looks like in the form of the examples.
///
/// Every question is the opening of a comm, and is answered on it: `{"ask": "mistakes", "code": …}` with
/// `{"mistakes": [{"from": …, "to": …, "message": …}]}`, places in code points; `{"ask": "format", "code": …}` with
/// `{"code": …}`, null for a cell that cannot be parsed.
final class EditingTarget: CommTarget {
  /// The name pages call.
  static let name = "whet.editing"

  private let workbench: Workbench

  /// The most bytes of a cell that is looked at while it is typed.
  private static let longest = 100_000
  /// The most mistakes that are told.
  private static let most = 100

  /// A target that asks a workbench.
  init(_ workbench: Workbench) { self.workbench = workbench }

  func opened(_ comm: Comm, _ message: CommData) { received(message, on: comm) }

  func received(_ message: CommData, on comm: Comm) {
    // A front end that asks faster than it reads gets no more to read.
    guard !comm.isFlooded else { return }
    guard let code = message.data["code"]?.stringValue, code.utf8.count <= Self.longest else {
      return comm.send(CommData(data: ["mistakes": [], "code": .null]))
    }
    switch message.data["ask"]?.stringValue {
    case "mistakes":
      let told = workbench.mistakes(in: code).prefix(Self.most).map { mistake -> JSONValue in
        [
          "from": .integer(mistake.place.lowerBound), "to": .integer(mistake.place.upperBound),
          "message": .string(mistake.message.controlsShown),
        ]
      }
      comm.send(CommData(data: ["mistakes": .array(told)]))
    case "format": comm.send(CommData(data: ["code": workbench.formatted(code).map(JSONValue.string) ?? .null]))
    default: comm.send(CommData(data: [:]))
    }
  }

  func closed(_ comm: Comm, _ message: CommData) {}
}
