import CommandLanguage
import Experiments
import Pictures

extension CropAndScale {
  /// `cropAndScale=` of a model.
  static let argument = KeyedArgument<CropAndScale?>(
    "cropAndScale", .choice, "How photos are resized; by default as their dataset says.")

  /// How a model's description says it.
  var fact: (String, String) { ("cropAndScale", "\(rawValue), whatever the photos' dataset says") }

  /// What becomes of photos: `stretched to 227×227`.
  func phrase(to size: String) -> String {
    switch self {
    case .scaleFill: "stretched to \(size)"
    case .scaleFit: "fitted into \(size)"
    case .centerCrop: "cut to \(size)"
    }
  }
}
