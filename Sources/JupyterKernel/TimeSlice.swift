import CScheduling

/// How long a thread runs before others that wait have their turn. Those that answer somebody run shortly, so that they take
/// the processor from those that compute as soon as they wake. Where the system knows no such thing, nothing changes.
enum TimeSlice: UInt32 {
  /// For threads that answer, in microseconds.
  case answering = 100
  /// For threads that run cells: what the system gives everybody. While a cell computes, its thread has a long one.
  case usual = 0

  /// The calling thread has computed what it had to, and has the usual slice again.
  static func rest() { whet_end_shared_work() }

  /// Gives it to the calling thread, and to the threads that one starts from now on.
  func take() { _ = whet_set_slice(rawValue) }
}
