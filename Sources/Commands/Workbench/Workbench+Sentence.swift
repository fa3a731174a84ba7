import Wording

extension Workbench {
  /// What is said of a mistake that no cell has made, such as that of a worker on a cluster; nil of other errors.
  public static func sentence(of error: any Error) -> String? {
    Diagnostic(recognising: error).map {
      let text = DiagnosticTexts.text(of: $0).lines.joined(separator: " ")
      return text.prefix(1).uppercased() + text.dropFirst()
    }
  }
}
