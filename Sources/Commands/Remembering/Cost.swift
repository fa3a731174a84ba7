import CommandLanguage
import Foundation
import RunStore

/// What a statement cost.
struct Cost: Sendable, Equatable, Codable {
  /// How long it took, in seconds.
  var seconds = 0.0
  /// How many photos were run through a network for it, and of how many the features were known.
  var photosRun = 0, photosKnown = 0
  /// How many samples were learnt from, each as often as it was.
  var samplesLearnt = 0
  /// The most memory the process has had meanwhile, in bytes; 0 where the system does not tell.
  var peakBytes = 0

  /// How many photos were gone through a second, learnt from or run through a network.
  var rate: Double? {
    let count = samplesLearnt > 0 ? samplesLearnt : photosRun
    return count > 0 && seconds > 0 ? Double(count) / seconds : nil
  }

  /// Whether what was needed was there already.
  var cached: String {
    switch (photosRun, photosKnown) {
    case (0, 0): "–"
    case (0, _): "cached"
    case (_, 0): "not cached"
    default: "\(Numbers.grouped(photosKnown)) of \(Numbers.grouped(photosRun + photosKnown)) cached"
    }
  }

  /// The cost in a line, for the end of a long statement.
  var line: String {
    var parts = ["took \(Numbers.duration(seconds))"]
    if let rate { parts.append("\(Self.text(ofRate: rate)) a second") }
    if photosRun + photosKnown > 0 { parts.append("features \(cached)") }
    if peakBytes > 0 { parts.append("at most \(Numbers.bytes(peakBytes)) of memory") }
    return parts.joined(separator: " · ")
  }

  /// A rate as people say it: to a digit behind the point where it is small.
  static func text(ofRate rate: Double) -> String {
    rate < 10 ? Numbers.fixed(rate, 1) : Numbers.grouped(Int(rate.rounded()))
  }

  /// The sum of costs; memory is not added up.
  static func + (one: Cost, other: Cost) -> Cost {
    Cost(
      seconds: one.seconds + other.seconds, photosRun: one.photosRun + other.photosRun,
      photosKnown: one.photosKnown + other.photosKnown, samplesLearnt: one.samplesLearnt + other.samplesLearnt,
      peakBytes: max(one.peakBytes, other.peakBytes))
  }
}

/// Measures what a statement costs, from its making on.
struct CostMeter {
  private let start = ContinuousClock.now
  private let before: FeatureShelf.Account
  private let samplesBefore: Int

  /// How long a statement is at which its cost is shown.
  static let longStatement = 2.0
  /// How long a statement is at which its cost is noted even where it has changed nothing. To ask for the memory and to
  /// write to the ledger takes many times what a `print` does, and ten thousand of them are nothing to look back on.
  static let shortStatement = 0.001

  /// Begins to measure.
  init(_ session: Session) {
    before = session.shelf.total
    samplesBefore = session.samplesLearnt
  }

  /// What it has cost so far; the memory only of what was not short.
  func cost(_ session: Session) -> Cost {
    var cost = Cost(
      seconds: (ContinuousClock.now - start).seconds, photosRun: session.shelf.total.computed - before.computed,
      photosKnown: session.shelf.total.known - before.known, samplesLearnt: session.samplesLearnt - samplesBefore)
    if cost.seconds >= Self.shortStatement { cost.peakBytes = ProcessMemory.peak ?? 0 }
    return cost
  }

  /// Enters the cost into the ledger, unless the statement was short and for nothing. One that cannot be written is not
  /// worth a word.
  func enter(_ cost: Cost, of statement: @autoclosure () -> String, hasChanged: Bool, in session: Session) {
    let isWorthNoting =
      hasChanged || cost.seconds >= Self.shortStatement || cost.photosRun + cost.photosKnown + cost.samplesLearnt > 0
    guard isWorthNoting else { return }
    defer { ProcessMemory.resetPeak() }
    guard let store = session.store, let place = session.memory?.place else { return }
    try? store.add(
      StoredCost(
        session: session.journal.files?.session ?? "", place: place, statement: statement(),
        started: Date(timeIntervalSinceNow: -cost.seconds),
        record: RunDetails.text(cost)))
  }
}

/// The memory of the process, as Linux tells it in /proc.
enum ProcessMemory {
  /// The most it has had since it began or `resetPeak` was called, in bytes; nil where the system does not tell.
  static var peak: Int? { value("VmHWM:") }
  /// What it has now, in bytes.
  static var resident: Int? { value("VmRSS:") }

  /// Forgets the peak so far. A system that does not know how keeps it.
  static func resetPeak() {
    let file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, "5", 1)
    close(file)
  }

  private static func value(_ name: String) -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  }
}
