import CommandLanguage
import Experiments

extension ValueType<Augmentation> {
  /// A way of varying photos: `flipHorizontal`, `rotate(15)`.
  static var augmentation: Self { AugmentationCalls.type }
}

/// The ways of varying photos, and what each takes.
private enum AugmentationCalls {
  static let type = ValueType<Augmentation>.call(
    noun: "augment", phrase: "a way of varying photos, such as flipHorizontal or rotate(15)",
    placeholder: "flipHorizontal|rotate(15)|…", print: \.phrase
  ) { forms }

  static let forms: [CallForm<Augmentation>] = [
    CallForm("flipHorizontal") { _ in .flipHorizontal }, CallForm("flipVertical") { _ in .flipVertical },
    form("rotate", KeyedArgument("degrees", .decimal(0...180), "The largest angle either way.", default: 15)) {
      .rotate($0)
    },
    form("zoom", KeyedArgument("factor", .decimal(0...0.9), "The largest change of size.", default: 0.1)) { .zoom($0) },
    CallForm("crop") { _ in .crop },
    form("shift", KeyedArgument("factor", .decimal(0...1), "The largest share of a side.", default: 0.1)) {
      .shift($0)
    },
    form("color", KeyedArgument("factor", .decimal(0...1), "The largest change of a channel.", default: 0.1)) {
      .color($0)
    },
    form("brightness", KeyedArgument("factor", .decimal(0...1), "The largest change of brightness.", default: 0.2)) {
      .brightness($0)
    },
    form("blur", KeyedArgument("radius", .decimal(0...20), "The largest standard deviation, in pixels.", default: 1)) {
      .blur($0)
    },
  ]

  /// A form with one number.
  private static func form(
    _ name: String, _ amount: KeyedArgument<Double>, make: @escaping @Sendable (Double) -> Augmentation
  ) -> CallForm<Augmentation> {
    CallForm(name, [amount], examples: ["\(name)(\(amount.declaration.defaultText ?? ""))"]) { make($0[amount]) }
  }
}
