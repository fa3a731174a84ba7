import CommandLanguage
import Experiments
import Networks

extension ValueType<LossChoice> {
  /// A loss to minimise: `crossEntropy`, `crossEntropy(aux, weight=0.3)`.
  static var loss: Self { LossCalls.type }
}

/// The losses, and what each takes.
private enum LossCalls {
  static let type = ValueType<LossChoice>.call(
    noun: "loss", phrase: "a loss, such as crossEntropy or crossEntropy(aux, weight=0.3)",
    placeholder: Loss.allCases.map(\.rawValue).joined(separator: "|"), print: \.kind.rawValue
  ) { forms }

  static let forms: [CallForm<LossChoice>] = Loss.allCases.map { kind in
    CallForm(kind.rawValue, tensor, weight, examples: [kind.rawValue, "\(kind.rawValue)(aux, weight=0.3)"]) {
      LossChoice(kind: kind, tensor: $0?.word, weight: $1)
    }
  }

  private static let tensor = KeyedArgument("of", .text, "The layer it reads; the network's output when left out.")
  private static let weight = KeyedArgument("weight", .decimal(0...1e6), "Factor in the sum of losses.")
}
