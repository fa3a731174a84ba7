import CommandLanguage
import Networks

/// A loss as it was asked for.
struct LossChoice: Sendable, Equatable {
  /// What is computed.
  let kind: Loss
  /// The layer or tensor it looks at; nil for the network's output.
  let tensor: String?
  /// By what it is multiplied before losses are added; nil for 1.
  let weight: Double?
}

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
    CallForm(kind.rawValue, [tensor, weight], examples: [kind.rawValue, "\(kind.rawValue)(aux, weight=0.3)"]) {
      LossChoice(kind: kind, tensor: $0[tensor]?.word, weight: $0[weight])
    }
  }

  private static let tensor = KeyedArgument("of", .text, "The layer it reads; the network's output when left out.")
  private static let weight = KeyedArgument("weight", .decimal(0...1e6), "Factor in the sum of losses.")
}
