public import ModelFile
public import Wording

extension Finding {
  /// What is said of a broken rule: the rule and its breach, and what would help.
  public var text: DiagnosticText {
    switch rule {
    case .whole(let rule): Self.whole(rule)
    case .feature(let rule): Self.feature(rule)
    case .interface(let rule): Self.interface(rule)
    case .layers(let rule): Self.layers(rule)
    case .learning(let rule): Self.learning(rule)
    case .update(let rule): Self.update(rule)
    case .neighbors(let rule): Self.neighbors(rule)
    case .pipeline(let rule): Self.pipeline(rule)
    }
  }

  private static func whole(_ rule: Rule.Whole) -> DiagnosticText {
    switch rule {
    case .versionMissing:
      DiagnosticText("It names no version of the format.", "Set specificationVersion, 4 or above to train.")
    case .versionTooNew(let version, let newest):
      DiagnosticText(
        "Specification version \(version) does not exist; the newest known is \(newest).", "Set a version from 1.")
    case .versionTooOldToUpdate(let version, let least):
      DiagnosticText(
        "An updatable model needs specification version \(least) or above; it has \(version).",
        "Set specificationVersion to \(least).")
    case .versionTooOldForContent(let version, let least):
      DiagnosticText(
        "What is in it needs specification version \(least); it says \(version).",
        "Set specificationVersion to \(least).")
    case .kindMissing:
      DiagnosticText("It does not say what kind of model it is.", "Put a network or another model into it.")
    case .kindNotUpdatable(let kind):
      DiagnosticText(
        "It is \(kind.phrase); only neural networks, k-nearest-neighbours classifiers and pipelines can be updatable.",
        "Take isUpdatable away.")
    }
  }

  private static func feature(_ rule: Rule.Feature) -> DiagnosticText {
    switch rule {
    case .nameMissing: DiagnosticText("An input or output has no name.", "Give it one.")
    case .typeMissing(let feature): DiagnosticText("\(feature) has no type.", "Give it one: image, array, text …")
    case .tooNew(let feature, let version, let least):
      DiagnosticText(
        "The type of \(feature) needs specification version \(least); it says \(version).",
        "Use FLOAT32, or set specificationVersion to \(least).")
    case .arrayTypeUnknown(let feature, let number):
      DiagnosticText("The array \(feature) has no known type of number (\(number)).", "Use FLOAT32, DOUBLE or INT32.")
    case .arrayShape(let feature, let shape):
      DiagnosticText(
        shape.isEmpty ? "The array \(feature) has no shape." : "The array \(feature) has the shape \(shape).",
        "Give it one or three lengths: [C] or [C, H, W].")
    case .imageSize(let feature, let width, let height):
      DiagnosticText("The picture \(feature) is \(width) × \(height) pixels.", "Set its width and height.")
    case .colorSpaceUnknown(let feature, let number):
      DiagnosticText("The picture \(feature) has no known colour space (\(number)).", "Use RGB, BGR or GRAYSCALE.")
    case .sizeNotAllowed(let feature):
      DiagnosticText(
        "The sizes allowed for \(feature) contradict each other, or leave out its own.", "Allow its own size, or none.")
    case .dictionaryKeyMissing(let feature):
      DiagnosticText("The dictionary \(feature) does not say what its labels are.", "Use text or whole numbers.")
    case .inputOptional(let feature):
      DiagnosticText("The input \(feature) may be left out, and nothing takes its place.", "Take isOptional away.")
    case .outputOptional(let feature): DiagnosticText("The output \(feature) may be left out.", "Take isOptional away.")
    }
  }

  private static func interface(_ rule: Rule.Interface) -> DiagnosticText {
    switch rule {
    case .inputNeitherArrayNorImage(let feature, let kind):
      DiagnosticText(
        "A network reads images and arrays; the input \(feature) is of type \(kind.rawValue).", "Make it an array.")
    case .inputShape(let feature, let shape):
      DiagnosticText("The array \(feature) has the shape \(shape).", "Give it one or three lengths: [C] or [C, H, W].")
    case .outputNeitherArrayNorImage(let feature, let kind):
      DiagnosticText(
        "A network makes images and arrays; the output \(feature) is of type \(kind.rawValue).", "Make it an array.")
    case .shapesNotExact:
      DiagnosticText(
        "Layers of version 4 and later take arrays in the shape they have; here they are read as five axes.",
        "Set arrayInputShapeMapping to EXACT_ARRAY_MAPPING.")
    case .inputMissing: DiagnosticText("It has no input.", "Describe what it reads.")
    case .outputMissing: DiagnosticText("It has no output.", "Describe what it gives.")
    case .predictionNameMissing:
      DiagnosticText("A regressor says which output it is about; this one does not.", "Set predictedFeatureName.")
    case .predictedNameMissing:
      DiagnosticText("A classifier says which output is the label; this one does not.", "Set predictedFeatureName.")
    case .predictedOutputMissing(let name):
      DiagnosticText("\(name), which is predicted, is not among the outputs.", "Describe an output of this name.")
    case .predictedType(let found, let wanted):
      DiagnosticText(
        "What is predicted is described as \(found.rawValue), but is \(wanted.rawValue).",
        "Make the output \(wanted.rawValue).")
    case .outputUnmade(let feature), .scoreUnmade(let feature):
      DiagnosticText("No layer makes the output \(feature).", "Name a layer's output so, or take it off the outputs.")
    case .channelScaleZero(let feature):
      DiagnosticText(
        "The pixels of \(feature.isEmpty ? "the image" : feature) are multiplied by 0: channelScale is missing.",
        "Set channelScale to 1.")
    }
  }

