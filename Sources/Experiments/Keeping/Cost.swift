import Foundation
import RunStore

/// What a statement cost.
public struct Cost: Sendable, Equatable, Codable {
  /// How long it took, in seconds.
  public var seconds = 0.0
  /// How many photos were run through a network for it, and of how many the features were known.
  public var photosRun = 0, photosKnown = 0
  /// How many samples were learnt from, each as often as it was.
  public var samplesLearnt = 0
  /// The most memory the process has had meanwhile, in bytes; 0 where the system does not tell.
  public var peakBytes = 0

  /// Puts it together.
  public init(
    seconds: Double = 0.0, photosRun: Int = 0, photosKnown: Int = 0, samplesLearnt: Int = 0, peakBytes: Int = 0
  ) {
    self.seconds = seconds
    self.photosRun = photosRun
    self.photosKnown = photosKnown
    self.samplesLearnt = samplesLearnt
    self.peakBytes = peakBytes
  }

  /// How many photos were gone through a second, learnt from or run through a network.
  public var rate: Double? {
    let count = samplesLearnt > 0 ? samplesLearnt : photosRun
    return count > 0 && seconds > 0 ? Double(count) / seconds : nil
  }

  /// The sum of costs; memory is not added up.
  public static func + (one: Cost, other: Cost) -> Cost {
    Cost(
      seconds: one.seconds + other.seconds, photosRun: one.photosRun + other.photosRun,
      photosKnown: one.photosKnown + other.photosKnown, samplesLearnt: one.samplesLearnt + other.samplesLearnt,
      peakBytes: max(one.peakBytes, other.peakBytes))
  }
}

/// The memory of the process, as Linux tells it in /proc.
public enum ProcessMemory: Sendable {
  /// The most it has had since it began or `resetPeak` was called, in bytes; nil where the system does not tell.
  public static var peak: Int? { value("VmHWM:") }
  /// What it has now, in bytes.
  public static var resident: Int? { value("VmRSS:") }

  /// Forgets the peak so far. A system that does not know how keeps it.
  public static func resetPeak() {
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
