import Foundation

/// A process of this machine that works on a job, and the group of those it started. It is known by its number and by when it began.
enum LocalProcess {
  /// How its workers stand.
  static func status(of submission: JobFolder.Submission) -> WorkerStatus {
    isAlive(submission) ? WorkerStatus(waiting: 0, running: submission.workers) : .ended
  }

  /// Ends it: what is named first is asked to, and after some seconds the whole group has to.
  static func end(_ submission: JobFolder.Submission, first: pid_t) {
    guard isAlive(submission) else { return }
    kill(first, SIGTERM)
    for _ in 0..<50 where isAlive(submission) { usleep(100_000) }
    if isAlive(submission) { kill(-pid_t(submission.number), SIGKILL) }
  }

  private static func isAlive(_ submission: JobFolder.Submission) -> Bool {
    start(of: submission.number).map { $0 == submission.start } ?? false
  }

  /// When a process began, in the system's ticks; nil where none of that number works.
  ///
  /// Source: proc(5), fields 3 and 22 of `/proc/PID/stat`; the name before them stands in brackets and may hold anything.
  static func start(of process: Int) -> UInt64? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 19, fields[0] != "Z", fields[0] != "X" else { return nil }
    return UInt64(fields[19])
  }
}
