public import Experiments
public import Figures
import ModelFile
import Networks
import Tensors
public import Training
import Wording

/// How a neural network is shown.
public struct NetworkView {
  let model: NetworkModel
  /// What is to be said of the file it was made from.
  var sourceRemark: String?
  /// How it stands, where a training has it.
  var state: ModelState?

  /// Shows a network in the state it is in, unless another is said.
  public init(model: NetworkModel, sourceRemark: String? = nil, state: ModelState? = nil) {
    (self.model, self.sourceRemark, self.state) = (model, sourceRemark, state)
  }

  /// What is said when it was made.
  public var made: Rendering { isOfLayers ? Rendering.stacked([foldedLayers, summary]) : summary }

  /// The layers, to be opened where there are many.
  private var foldedLayers: Rendering {
    let count = model.definition.layers.count
    return count > Self.mostShown ? layers.folded("\(model.name): \(count) layers") : layers
  }

  private static let mostShown = 4

  /// Whether its layers were written in a block, or follow a copy of another network's.
  private var isOfLayers: Bool { model.source.file == nil }

  /// What is said when its last layer was set from the means of classes.
  public func centred(on selection: String, classes: Int) -> Rendering {
    let layers = model.definition.layers.filter(\.isUpdatable).map(\.name)
    return Rendering.text(
      "\(model.name): \(model.source.name) with a layer \(Numbers.list(layers)) that predicts the class of the nearest of "
        + "\(Numbers.count(classes, "class mean")) of \(selection), and \(Numbers.count(model.outputs.count, "output"))."
    )
  }

  /// The layers, with what each makes and how many numbers it has to learn.
  public var layers: Rendering {
    let shapes = (try? model.definition.shapes()) ?? [:]
    let input = model.definition.inputs.map { "\($0.name) \($0.shape)" }.joined(separator: ", ")
    return Table(
      caption: "\(model.name): reads \(input)",
      columns: [
        Table.Column("layer"), Table.Column("type"), Table.Column("makes"), .number("parameters"),
        Table.Column("learns"),
      ],
      rows: model.definition.layers.map { layer in
        let count = layer.learnableCount
        return [
          .text(layer.name), .text(layer.kind.label, .muted),
          .text(layer.outputs.map { shapes[$0].map { "\($0)" } ?? "" }.joined(separator: ", ")),
          count == 0 ? "" : .integer(count), layer.isUpdatable ? "yes" : "",
        ]
      }
    ).rendering
  }

  private var summary: Rendering {
    let counts = model.definition.parameterCounts
    let layers = model.definition.layers.filter(\.isUpdatable).map(\.name)
    let seed = model.initial.seed.map { ", initial weights from seed=\($0)" } ?? ""
    return Rendering.text(
      (isOfLayers
        ? "\(model.name): \(copied)\(Numbers.count(model.definition.layers.count, "layer")) and \(Numbers.count(model.outputs.count, "output"))\(seed). "
        : "\(model.name): \(model.source.name) with a new layer \(Numbers.list(layers)) and \(Numbers.count(model.outputs.count, "output"))\(seed). ")
        + "\(Numbers.grouped(counts.trainable)) trainable of \(Numbers.grouped(counts.all)) parameters." + quantized
        + regressor + channelsLast)
  }

  /// That its frozen layers are computed in 8 bits, where they are.
  private var quantized: String {
    model.definition.isQuantized
      ? " \(Numbers.count(model.definition.quantizations.count, "frozen layer")) in 8 bits." : ""
  }

  /// What is said of an input that looks as other programs write it, with the channels last.
  private var channelsLast: String {
    guard isOfLayers, model.source.name == model.name, let shape = model.definition.inputs.first?.shape,
      shape.count == 3, shape[0] == shape[1], shape[0] > 4, shape[2] <= 4
    else { return "" }
    return "\n⚠️ The channels come first: this input has \(shape[0]) channels of \(shape[1]) × \(shape[2]). "
      + "For images of \(shape[0]) × \(shape[1]): input=[\(shape[2]), \(shape[0]), \(shape[1])]"
  }

  /// Whose layers its first ones are, where they are another network's.
  private var copied: String {
    guard model.source.name != model.name else { return "" }
    return "the layers of \(model.source.name), not trained unless update says so, in a network of "
  }

  /// That it answers with numbers, where it does: a classifier is told by its softmax alone.
  private var regressor: String {
    let standardized =
      model.definition.standardizesInput
      ? " Its inputs are standardised by the samples of its first training." : ""
    guard model.outputs.isRegressor else { return standardized }
    return standardized
      + " It is a regressor: it predicts \(Numbers.count(model.outputs.count, "number")). For classes, end it with softmax."
  }

  /// The file of the program it is; nil for networks.
  private var program: ProgramRecord? {
    model.source.isProgram ? model.source.file?.program : nil
  }

  private var kind: String { program == nil ? "neural network" : "ML program" }

  /// What is said when it was loaded.
  public func loaded(from file: String) -> Rendering {
    let counts = model.definition.parameterCounts
    let trainable =
      counts.trainable == 0
      ? "no layer is updatable"
      : "\(Numbers.grouped(counts.trainable)) trainable of \(Numbers.grouped(counts.all)) parameters"
    return Rendering.text(
      "\(model.name): \(kind) from \(file), \(Numbers.count(model.definition.layers.count, "layer")), "
        + "\(Numbers.count(model.outputs.count, "output")), \(trainable).")
  }

