import CommandLanguage
import Experiments
import Files
import Glibc
import ModelFile
import Views
import Wording

extension DiagnosticTexts {
  /// What is said of a model file that cannot be read, run or written.
  static func modelFile(_ name: String, _ error: ModelFileError) -> DiagnosticText {
    switch error {
    case .cannotRead(_, let code): DiagnosticText("\(name) cannot be read: \(Words.systemError(code)).")
    case .cannotWrite(_, ENOENT):
      // The folder was looked at before: what is missing is its readiness to take a file, as in /proc.
      DiagnosticText(
        "\(name) could not be written: its folder belongs to the system or is missing, and takes no new files.",
        "To save it beside the notebook: path=\"name.mlmodel\"")
    case .cannotWrite(_, let code):
      DiagnosticText("\(name) could not be written: \(Words.systemError(code)). What was there before is untouched.")
    case .notRegular(_, let kind): DiagnosticText("\(name) is not a regular file but \(kind.phrase).")
    case .fileTooLarge(_, let bytes, let limit):
      DiagnosticText("\(name) has \(Numbers.bytes(bytes)); at most \(Numbers.bytes(limit)) are read.")
    case .otherForm(_, let form): otherForm(name, form)
    case .notAModel(0): DiagnosticText("\(name) is not a Core ML model: the file is empty.")
    case .notAModel(let count):
      DiagnosticText(
        "\(name) is not a Core ML model: its \(Numbers.count(count, "byte")) \(count == 1 ? "does" : "do") not have its format."
      )
    case .malformed(.truncated(let missing), "", nil, _):
      DiagnosticText(
        "\(name) is damaged: it ends too early, \(Numbers.count(missing, "byte")) \(missing == 1 ? "is" : "are") missing.",
        "Download or create the file again.")
    case .malformed(let kind, let field, let layer, let offset):
      DiagnosticText(
        "\(name) is damaged: \(wire(kind)) in \(field.isEmpty ? "the file" : field)\(layer.map { " of layer \($0)" } ?? ""), "
          + "at byte \(Numbers.grouped(offset)).", "Download or create the file again.")
    case .wrongKind(let kind, let wanted):
      DiagnosticText("\(name) is \(kind.phrase); this needs \(Numbers.alternatives(wanted.map(\.phrase))).")
    case .unsupportedLayers(let layers): unsupported(name, layers)
    case .layer(let layer, let problem):
      DiagnosticText(
        "Layer \(layer.name) (\(layer.type ?? "no type")) of \(name) contradicts itself: \(problem.phrase).")
    case .input(let input, let problem):
      DiagnosticText("Input \(input) of \(name) cannot be fed: \(self.input(problem)).")
    case .nearestNeighbors(let problem):
      DiagnosticText("The examples in \(name) contradict themselves: \(problem.phrase).")
    case .cannotExpress(let problem):
      DiagnosticText("\(name) cannot be written as a Core ML file: \(expression(problem)).", expressionRemedy(problem))
    case .package(let problem): package(name, problem)
    case .program(let fault): program(name, fault)
    case .onnx(let problem): onnx(name, problem)
    }
  }

  private static func unsupported(_ name: String, _ layers: [LayerName]) -> DiagnosticText {
    let names = layers.prefix(5).map { "\($0.name) (\($0.type ?? "no type"))" }
    let more = layers.count > 5 ? ["\(Numbers.grouped(layers.count - 5)) more"] : []
    return DiagnosticText(
      "\(name) has \(layers.count == 1 ? "a layer" : "layers") that cannot be run here: \(Numbers.list(names + more)).")
  }

  private static func otherForm(_ name: String, _ form: ModelForm) -> DiagnosticText {
    switch form {
    case .compiled:
      DiagnosticText("\(name) is a compiled model (.mlmodelc).", "Use the .mlmodel file it was compiled from.")
    case .folder: DiagnosticText("\(name) is a folder, not a model file.")
    }
  }

  private static func wire(_ kind: WireError.Kind) -> String {
    switch kind {
    case .truncated(let missing): "\(Numbers.count(missing, "byte")) \(missing == 1 ? "is" : "are") missing at the end"
    case .endlessNumber: "a number does not end"
    case .impossibleTag(let tag): "an impossible field tag (\(tag))"
    case .unopenedGroup(let field): "the end of a group that was not opened (field \(field))"
    case .tooDeep: "messages nested too deeply"
    case .tooMany: "more entries in a row than any model has"
    case .notText: "a text that is not UTF-8"
    case .brokenList: "a list whose length does not fit its elements"
    }
  }

  private static func input(_ problem: InputProblem) -> String {
    switch problem {
    case .type(let kind): "its type is \(kind.rawValue), neither image nor array"
    case .shape(let shape): "its shape is \(shape); [C] and [C, H, W] are supported"
    case .colorSpace(let value): "its colour space (\(value)) is unknown"
    case .meanImage(let expected, let actual): "the mean image has \(actual) numbers instead of \(expected)"
    case .notGiven: "no earlier model of the pipeline gives it as an array"
    case .ambiguousPreprocessing: "there are several images, and the preprocessing does not name one"
    }
  }

  private static func expression(_ problem: ExpressionProblem) -> String {
    switch problem {
    case .layerKind(let layer): "the format has no layer for \(layer)"
    case .labelCount(let labels, let scores):
      "it has \(Numbers.count(scores, "score")) and is given \(Numbers.count(labels, "label"))"
    case .noOutput: "it has no output"
    case .noSuchTensor(let tensor): "no layer makes \(tensor)"
    case .noClassifierLayer: "it has no classifier layer"
    case .numbers(let layer):
      "layer \(layer) has values that cannot be stored this way (infinite, not a number, or too large)"
    case .nothingUpdatable: "no layer of it is updatable; add updatable=false"
    case .distance: "the format has only the squared Euclidean distance, not the cosine"
    case .notAllowed(let parameter, let value): "the file it came from does not allow \(parameter)=\(value)"
    case .notUpdatable(let layer): "layer \(layer) is of a type that cannot be updatable"
    case .noSuchLayer(let layer): "there is no layer \(layer)"
    case .duplicateName(let name): "two things are called \(name)"
    case .needsPackage: "an ML program is saved as a package, whose name ends with .mlpackage"
    case .programUpdatable: "devices do not train ML programs; updatable=false saves the model for predictions only"
    case .programPrecision: "ML programs store weights as they are, as float16, or in 8, 6, 4, 2 or 1 bits"
    case .programWithoutPacking(let set):
      "its operations, of \(set), have no compressed weights; those of CoreML6 and later have"
    case .exactShapes(let layer):
      "layer \(layer) enlarges feature maps in a way that Core ML has for images, not for arrays"
    }
  }
}

extension DiagnosticTexts {
  /// What can be done where the format has no way to say a thing; empty where nothing can.
  private static func expressionRemedy(_ problem: ExpressionProblem) -> String {
    switch problem {
    case .layerKind:
      "Whet remembers the model across restarts. After an ML program, dense layers, activations, flatten, global pooling and softmax are saved."
    case .notUpdatable: "To save it for predictions only, not for training on a device: updatable=false"
    case .exactShapes:
      "Use layers that enlarge by whole factors or with aligned corners, or an image input: input=[1, H, W] or [3, H, W]"
    case .distance: "To save it: knn … metric=euclidean, and train it again."
    default: ""
    }
  }
}
