import Glibc
import Synchronization

/// Turns signals into rings of the doorbell, so that they are answered by the socket thread and not in the middle of
/// anything.
enum Signals {
  /// The signals that end the kernel after it has kept what was learnt: a request, and the end of its terminal.
  static let endings = [SIGTERM, SIGHUP]

  /// Interrupts and endings ring; writing to a closed pipe, or beyond the largest file allowed, is an error like any other.
  /// Who started the kernel so that it survives its terminal (`nohup`) is heeded. Signals go to whoever asked last.
  static func ring(_ doorbell: Doorbell) {
    ringEnd.store(doorbell.writeEnd, ordering: .relaxed)
    for number in [SIGINT] + endings where number != SIGHUP || !isIgnored(number) { signal(number, handler) }
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
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