  /// Everything about it.
  public var description: Rendering {
    let counts = model.definition.parameterCounts
    let updatable = model.definition.layers.filter(\.isUpdatable).map(\.name)
    var facts: [(String, String)] = [
      (
        "kind",
        "\(kind)\(model.outputs.isRegressor ? " that predicts numbers" : ""), \(Numbers.count(model.definition.layers.count, "layer"))"
      ),
      ("made from", model.source.name + (sourceRemark ?? "")),
      ("input", model.definition.inputPhrase),
    ]
    if let basis = model.source.basis { facts.append(basis.fact) }
    if let scaling = model.scaling { facts.append(scaling.fact) }
    facts += [
      ("outputs", labelsPhrase)
    ]
    if let program { facts += ProgramFacts(program).facts }
    if program == nil || counts.trainable > 0 {
      facts.append(("parameters", "\(Numbers.grouped(counts.trainable)) trainable of \(Numbers.grouped(counts.all))"))
    }
    facts += [
      ("trainable layers", updatable.isEmpty ? "none" : Numbers.list(updatable))
    ]
    if let seed = model.initial.seed { facts.append(("initial weights", "seed=\(seed)")) }
    if model.definition.isQuantized {
      facts.append(("precision", "\(Numbers.count(model.definition.quantizations.count, "frozen layer")) in 8 bits"))
    }
    facts.append(("trained", (state ?? model.modelState).phrase))
    if let last = model.training.last { facts += settings(last) }
    return FactsView(title: model.name, facts: facts).rendering
  }

  private var labelsPhrase: String {
    let labels = model.outputs.labels
    let shown = labels.prefix(12).joined(separator: ", ")
    return "\(labels.count): \(shown)" + (labels.count > 12 ? " and \(labels.count - 12) more" : "")
  }

  private func settings(_ training: NetworkModel.LastTraining) -> [(String, String)] {
    let settings = training.settings
    return [
      ("last trained on", training.on),
      ("validated on", training.validate.isEmpty ? "nothing" : training.validate.joined(separator: ", ")),
      ("settings", settings.phrase),
    ]
      + (training.augmentation.isEmpty
        ? [] : [("varied by", training.augmentation.map(\.phrase).joined(separator: ", "))])
  }
}

extension TrainingSettings {
  /// The settings as one would type them.
  public var phrase: String {
    var parts = [
      "epochs=\(epochs)", "miniBatchSize=\(miniBatchSize)", "optimizer=\(optimizer.name)",
      "learningRate=\(Numbers.short(optimizer.learningRate))",
    ]
    switch optimizer.rule {
    case .sgd(let momentum, let isNesterov):
      if momentum != 0 { parts.append("momentum=\(Numbers.short(momentum))") }
      if isNesterov { parts.append("nesterov=true") }
    case .adam(let beta1, let beta2, let eps):
      parts += ["beta1=\(Numbers.short(beta1))", "beta2=\(Numbers.short(beta2))", "eps=\(Numbers.short(eps))"]
    }
    if optimizer.weightDecay != 0 { parts.append("weightDecay=\(Numbers.short(optimizer.weightDecay))") }
    parts += lossPhrases
    if schedule != .constant { parts.append("schedule=\(schedule.phrase)") }
    parts += ["shuffle=\(shuffle)", "seed=\(seed)"]
    if lastBatch == .short { parts.append("lastBatch=short") }
    if keep == .best { parts.append("keep=best") }
    if let earlyStop { parts.append("earlyStop=\(earlyStop.patience)") }
    return parts.joined(separator: " ")
  }

  private var lossPhrases: [String] {
    var parts: [String] = []
    if losses.count > 1 || losses != [LossChoice(kind: .crossEntropy, tensor: nil, weight: nil)] {
      let phrases = losses.map(\.phrase)
      parts.append(phrases.count == 1 ? "loss=\(phrases[0])" : "loss=[\(phrases.joined(separator: ", "))]")
    }
    if loss.labelSmoothing != 0 { parts.append("labelSmoothing=\(loss.labelSmoothing)") }
    if !loss.classWeights.isEmpty {
      let weights = loss.classWeights.map { Numbers.short((Double($0) * 1e4).rounded() / 1e4) }
      parts.append("classWeights=[\(weights.joined(separator: ", "))]")
    }
    return parts
  }
}

extension LossChoice {
  /// The loss as one would type it.
  public var phrase: String {
    let parts = [tensor, weight.map { "weight=\(Numbers.short($0))" }].compactMap(\.self)
    return kind.rawValue + (parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))")
  }
}

extension Schedule {
  /// The schedule as one would type it.
  public var phrase: String {
    switch self {
    case .constant: "constant"
    case .exponential(let rate, let every):
      "exponential(\(Numbers.short(rate))\(every == .batch ? ", every=batch" : ""))"
    case .step(let factor, let epochs): "step(\(Numbers.short(factor)), \(epochs))"
    case .cosine(let minimum): minimum == 0 ? "cosine" : "cosine(\(Numbers.short(minimum)))"
    case .cyclic(let maximum, let stepSize): "cyclic(\(Numbers.short(maximum)), \(stepSize))"
    case .oneCycle: "oneCycle"
    case .warmUp(let epochs, let then): "warmUp(\(epochs), \(then.phrase))"
    }
  }
}
