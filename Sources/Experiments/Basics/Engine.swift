import Networks

/// The engine that trains and answers.
public enum Engine: Sendable {
  /// The version of the language and the engine.
  public static let version = "0.2.0"
  /// What every run is recorded with: equal engines give equal bits. The version, and the arithmetic where it is a special one.
  public static let name = ([version] + [EngineArithmetic.otherName].compactMap { $0 }).joined(separator: " ")
}
