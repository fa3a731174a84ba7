import JupyterWire
import Synchronization

/// The sign of life: sends back whatever it receives, on a thread of its own, however busy the rest of the process is.
final class Heartbeat: Sendable {
  private let outcome = Mutex<Result<Int, KernelError>>(.success(0))
  private let hasBegun = Semaphore()

  private init() {}

  /// Starts the thread, which owns its socket and ends with the context.
  ///
  /// - Returns: The port at which it listens.
  /// - Throws: `KernelError` when the socket cannot be made or bound.
  static func start(_ connection: ConnectionFile, in context: Context) throws(KernelError) -> Int {
    let heartbeat = Heartbeat()
    try Threads.start("heartbeat") { heartbeat.run(connection, context) }
    heartbeat.hasBegun.wait()
    return try heartbeat.outcome.withLock { $0 }.get()
  }

  private func run(_ connection: ConnectionFile, _ context: Context) {
    do throws(KernelError) {
      let socket = try Socket.listening(.router, .heartbeat, of: connection, in: context)
      let port = socket.port
      outcome.withLock { $0 = .success(port) }
      hasBegun.signal()
      while case .message(let frames) = socket.receive(wait: true) { socket.send(frames) }
    } catch {
      outcome.withLock { $0 = .failure(error) }
      hasBegun.signal()
    }
  }
}