  private static func layers(_ rule: Rule.Layers) -> DiagnosticText {
    switch rule {
    case .missing: DiagnosticText("The network has no layers.", "Give it some.")
    case .contradiction(let problem):
      DiagnosticText("The layer contradicts itself: \(problem.phrase).", "Make the layer anew from its source.")
    case .tensorUnknown(let tensor):
      DiagnosticText("It reads \(tensor), which nothing before it makes.", "Put the layer that makes it further up.")
    case .tensorMadeTwice(let tensor, let before):
      DiagnosticText(
        "It makes \(tensor), which \(before.isEmpty ? "is an input" : "\(before) makes already").",
        "Rename one of the two.")
    case .mixedPrecision:
      DiagnosticText(
        "Its weights and its bias are in single and half precision.", "Store both in one: precision=float32.")
    case .shape(let expected, let actual):
      DiagnosticText(
        "It is made for \(Numbers.grouped(expected)) channels and is given \(Numbers.grouped(actual)).",
        "Correct the count; Core ML warns of it and looks no further.")
    case .labelsMissing: DiagnosticText("A classifier needs class labels; there are none.", "Give it labels.")
    case .scoresUnknown(let tensor):
      DiagnosticText(
        "No layer makes \(tensor.isEmpty ? "the scores" : "the scores \(tensor)").",
        "Set labelProbabilityLayerName to the softmax's output.")
    case .labelCount(let labels, let scores):
      DiagnosticText(
        "There are \(Numbers.count(labels, "label")) for \(Numbers.count(scores, "score")).",
        "Give it a label per score.")
    }
  }

  private static func learning(_ rule: Rule.Trainability) -> DiagnosticText {
    switch rule {
    case .nothingUpdatable: DiagnosticText("No layer is updatable.", "To make one so: update … layers=[…]")
    case .typeNotUpdatable(let type):
      DiagnosticText(
        "A layer of type \(type ?? "none") cannot be updatable; convolutions and fully connected layers can.",
        "Take the layer's isUpdatable away.")
    case .weightsNotMarked(let field):
      DiagnosticText(
        "Its \(field) \(field == "bias" ? "is" : "are") not marked as updatable.", "To mark them: update … layers=[…]")
    case .weightsQuantized(let field):
      DiagnosticText(
        "Its \(field) \(field == "bias" ? "is" : "are") quantised; only whole numbers of steps could be learnt.",
        "Store the layer in single precision: save … precision=float32")
    case .weightsHalf(let field):
      DiagnosticText(
        "Its \(field) \(field == "bias" ? "is" : "are") in half precision: a device would learn in half precision throughout.",
        "Store single precision, save … does, or put the frozen part into a pipeline model of its own.")
    case .nameTaken(let name): DiagnosticText("Two layers, or a layer and a loss, are called \(name).", "Rename one.")
    case .gradientBlocked(let type):
      DiagnosticText(
        "No gradient passes a layer of type \(type ?? "none") on a device, and it lies between an updatable layer and the loss.",
        "Train only layers above it on a device; here the whole network can be trained.")
    }
  }

