import Experiments

/// Figures of trainings in the background: they are still replaced when their cell has ended.
public enum BackgroundFigure {
  private static let mark = "background "

  /// The identity of such a figure.
  static func identity(_ own: String) -> String { mark + own }

  /// Whether a figure shown under this identity is one.
  public static func hasIdentity(_ identity: String) -> Bool { identity.hasPrefix(mark) }
}
