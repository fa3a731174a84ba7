/// When two labels are the same word.
///
/// Emoji are written with or without the variation selector U+FE0F that asks for the coloured form: a folder may be
/// called "✌️" where a model says "✌". Labels are compared without it; every label keeps its own spelling.
public enum LabelSpelling {
  /// Whether two labels are the same, leaving aside variation selectors.
  public static func areSame(_ first: String, _ second: String) -> Bool {
    first == second || key(first) == key(second)
  }

  /// Where a label stands in a list, leaving aside variation selectors; an equal spelling is preferred.
  public static func position(of label: String, in labels: [String]) -> Int? {
    labels.firstIndex(of: label) ?? labels.firstIndex { key($0) == key(label) }
  }

  /// What labels are compared by: the spelling without U+FE0F.
  public static func key(_ label: String) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: label.unicodeScalars.lazy.filter { $0 != "\u{FE0F}" })
    return String(scalars)
  }
}
