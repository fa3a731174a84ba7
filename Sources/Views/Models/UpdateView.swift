public import Experiments
public import Figures
import ModelFile
import Wording

/// How a network's new way of being trained is shown: the layers, what a device makes of them, the hyperparameters.
public struct UpdateView {
  let model: NetworkModel

  /// Shows a network that was changed.
  public init(model: NetworkModel) { self.model = model }

  /// A sentence, and the table of hyperparameters.
  public var rendering: Rendering {
    Rendering.stacked([
      Rendering.text(sentences.joined(separator: " ")),
      ParametersView(model).rendering,
    ])
  }

  private var sentences: [String] {
    let counts = model.definition.parameterCounts
    let rows = LayerList(model.definition).rows.filter(\.isUpdatable)
    let names = rows.map(\.name)
    let shown = names.count > 6 ? names.prefix(5) + ["\(names.count - 5) more"] : names[...]
    let trained =
      "\(model.name) trains \(Numbers.list(Array(shown))): "
      + "\(Numbers.grouped(counts.trainable)) trainable of \(Numbers.grouped(counts.all)) parameters."
    guard !model.source.liesOnProgram, !model.definition.isProgram else {
      return [trained, "Devices do not train ML programs."]
    }
    let remarks = DeviceRemarks(model)
    return [trained] + [remarks.untrainedLayers, remarks.stoppedLayers].compactMap { $0.map { "On a device: \($0)" } }
  }
}
