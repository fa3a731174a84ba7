import JupyterWire
import Synchronization

/// The sign of life: sends back whatever it receives, on a thread of its own, however busy the rest of the process is.
final class Heartbeat: Sendable {
  private let failure = Mutex<KernelError?>(nil)
  private let hasBegun = Semaphore()

  private init() {}

  /// Starts the thread, which owns its socket and ends with the context.
  ///
  /// - Throws: `KernelError` when the socket cannot be made or bound.
  static func start(_ connection: ConnectionFile, in context: Context) throws(KernelError) {
    let heartbeat = Heartbeat()
    try Threads.start("heartbeat") { heartbeat.run(connection, context) }
    heartbeat.hasBegun.wait()
    if let failure = heartbeat.failure.withLock({ $0 }) { throw failure }
  }

  private func run(_ connection: ConnectionFile, _ context: Context) {
    do throws(KernelError) {
      let socket = try Socket.listening(.router, .heartbeat, of: connection, in: context)
      hasBegun.signal()
      while case .message(let frames) = socket.receive(wait: true) { socket.send(frames) }
    } catch {
      failure.withLock { $0 = error }
      hasBegun.signal()
    }
  }
}
