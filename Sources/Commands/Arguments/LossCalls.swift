import CommandLanguage
import Experiments
import Networks

extension ValueType<LossChoice> {
  /// A loss to minimise: `crossEntropy`, `crossEntropy(aux, weight=0.3)`.
  static var loss: Self { LossCalls.all }
  /// A loss that a model file can hold.
  static var storedLoss: Self { LossCalls.stored }
}

/// The losses, and what each takes.
private enum LossCalls {
  static let all = type(of: Loss.allCases), stored = type(of: [.crossEntropy, .meanSquaredError])

  private static func type(of kinds: [Loss]) -> ValueType<LossChoice> {
    // Read again and again: the forms of a key are the same ones each time.
    let forms = kinds.map(form)
    return .call(
      noun: "loss", phrase: "a loss, such as crossEntropy or crossEntropy(aux, weight=0.3)",
      plural: "losses, such as crossEntropy or crossEntropy(aux, weight=0.3)",
      placeholder: kinds.map(\.rawValue).joined(separator: "|"), print: \.kind.rawValue
    ) { forms }
  }

  private static func form(_ kind: Loss) -> CallForm<LossChoice> {
    CallForm(kind.rawValue, tensor, weight, examples: [kind.rawValue, "\(kind.rawValue)(aux, weight=0.3)"]) {
      LossChoice(kind: kind, tensor: $0?.word, weight: $1)
    }
  }

  private static let tensor = KeyedArgument("of", .text, "Layer it reads; by default the network's output.")
  private static let weight = KeyedArgument("weight", .decimal(0...1e6), "Factor in the sum of losses.")
}
