import CommandLanguage
import Experiments
import Views
import Wording

extension ValueType<Augmentation> {
  /// A way of varying photos: `flipHorizontal`, `rotate(15)`.
  static var augmentation: Self { AugmentationCalls.type }
}

/// The ways of varying photos, and what each takes.
private enum AugmentationCalls {
  static let type = ValueType<Augmentation>.call(
    noun: "augment", phrase: "an augmentation, such as flipHorizontal or rotate(15)",
    plural: "augmentations, such as flipHorizontal or rotate(15)",
    placeholder: "flipHorizontal|rotate(15)|…", print: \.phrase
  ) { forms }

  static let forms: [CallForm<Augmentation>] = [
    CallForm("flipHorizontal") { .flipHorizontal }, CallForm("flipVertical") { .flipVertical },
    form("rotate", "degrees", 0...180, "Largest angle, in degrees.", default: 15) { .rotate($0) },
    form("zoom", "factor", 0...0.9, "Largest change of size.", default: 0.1) { .zoom($0) },
    CallForm("crop") { .crop },
    form("shift", "factor", 0...1, "Largest shift, as a share of a side.", default: 0.1) { .shift($0) },
    form("color", "factor", 0...1, "Largest change of a channel.", default: 0.1) { .color($0) },
    form("brightness", "factor", 0...1, "Largest change of brightness.", default: 0.2) { .brightness($0) },
    form("blur", "radius", 0...20, "Largest standard deviation, in pixels.", default: 1) { .blur($0) },
  ]

  /// A form with one number.
  private static func form(
    _ name: String, _ key: String, _ range: ClosedRange<Double>, _ summary: String, default standard: Double,
    make: @escaping @Sendable (Double) -> Augmentation
  ) -> CallForm<Augmentation> {
    CallForm(
      name, KeyedArgument(key, .decimal(range), summary, default: standard),
      examples: ["\(name)(\(Numbers.short(standard)))"]
    ) { make($0) }
  }
}
