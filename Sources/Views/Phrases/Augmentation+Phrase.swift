public import Experiments
import Wording

extension Augmentation {
  /// The way as one would type it.
  public var phrase: String {
    switch self {
    case .flipHorizontal: "flipHorizontal"
    case .flipVertical: "flipVertical"
    case .rotate(let degrees): "rotate(\(Numbers.short(degrees)))"
    case .zoom(let share): "zoom(\(Numbers.short(share)))"
    case .crop: "crop"
    case .shift(let share): "shift(\(Numbers.short(share)))"
    case .color(let share): "color(\(Numbers.short(share)))"
    case .brightness(let share): "brightness(\(Numbers.short(share)))"
    case .blur(let deviation): "blur(\(Numbers.short(deviation)))"
    }
  }
}

extension [Augmentation] {
  /// The ways as one would type them in a list; nil where there are none.
  public var phrase: String? { isEmpty ? nil : map(\.phrase).joined(separator: ", ") }
}
