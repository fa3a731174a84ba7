public import JupyterWire

/// Why a kernel cannot start.
public enum KernelError: Error, Sendable, Equatable {
  /// A channel cannot listen where the connection file says; the number is ZeroMQ's or the system's `errno`.
  case bind(channel: ConnectionFile.Channel, endpoint: String, code: Int32)
  /// The system has no more sockets or threads; the number is its `errno`.
  case zeroMQ(code: Int32)
  /// The launcher at that address has not acknowledged the ports it was told.
  case unregistered(endpoint: String)
  /// The system has no more file descriptors; the number is its `errno`.
  case pipe(code: Int32)
}
