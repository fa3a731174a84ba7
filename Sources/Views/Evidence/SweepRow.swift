public import Experiments

/// One combination of settings: how it is tried, and what came of it.
public struct SweepRow: Sendable {
  /// The settings that tell it from other rows, as typed.
  let settings: [Setting]
  /// The model made by these settings.
  public let candidate: Candidate
  /// The statement that tries this row alone, and the one that makes the model so.
  let command: String, keeping: String
  /// The network of the workspace its features come from; nil for all others.
  public let basis: FeatureBasis?
  /// What came of it; nil while it is not done.
  public var outcome: SweepOutcome?

  /// A row that is tried by a candidate.
  ///
  /// - Parameters:
  ///   - settings: The settings that tell it from other rows.
  ///   - candidate: The model made by these settings.
  ///   - command: The statement that tries this row alone.
  ///   - keeping: The statement that gives the model these settings.
  ///   - basis: The network of the workspace its features come from.
  public init(
    settings: [Setting], candidate: Candidate, command: String, keeping: String, basis: FeatureBasis? = nil
  ) {
    (self.settings, self.candidate, self.command, self.keeping) = (settings, candidate, command, keeping)
    self.basis = basis
  }

  /// A setting and its value, as typed.
  public struct Setting: Sendable, Equatable {
    let key: String, text: String

    /// A setting by its key.
    public init(key: String, text: String) { (self.key, self.text) = (key, text) }
  }
}
