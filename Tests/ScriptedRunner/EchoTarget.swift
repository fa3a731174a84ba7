public import JupyterKernel
public import JupyterWire
import Synchronization

/// Comms that send back whatever they receive.
public final class EchoTarget: CommTarget {
  private let closings = Mutex<[String]>([])

  /// A target nobody has opened.
  public init() {}

  /// The identifiers of the comms that were closed, first closed first.
  public var closed: [String] { closings.withLock { $0 } }

  /// Says that it is open.
  public func opened(_ comm: Comm, _ message: CommData) {
    comm.send(CommData(data: ["opened": .object(message.data)]))
  }

  /// Sends back what came, buffers included.
  public func received(_ message: CommData, on comm: Comm) {
    comm.send(CommData(data: ["echo": .object(message.data)], metadata: message.metadata, buffers: message.buffers))
  }

  /// Notes that it was closed.
  public func closed(_ comm: Comm, _ message: CommData) { closings.withLock { $0.append(comm.id) } }
}
