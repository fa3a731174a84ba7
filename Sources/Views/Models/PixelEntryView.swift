public import Figures
public import ModelFile
import Wording

/// How photos enter a network whose file does not say it, and what to write where they should enter otherwise.
public struct PixelEntryView {
  private let settings: OnnxInput
  private let model: String
  private let path: String
  private let others: String

  /// States how photos enter.
  ///
  /// - Parameters:
  ///   - settings: What the network was loaded with.
  ///   - model: Its name.
  ///   - path: Its file.
  ///   - others: The arguments it was loaded with besides, as they were typed, each after a space.
  public init(_ settings: OnnxInput, model: String, path: String, others: String) {
    (self.settings, self.model, self.path, self.others) = (settings, model, path, others)
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
        + "load \(model) \"\(path)\"\(others) scale=1/255 mean=0.5 std=0.5")
  }
}
