import Glibc
import Synchronization

/// Turns signals into rings of the doorbell, so that they are answered by the socket thread and not in the middle of
/// anything.
enum Signals {
  /// Interrupts and termination ring; writing to a closed pipe is an error like any other. Signals go to whoever asked
  /// last.
  static func ring(_ doorbell: Doorbell) {
    ringEnd.store(doorbell.writeEnd, ordering: .relaxed)
    for number in [SIGINT, SIGTERM] { signal(number, handler) }
    signal(SIGPIPE, SIG_IGN)
  }

  /// Signals no longer ring that doorbell.
  static func release(_ doorbell: Doorbell) {
    _ = ringEnd.compareExchange(expected: doorbell.writeEnd, desired: -1, ordering: .relaxed)
  }
}

private let ringEnd = Atomic<Int32>(-1)

private let handler: @convention(c) (Int32) -> Void = { number in
  let end = ringEnd.load(ordering: .relaxed)
  var byte = UInt8(truncatingIfNeeded: number)
  let code = errno
  if end >= 0 { _ = write(end, &byte, 1) }
  errno = code
}
