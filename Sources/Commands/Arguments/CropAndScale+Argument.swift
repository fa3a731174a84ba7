import CommandLanguage
import Experiments
import Pictures

extension CropAndScale {
  /// `cropAndScale=` of a model.
  static let argument = KeyedArgument<CropAndScale?>(
    "cropAndScale", .choice, "How photos are resized; by default as their dataset says.")
}
