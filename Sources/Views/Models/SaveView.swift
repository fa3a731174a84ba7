public import Experiments
public import Figures
public import ModelFile
import Networks
import Pictures
import Tensors
import Wording

/// What is said of a file that was written: what it is, how large, and what of the model is not in it.
public struct SaveView {
  let model: Model
  let file: ModelFile
  let path: String
  let precision: WeightPrecision
  /// How large it would be with its numbers as they were; nil where that was not asked.
  let plainSize: Int?
  /// What its predictions about samples lose; nil where none were named.
  var effect: (effect: PrecisionEffect, on: String)?
  /// Whether another file lay there before.
  var replaces = false

  /// Tells of a file that was written.
  public init(
    model: Model, file: ModelFile, path: String, precision: WeightPrecision, plainSize: Int?,
    effect: (effect: PrecisionEffect, on: String)? = nil, replaces: Bool = false
  ) {
    (self.model, self.file, self.path, self.precision) = (model, file, path, precision)
    (self.plainSize, self.effect, self.replaces) = (plainSize, effect, replaces)
  }

  /// A sentence, and a line for each thing a device could not go on with.
  public var rendering: Rendering {
    let size = plainSize.map { "\(Numbers.bytes(file.storage.byteCount)) (\(Numbers.bytes($0)) without precision=)" }
    let line =
      "\(model.name) is in \(path): \(file.kind.phrase), specification version \(file.specificationVersion), "
      + "\(file.isUpdatable ? "updatable" : "not updatable"), \(size ?? Numbers.bytes(file.storage.byteCount))."
    let written = line + (replaces ? " It replaced the earlier file." : "")
    return Rendering.text(([written] + remarks).joined(separator: "\n"))
  }

  private var remarks: [String] {
    let isNamed = [".mlmodel", ".mlpackage"].contains { path.lowercased().hasSuffix($0) }
    let name = isNamed ? nil : "Core ML's tools open it only under a name that ends in .mlmodel."
    guard case .network(let network) = model else { return [name, scaling, quantized, loss].compactMap(\.self) }
    var remarks = [name, scaling, quantized, rounding(network), loss].compactMap(\.self)
    if file.isUpdatable, precision == .float16 {
      remarks.append(
        "Half precision is for models that are not updatable (a device would train in it): stored as float32. For half the "
          + "size: updatable=false")
    } else if file.isUpdatable, precision != .asStored, precision != .float32 {
      remarks.append("Layers that can be trained keep single precision.")
    }
    guard file.isUpdatable else { return remarks }
    return remarks + DeviceRemarks(network).all.map { "What a phone cannot continue: \($0)" }
  }

  /// What an app has to see to that Core ML's files cannot say.
  private var scaling: String? {
    model.scaling.map { scaling in
      "Core ML files cannot hold cropAndScale=\(scaling.rawValue): it is kept in the file's metadata, where load finds it. An "
        + "app sets it in Vision: imageCropAndScaleOption = .\(scaling.rawValue)"
    }
  }

  /// That predictions of the file can differ from those of a model whose layers are computed in 8 bits.
  private var quantized: String? {
    let definition =
      switch model {
      case .network(let model): model.definition
      case .neighbors(let model): model.extractor.definition
      case .hybrid: NetworkDefinition?.none
      }
    guard definition?.isQuantized == true else { return nil }
    return "\(model.name) computes frozen layers in 8 bits. The file computes them in single precision: "
      + "its predictions can differ a little."
  }

  /// What predictions lose.
  private var loss: String? {
    switch effect {
    case (.classes(let before, let after, let changed, let count), let on)?:
      func accuracy(_ correct: Int) -> String {
        "\(Numbers.percent(Double(correct) / Double(max(count, 1)))) (\(Numbers.part(correct, of: count)))"
      }
      return "Accuracy on \(on): \(accuracy(before)) before, \(accuracy(after)) after; "
        + "\(Numbers.count(changed, "prediction")) changed."
    case (.numbers(let before, let after, let largest), let on)?:
      return "RMSE on \(on): \(Numbers.measured(before)) before, \(Numbers.measured(after)) after; "
        + "predictions changed by \(Numbers.measured(largest)) at most."
    case nil: return nil
    }
  }

  /// How far stored numbers are from those of the model.
  private func rounding(_ network: NetworkModel) -> String? {
    guard precision != .asStored, precision != .float32, let stored = try? file.network() else { return nil }
    let own = network.definition.parameters
    var largest: Float = 0
    for (key, tensor) in stored.parameters {
      guard let values = own[key]?.values, values.count == tensor.count else { continue }
      for (one, other) in zip(values, tensor.values) { largest = max(largest, abs(one - other)) }
    }
    return largest == 0
      ? nil
      : "Weights were rounded, by \(Numbers.short((Double(largest) * 1e6).rounded() / 1e6)) at most"
        + (effect == nil ? "; predictions can differ." : ".")
  }
}
