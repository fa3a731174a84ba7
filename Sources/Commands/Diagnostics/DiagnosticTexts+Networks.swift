import CommandLanguage
import Experiments
import Networks
import Training
import Views
import Wording

extension DiagnosticTexts {
  /// What is said of a network that cannot be built or run.
  static func network(_ name: String, _ error: NetworkError) -> DiagnosticText {
    switch error {
    case .unknownTensor(let layer, let tensor):
      DiagnosticText("\(layer.map { "Layer \($0) of \(name)" } ?? name) reads \(tensor), which no layer makes.")
    case .duplicateTensor(let layer, let tensor):
      DiagnosticText("Layer \(layer) of \(name) makes \(tensor), which another layer makes already.")
    case .duplicateLayer(let layer): DiagnosticText("Two layers of \(name) are called \(layer).")
    case .wrongTensorCount(let layer, let expected, let actual):
      DiagnosticText("Layer \(layer) of \(name) has \(Numbers.count(actual, "tensor")) and needs \(expected).")
    case .shapeMismatch(let layer, let expected, let actual):
      DiagnosticText("Layer \(layer) of \(name) expects the shape \(shape(expected)), not \(shape(actual)).")
    case .parameterMismatch(let layer, let parameter, let expected, let actual):
      DiagnosticText(
        "The \(parameter) of layer \(layer) of \(name) have the shape \(shape(actual)) instead of \(shape(expected)).")
    case .invalidSetting(let layer, let setting, let value):
      DiagnosticText("\(setting) of layer \(layer) of \(name) cannot be \(value).")
    case .emptyOutput(let layer, let input):
      DiagnosticText(
        "Layer \(layer) of \(name) has no output: its window is larger than its input \(shape(input)).")
    case .tooLarge(let layer, let bytes):
      DiagnosticText("\(layer.map { "Layer \($0) of \(name)" } ?? name) would need \(Numbers.bytes(bytes)) of memory.")
    case .unsupported(let layer, let kind): DiagnosticText("Layer \(layer) of \(name) (\(kind)) cannot be run here.")
    case .invalidInput(let input, let lengths):
      DiagnosticText("Input \(input) of \(name) has the shape \(shape(lengths)), which is not valid.")
    case .imageInput(let input, let part, let expected, let actual):
      DiagnosticText(
        "Input \(input) of \(name) is an image with \(Self.count(actual, part)); it needs \(Numbers.grouped(expected))."
      )
    case .feed(let error): feed(name, error)
    case .step(let error): step(name, error)
    }
  }

  private static func count(_ count: Int, _ part: NetworkError.ImagePart) -> String {
    switch part {
    case .channels: Numbers.count(count, "channel")
    case .biases: "\(Numbers.grouped(count)) bias\(count == 1 ? "" : "es")"
    case .meanNumbers: "a mean image of \(Numbers.count(count, "number"))"
    }
  }

  private static func feed(_ name: String, _ error: NetworkError.Feed) -> DiagnosticText {
    switch error {
    case .missing(let input): DiagnosticText("\(name) needs a value for its input \(input).")
    case .unknown(let input, let known):
      DiagnosticText("\(name) has no input \(input).", "It has \(Numbers.list(known)).")
    case .shape(let input, let expected, let actual):
      DiagnosticText("Input \(input) of \(name) expects \(shape(expected)) and was given \(shape(actual)).")
    case .batchMismatch(let expected, let actual):
      DiagnosticText("\(name) was given \(actual) samples instead of \(expected).")
    case .pictureSize(let expected, let actual):
      DiagnosticText(
        "\(name) reads pictures of \(expected.width) × \(expected.height) pixels, not \(actual.width) × \(actual.height)."
      )
    case .imageInputs(let count):
      DiagnosticText("\(name) reads \(Numbers.count(count, "image")), so a photo alone is not enough.")
    }
  }

  private static func step(_ name: String, _ error: NetworkError.Step) -> DiagnosticText {
    switch error {
    case .nothingToTrain: DiagnosticText("No layer of \(name) is updatable, so there is nothing to train.")
    case .lossNeedsSoftmax(let tensor):
      DiagnosticText("\(name) cannot be trained with cross entropy: \(tensor) is not the output of a softmax.")
    case .classOutOfRange(let target, let count):
      DiagnosticText("\(name) has \(count) outputs; there is no output \(target).")
    case .targetShape(let expected, let actual):
      DiagnosticText("The targets of \(name) have the shape \(shape(actual)) instead of \(shape(expected)).")
    case .lossCount(let losses, let targets):
      DiagnosticText("\(name) has \(Numbers.count(losses, "loss", plural: "losses")) and targets for \(targets).")
    case .lossSetting(let setting, let value):
      DiagnosticText("\(setting) of a loss cannot be \(Numbers.short(value)).")
    case .notDifferentiable(let layer, let kind):
      DiagnosticText("The gradient of \(name) cannot pass through layer \(layer) (\(kind)).")
    case .diverged:
      DiagnosticText("The loss of \(name) is no longer a number.", "Try a smaller learningRate.")
    case .stopped: DiagnosticText("The training of \(name) was stopped.")
    }
  }

  /// What is said of a training that cannot go on.
  static func training(_ name: String, _ error: TrainingError) -> DiagnosticText {
    switch error {
    case .dimensions(let expected, let actual):
      DiagnosticText("\(name) stores \(Numbers.count(expected, "number")) per photo, not \(actual).")
    case .shape(let lengths):
      DiagnosticText("\(name) needs a row of features per photo, not the shape \(shape(lengths)).")
    case .count(let what, let expected, let actual):
      DiagnosticText("\(name) was given \(actual) \(what) for \(expected).")
    case .notFinite(let sample, let position):
      DiagnosticText("Feature \(position) of photo \(sample) is infinite or not a number, so \(name) cannot use it.")
    case .setting(let fault):
      DiagnosticText(
        "\(fault.name.rawValue) cannot be \(Numbers.short(fault.value)).", "Allowed: \(fault.allowed.phrase).")
    case .noSamples: DiagnosticText("There is nothing to train \(name) on.")
    case .unknownClass(let sample, let target, let classes):
      DiagnosticText("Photo \(sample) belongs to output \(target), but \(name) has \(classes) outputs.")
    case .stateMismatch(let what, let expected, let actual):
      DiagnosticText(
        "The stopped training of \(name) had \(Numbers.grouped(expected)) \(what), and now there are \(Numbers.grouped(actual)).",
        "Start over with from=start, or give on= again.")
    case .fixedWhileTraining(let settings):
      DiagnosticText("\(Numbers.list(settings)) cannot change while \(name) is being trained.")
    }
  }

  /// What is said when a loss grew beyond numbers.
  static func diverged(
    _ name: String, _ divergence: Divergence, isUnchanged: Bool, hasUnevenColumns: Bool
  ) -> DiagnosticText {
    DiagnosticText(
      "The loss of \(name) is no longer a number, in epoch \(Numbers.grouped(divergence.epoch)), mini-batch \(Numbers.grouped(divergence.batch + 1)), "
        + "with learningRate \(Numbers.short(divergence.learningRate)). "
        + (isUnchanged
          ? "Nothing was changed." : "The weights are those after epoch \(Numbers.grouped(divergence.keptEpochs))."),
      hasUnevenColumns
        ? "Columns of unlike size make its steps too large. Create \(name) again with standardize=true."
        : "Try learningRate=\(Numbers.short(divergence.suggestedLearningRate)).")
  }

  static func shape(_ lengths: [Int]) -> String {
    "[" + lengths.map { $0 == 0 ? "any" : String($0) }.joined(separator: ", ") + "]"
  }
}
