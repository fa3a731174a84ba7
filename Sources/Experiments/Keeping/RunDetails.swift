import Foundation
public import RunStore
public import Training

/// What is remembered of a run beside its settings: all that is needed to do it again and to say what has changed since.
public struct RunDetails: Sendable, Codable {
  /// The session it ran in.
  public var session: String?
  /// What it learnt from and was checked on, and how.
  public var training: NetworkModel.LastTraining
  /// Whether it took up a stopped training.
  public var isResuming = false
  /// How many samples it went through in an epoch.
  public var samples = 0
  /// What identifies the samples it was checked on.
  public var validationFingerprints: [String] = []
  /// The model as it stood before the first step, and after the last.
  public var before: ContentHash?, after: ContentHash?
  /// The learning rate with which the loss grew beyond numbers or above that of guessing; nil where it did not.
  public var failedRate: Double?
  /// The learning rates that were set while it went on; nil where none was.
  public var rateChanges: [RateChange]?
  /// How long it took, in seconds.
  public var seconds: Double?
  /// The last evaluation of the model as it stood after the run, on other samples than it learnt from.
  public var evaluation: RunEvaluation?

  /// Describes a run that is about to begin.
  public init(training: NetworkModel.LastTraining) { self.training = training }

  /// Reads what was remembered; nil where an earlier version remembered less.
  public init?(_ text: String) {
    guard let details = try? JSONDecoder().decode(RunDetails.self, from: Data(text.utf8)) else { return nil }
    self = details
  }

  /// The details as text.
  public var text: String { Self.text(self) }

  /// Any value as text, its keys in order.
  public static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
