import CommandLanguage
import Experiments
import Language
import Wording

extension DiagnosticTexts {
  /// What a hybrid cannot do, and which of its models can.
  static func hybrid(_ name: String, _ use: HybridUse, _ members: [String]) -> DiagnosticText {
    let (network, neighbors) = (members.first ?? "", members.last ?? "")
    switch use {
    case .changing:
      return DiagnosticText(
        "\(name) is a hybrid of \(Numbers.list(members)) and cannot be trained itself.",
        "Change one of them and create it again: hybrid \(name) of=[\(network), \(neighbors)]")
    case .saving:
      return DiagnosticText(
        "\(name) is a hybrid of \(Numbers.list(members)), which no Core ML file can hold.",
        "Save the two: save \(network) path=\"\(network).mlmodel\"; save \(neighbors) path=\"\(neighbors).mlmodel\"")
    case .explaining:
      return DiagnosticText(
        "\(name) is a hybrid of \(Numbers.list(members)), which use different features.",
        "Use one of them instead: \(Numbers.list(members)).")
    }
  }
}

extension HybridModel {
  /// That something only its two models can do was asked of it.
  func refusal(_ use: HybridUse, at span: Span) -> Diagnostic {
    Diagnostic(.experiment(.loop(.hybrid(name, use, of: names))), at: span)
  }
}
