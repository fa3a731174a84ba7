import Foundation
import RunStore
import Training

/// What is remembered of a run beside its settings: all that is needed to do it again and to say what has changed since.
struct RunDetails: Sendable, Codable {
  /// The session it ran in.
  var session: String?
  /// What it learnt from and was checked on, and how.
  var training: NetworkModel.LastTraining
  /// Whether it took up a stopped training.
  var isResuming = false
  /// How many samples it went through in an epoch.
  var samples = 0
  /// What identifies the samples it was checked on.
  var validationFingerprints: [String] = []
  /// The model as it stood before the first step, and after the last.
  var before: ContentHash?, after: ContentHash?
  /// How long it took, in seconds.
  var seconds: Double?

  /// Describes a run that is about to begin.
  init(training: NetworkModel.LastTraining) { self.training = training }

  /// Reads what was remembered; nil where an earlier version remembered less.
  init?(_ text: String) {
    guard let details = try? JSONDecoder().decode(RunDetails.self, from: Data(text.utf8)) else { return nil }
    self = details
  }

  /// The details as text.
  var text: String { Self.text(self) }

  /// Any value as text, its keys in order.
  static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
