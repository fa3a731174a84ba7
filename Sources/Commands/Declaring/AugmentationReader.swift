import Experiments
import Language

/// Reads a way of varying photos: `flipHorizontal`, `rotate(15)`.
struct AugmentationReader {
  /// Checks the numbers.
  let binder: ArgumentBinder

  /// The ways, as they are called, with what they take: for completion and help.
  static let forms = [
    "flipHorizontal", "flipVertical", "rotate(15)", "zoom(0.1)", "crop", "shift(0.1)", "color(0.1)", "brightness(0.2)",
    "blur(1)",
  ]

  /// What each takes: its range and what holds when it is left out.
  private static let amounts: [String: (range: ClosedRange<Double>, usual: Double)] = [
    "rotate": (0...180, 15), "zoom": (0...0.9, 0.1), "shift": (0...1, 0.1), "color": (0...1, 0.1),
    "brightness": (0...1, 0.2), "blur": (0...20, 1),
  ]

  /// Reads a way; nil where the value is none.
  func read(_ value: Value) throws(Fault) -> Augmentation? {
    guard let name = value.call?.name.value ?? value.textOrString else { return nil }
    let known = Self.forms.map { String($0.prefix { $0 != "(" }) }
    guard known.contains(name) else {
      throw Fault(
        .unknownChoice(argument: "augment", given: name, allowed: known), at: value.call?.name.span ?? value.span)
    }
    let given = value.call?.arguments ?? []
    let form = Self.forms.first { $0 == name || $0.hasPrefix("\(name)(") } ?? name
    let limit = Self.amounts[name] == nil ? 0 : 1
    if let key = given.first(where: { $0.key != nil })?.key {
      throw Fault(.unknownKey(key.value, command: name, known: []), at: key.span)
    }
    if given.count > limit {
      throw Fault(.partTooMany(given[limit].value.text, form: form), at: given[limit].value.span)
    }
    return try make(name, given.first?.value)
  }

  private func make(_ name: String, _ given: Value?) throws(Fault) -> Augmentation? {
    var amount = 0.0
    if let (range, usual) = Self.amounts[name] {
      amount =
        try given.map { (value) throws(Fault) in try binder.check(value, .decimal(range), name: name).decimal } ?? usual
    }
    return switch name {
    case "flipHorizontal": .flipHorizontal
    case "flipVertical": .flipVertical
    case "rotate": .rotate(amount)
    case "zoom": .zoom(amount)
    case "crop": .crop
    case "shift": .shift(amount)
    case "color": .color(amount)
    case "brightness": .brightness(amount)
    case "blur": .blur(amount)
    default: nil
    }
  }
}