  private static func update(_ rule: Rule.Update) -> DiagnosticText {
    switch rule {
    case .lossCount(let count):
      DiagnosticText(
        "There \(count == 1 ? "is" : "are") \(Numbers.count(count, "loss", plural: "losses")); a device takes exactly one.",
        count == 0 ? "To set it: update … loss=crossEntropy" : "Keep one of them.")
    case .lossKindMissing(let loss):
      DiagnosticText("The loss \(loss) has no kind.", "To set it: update … loss=crossEntropy")
    case .lossNotOnSoftmax(let loss, let input):
      DiagnosticText(
        "The cross entropy \(loss) reads \(input), which no softmax makes.",
        "Let it read the softmax's output; a softmaxND counts as none (update … rewrites it).")
    case .lossInputUnknown(let loss, let input):
      DiagnosticText("The squared error \(loss) reads \(input), which no layer makes.", "Let it read a layer's output.")
    case .lossTargetInside(let loss, let target):
      DiagnosticText(
        "The target \(target) of \(loss) is made inside the network.", "Give the target a name of its own.")
    case .optimizerMissing: DiagnosticText("There is no optimizer.", "To set it: update … optimizer=sgd")
    case .parameterMissing(let parameter):
      DiagnosticText("\(parameter) is missing.", "To set it: update … \(parameter)=\(example(of: parameter))")
    case .parameterDefault(let parameter, let breach):
      DiagnosticText(
        "\(parameter) contradicts itself: \(self.breach(breach)).",
        "To set it: update … \(parameter)=\(example(of: parameter))")
    case .trainingInputs(let count):
      DiagnosticText(
        "There \(count == 1 ? "is" : "are") \(Numbers.count(count, "training input")); it takes an input as it is, and the target.",
        "To set them: update …")
    case .trainingTargetMissing(let name):
      DiagnosticText("No training input is called \(name), which is what is learnt.", "To set them: update …")
    case .trainingTargetType(let name, let found, let wanted):
      DiagnosticText(
        "The training input \(name) is of type \(found.rawValue); the label is \(wanted.rawValue).",
        "Make it \(wanted.rawValue).")
    }
  }

  private static func example(of parameter: String) -> String {
    let examples = [
      "epochs": "[1, 10, 50]", "miniBatchSize": "[1, 2, 8, 16]", "learningRate": "range(0, 1, default=0.01)",
      "momentum": "0", "beta1": "0.9", "beta2": "0.999", "eps": "1e-8", "numberOfNeighbors": "range(1, 10, default=3)",
    ]
    return examples[parameter] ?? "…"
  }

  private static func breach(_ breach: ParameterBreach) -> String {
    switch breach {
    case .notPositive(let value): "its default \(Numbers.short(value)) is not positive"
    case .boundNotPositive(let value): "the bound \(Numbers.short(value)) of its range is not positive"
    case .memberNotPositive(let value): "\(Numbers.short(value)) among its allowed values is not positive"
    case .outsideRange(let value, let minimum, let maximum):
      "its default \(Numbers.short(value)) lies outside \(Numbers.short(minimum)) to \(Numbers.short(maximum))"
    case .notInSet(let value, let members):
      "its default \(Numbers.short(value)) is not among \(members.map(Numbers.short).joined(separator: ", "))"
    }
  }

  private static func neighbors(_ rule: Rule.Neighbors) -> DiagnosticText {
    switch rule {
    case .contradiction(let problem):
      DiagnosticText("The examples contradict themselves: \(problem.phrase).", "Make the index anew.")
    case .indexMissing:
      DiagnosticText("It does not say how examples are searched.", "Name a linear index or a kd-tree.")
    case .leafSize(let size):
      DiagnosticText("The leaves of the search tree hold \(size) examples.", "Set leafSize to 30.")
    case .defaultLabelType:
      DiagnosticText(
        "The labels are texts and the default label a number, or the other way round.", "Give both one type.")
    }
  }

  private static func pipeline(_ rule: Rule.Pipeline) -> DiagnosticText {
    switch rule {
    case .empty: DiagnosticText("The pipeline has no models.", "Put models into it.")
    case .nameCount(let names, let models):
      DiagnosticText(
        "There are \(Numbers.count(names, "name")) for \(Numbers.count(models, "model")).",
        "Give one name per model, or none.")
    case .nameTaken(let name, _): DiagnosticText("Two of its models are called \(name).", "Rename one.")
    case .inputUnfed(let feature, let index):
      DiagnosticText(
        "Model \(index) takes \(feature), which nothing before it gives.", "Name an output of an earlier model so.")
    case .inputType(let feature, let index):
      DiagnosticText("\(feature) is given as one type and taken as another by model \(index).", "Give both one type.")
    case .outputUnmade(let feature):
      DiagnosticText("No model gives the output \(feature).", "Name a model's output so, or take it off the outputs.")
    case .lastFrozen:
      DiagnosticText("The pipeline is updatable and its last model is not.", "Make the last model updatable.")
    case .innerUpdatable(let index):
      DiagnosticText("Model \(index) is updatable; only the last one may be.", "Take its isUpdatable away.")
    case .frozen(let index):
      DiagnosticText("Model \(index) is updatable and the pipeline is not.", "Set the pipeline's isUpdatable too.")
    }
  }
}
