import Language
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

/// Reads a loss: `crossEntropy`, `crossEntropy(aux, weight=0.3)`.
struct LossReader {
  /// Checks the parts.
  let binder: ArgumentBinder

  /// The losses, as they are called, with what they take: for completion and help.
  static let forms = Loss.allCases.map(\.rawValue) + ["crossEntropy(aux, weight=0.3)"]

  private static let parts = ["of", "weight"]

  /// Reads a loss; nil where the value is none.
  func read(_ value: Value) throws(Fault) -> LossChoice? {
    guard let name = value.call?.name.value ?? value.textOrString else { return nil }
    guard let kind = Loss(rawValue: name) else {
      throw Fault(
        .unknownChoice(argument: "loss", given: name, allowed: Loss.allCases.map(\.rawValue)),
        at: value.call?.name.span ?? value.span)
    }
    var tensor: String?
    var weight: Double?
    for argument in value.call?.arguments ?? [] {
      switch argument.key?.value {
      case nil where tensor == nil, "of"?:
        tensor = try binder.check(argument.value, .text, name: "\(name)'s of").word
      case "weight"?: weight = try binder.check(argument.value, .decimal(0...1e6), name: "\(name)'s weight").decimal
      case let key?: throw Fault(.unknownKey(key, command: name, known: Self.parts), at: argument.key?.span)
      case nil: throw Fault(.partTooMany(argument.value.text, form: Self.forms[2]), at: argument.value.span)
      }
    }
    return LossChoice(kind: kind, tensor: tensor, weight: weight)
  }
}

extension CheckedValue {
  /// The losses: one, or those of a list.
  var losses: [LossChoice] {
    switch content {
    case .loss(let loss): [loss]
    case .list(let elements): elements.flatMap(\.losses)
    default: preconditionFailure("\(text) was not declared a loss")
    }
  }
}
