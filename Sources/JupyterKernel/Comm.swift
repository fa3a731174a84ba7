public import JupyterWire

/// What stands behind the comms of one target name at the kernel's end.
///
/// All functions are called from the answering thread, one at a time, also while a cell is running, and should return
/// soon.
public protocol CommTarget: AnyObject, Sendable {
  /// A front end opened a comm.
  func opened(_ comm: Comm, _ message: CommData)
  /// A front end said something on it.
  func received(_ message: CommData, on comm: Comm)
  /// A front end closed it.
  func closed(_ comm: Comm, _ message: CommData)
}

/// The kernel's end of a comm, bound to the message it is an answer to.
public struct Comm: Sendable {
  /// The identifier both ends know it by.
  public let id: String
  /// The name of its target.
  public let target: String

  let origin: Origin
  let outbox: Outbox

  /// Whether front ends that read have not taken yet what was sent lately: an answer of many bytes had better wait.
  public var isFlooded: Bool { outbox.isFlooded }

  /// Says something to the other end.
  public func send(_ message: CommData) { publish("comm_msg", message) }

  /// Tells the other end that this end is closed.
  func close(_ message: CommData) { publish("comm_close", message) }

  private func publish(_ messageType: String, _ message: CommData) {
    outbox.publish(
      messageType, about: origin, ["comm_id": .string(id), "data": .object(message.data)],
      metadata: message.metadata, buffers: message.buffers)
  }
}

/// The comms that are open. Owned by the answering thread.
struct CommTable {
  private let targets: [String: any CommTarget]
  private let outbox: Outbox
  private var open: [(id: String, target: String)] = []

  /// How many are open at most: with one more, the oldest is closed.
  static let most = 1000
  /// The longest identifier, in bytes.
  static let longestID = 1000

  init(targets: [String: any CommTarget], outbox: Outbox) {
    self.targets = targets
    self.outbox = outbox
  }

  /// Opens a comm; one whose target nobody knows, or whose identifier is too long, is closed at once.
  mutating func open(_ id: String, target name: String, _ message: CommData, _ origin: Origin) {
    let comm = Comm(id: id, target: name, origin: origin, outbox: outbox)
    guard let target = targets[name], id.utf8.count <= Self.longestID else { return comm.close(CommData(data: [:])) }
    open.removeAll { $0.id == id }
    if open.count == Self.most {
      let oldest = open.removeFirst()
      Comm(id: oldest.id, target: oldest.target, origin: origin, outbox: outbox).close(CommData(data: [:]))
    }
    open.append((id, name))
    target.opened(comm, message)
  }

  /// Passes a message on. One for a comm that is not open comes too late and is nobody's.
  func receive(_ id: String, _ message: CommData, _ origin: Origin) {
    guard let (comm, target) = find(id, origin) else { return }
    target.received(message, on: comm)
  }

  /// Closes a comm from the other end.
  mutating func close(_ id: String, _ message: CommData, _ origin: Origin) {
    guard let (comm, target) = find(id, origin) else { return }
    open.removeAll { $0.id == id }
    target.closed(comm, message)
  }

  /// The content of a `comm_info_reply`.
  func info(target name: String?) -> JSONObject {
    let shown = open.filter { name == nil || $0.target == name }
    return [
      "status": "ok",
      "comms": .object(JSONObject(shown.map { ($0.id, ["target_name": .string($0.target)]) })),
    ]
  }

  private func find(_ id: String, _ origin: Origin) -> (Comm, any CommTarget)? {
    guard let name = open.first(where: { $0.id == id })?.target, let target = targets[name] else { return nil }
    return (Comm(id: id, target: name, origin: origin, outbox: outbox), target)
  }
}
