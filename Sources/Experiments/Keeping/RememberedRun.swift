import Foundation
public import RunStore
import Tensors
public import Training

/// A training as it was written down.
public struct RememberedRun: Sendable {
  /// Its number, what it was begun with, how it stands.
  public let run: Run
  /// Its settings; nil where another version wrote them another way.
  public let settings: TrainingSettings?
  /// What else is known of it; nil as above.
  public let details: RunDetails?
  /// Its epochs.
  public let records: [EpochRecord]
  /// Whether its session ended in its midst.
  public let isKilled: Bool

  /// The day it began, in UTC: 2026-11-20.
  public var day: String { run.started.formatted(Date.ISO8601FormatStyle().year().month().day()) }

  /// How it stands, in a word: Core ML's, where it has one.
  public var state: String {
    switch run.state {
    case .running: isKilled ? "killed" : "running"
    case .paused: "suspended"
    case .finished: "completed"
    case .failed: "failed"
    }
  }

  /// How long it took, in seconds; nil while it goes on.
  public var seconds: Double? { details?.seconds ?? run.ended.map { $0.timeIntervalSince(run.started) } }
}
