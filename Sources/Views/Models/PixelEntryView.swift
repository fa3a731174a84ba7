public import Figures
public import ModelFile
import Wording

/// How photos enter a network whose file does not say it, and what to write where they should enter otherwise.
public struct PixelEntryView {
  private let settings: OnnxInput
  private let model: String
  private let path: String

  /// Of a network loaded under a name with these settings.
  public init(_ settings: OnnxInput, model: String, path: String) {
    (self.settings, self.model, self.path) = (settings, model, path)
  }

  /// As a sentence.
  public var rendering: Rendering {
    let (mean, deviation) = (settings.mean ?? [0], settings.deviation ?? [1])
    let isScaledAlone = mean == [0] && deviation == [1]
    let formula =
      isScaledAlone
      ? "as pixel/255" : "as (pixel/255 - mean)/std with mean \(mean) and std \(deviation)"
    return Rendering.text(
      "\(path) does not say how photos enter: they enter \(formula), \(isScaledAlone ? "from 0 to 1" : "as most networks trained on ImageNet take them"). "
        + "If it was trained otherwise, give scale, mean and std. For example, from -1 to 1: "
        + "load \(model) \"\(path)\" scale=1/255 mean=0.5 std=0.5")
  }
}
