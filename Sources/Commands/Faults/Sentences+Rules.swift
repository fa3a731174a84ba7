import CommandLanguage
import ModelFile

extension Sentences {
  /// What is said of a broken rule: the rule and its breach, and what would help.
  static func rule(_ finding: Finding) -> Telling {
    switch finding.rule {
    case .versionMissing, .versionTooNew, .versionTooOldToUpdate, .versionTooOldForContent, .kindMissing,
      .kindNotUpdatable:
      whole(finding.rule)
    case .featureNameMissing, .featureTypeMissing, .featureTooNew, .arrayTypeUnknown, .arrayShape, .imageSize,
      .colorSpaceUnknown, .sizeNotAllowed, .dictionaryKeyMissing, .inputOptional, .outputOptional:
      feature(finding.rule)
    case .inputNeitherArrayNorImage, .outputNeitherArrayNorImage, .inputShape, .shapesNotExact, .inputMissing,
      .outputMissing,
      .predictedNameMissing, .predictionNameMissing, .predictedOutputMissing, .predictedType, .outputUnmade,
      .scoreUnmade, .channelScaleZero:
      interface(finding.rule)
    case .layersMissing, .layer, .tensorUnknown, .tensorMadeTwice, .mixedPrecision, .shape, .labelsMissing,
      .scoresUnknown, .labelCount:
      layers(finding.rule)
    case .nothingUpdatable, .typeNotUpdatable, .weightsNotMarked, .weightsQuantized, .weightsHalf, .nameTaken,
      .gradientBlocked:
      learning(finding.rule)
    case .lossCount, .lossKindMissing, .lossNotOnSoftmax, .lossInputUnknown, .lossTargetInside, .optimizerMissing,
      .parameterMissing, .parameterDefault, .trainingInputs, .trainingTargetMissing, .trainingTargetType:
      update(finding.rule)
    case .neighbors, .neighborsIndexMissing, .leafSize, .defaultLabelType: memory(finding.rule)
    case .pipelineEmpty, .pipelineNameCount, .pipelineNameTaken, .pipelineInputUnfed, .pipelineInputType,
      .pipelineOutputUnmade, .pipelineLastFrozen, .pipelineInnerUpdatable, .pipelineFrozen:
      pipeline(finding.rule)
    }
  }

  private static func whole(_ rule: Rule) -> Telling {
    switch rule {
    case .versionMissing:
      Telling("It names no version of the format.", "Set specificationVersion, 4 or above to train.")
    case .versionTooNew(let version, let newest):
      Telling(
        "Specification version \(version) does not exist; the newest known is \(newest).", "Set a version from 1.")
    case .versionTooOldToUpdate(let version, let least):
      Telling(
        "An updatable model needs specification version \(least) or above; it has \(version).",
        "Set specificationVersion to \(least).")
    case .versionTooOldForContent(let version, let least):
      Telling(
        "What is in it needs specification version \(least); it says \(version).",
        "Set specificationVersion to \(least).")
    case .kindMissing: Telling("It does not say what kind of model it is.", "Put a network or another model into it.")
    case .kindNotUpdatable(let kind):
      Telling(
        "It is \(kind.phrase); only neural networks, k-nearest-neighbours classifiers and pipelines can be updatable.",
        "Take isUpdatable away.")
    default: preconditionFailure("\(rule) is told elsewhere")
    }
  }

  private static func feature(_ rule: Rule) -> Telling {
    switch rule {
    case .featureNameMissing: Telling("An input or output has no name.", "Give it one.")
    case .featureTypeMissing(let feature): Telling("\(feature) has no type.", "Give it one: image, array, text …")
    case .featureTooNew(let feature, let version, let least):
      Telling(
        "The type of \(feature) needs specification version \(least); it says \(version).",
        "Use FLOAT32, or set specificationVersion to \(least).")
    case .arrayTypeUnknown(let feature, let number):
      Telling("The array \(feature) has no known type of number (\(number)).", "Use FLOAT32, DOUBLE or INT32.")
    case .arrayShape(let feature, let shape):
      Telling(
        shape.isEmpty ? "The array \(feature) has no shape." : "The array \(feature) has the shape \(shape).",
        "Give it one or three lengths: [C] or [C, H, W].")
    case .imageSize(let feature, let width, let height):
      Telling("The picture \(feature) is \(width) × \(height) pixels.", "Set its width and height.")
    case .colorSpaceUnknown(let feature, let number):
      Telling("The picture \(feature) has no known colour space (\(number)).", "Use RGB, BGR or GRAYSCALE.")
    case .sizeNotAllowed(let feature):
      Telling(
        "The sizes allowed for \(feature) contradict each other, or leave out its own.", "Allow its own size, or none.")
    case .dictionaryKeyMissing(let feature):
      Telling("The dictionary \(feature) does not say what its labels are.", "Use text or whole numbers.")
    case .inputOptional(let feature):
      Telling("The input \(feature) may be left out, and nothing takes its place.", "Take isOptional away.")
    case .outputOptional(let feature): Telling("The output \(feature) may be left out.", "Take isOptional away.")
    default: preconditionFailure("\(rule) is told elsewhere")
    }
  }

  private static func interface(_ rule: Rule) -> Telling {
    switch rule {
    case .inputNeitherArrayNorImage(let feature, let kind):
      Telling(
        "A network reads images and arrays; the input \(feature) is of type \(kind.rawValue).", "Make it an array.")
    case .inputShape(let feature, let shape):
      Telling("The array \(feature) has the shape \(shape).", "Give it one or three lengths: [C] or [C, H, W].")
    case .outputNeitherArrayNorImage(let feature, let kind):
      Telling(
        "A network makes images and arrays; the output \(feature) is of type \(kind.rawValue).", "Make it an array.")
    case .shapesNotExact:
      Telling(
        "Layers of version 4 and later take arrays in the shape they have; here they are read as five axes.",
        "Set arrayInputShapeMapping to EXACT_ARRAY_MAPPING.")
    case .inputMissing: Telling("It has no input.", "Describe what it reads.")
    case .outputMissing: Telling("It has no output.", "Describe what it gives.")
    case .predictionNameMissing:
      Telling("A regressor says which output it is about; this one does not.", "Set predictedFeatureName.")
    case .predictedNameMissing:
      Telling("A classifier says which output is the label; this one does not.", "Set predictedFeatureName.")
    case .predictedOutputMissing(let name):
      Telling("\(name), which is predicted, is not among the outputs.", "Describe an output of this name.")
    case .predictedType(let found, let wanted):
      Telling(
        "What is predicted is described as \(found.rawValue), but is \(wanted.rawValue).",
        "Make the output \(wanted.rawValue).")
    case .outputUnmade(let feature), .scoreUnmade(let feature):
      Telling("No layer makes the output \(feature).", "Name a layer's output so, or take it off the outputs.")
    case .channelScaleZero(let feature):
      Telling(
        "The pixels of \(feature.isEmpty ? "the image" : feature) are multiplied by 0: channelScale is missing.",
        "Set channelScale to 1.")
    default: preconditionFailure("\(rule) is told elsewhere")
    }
  }

  private static func layers(_ rule: Rule) -> Telling {
    switch rule {
    case .layersMissing: Telling("The network has no layers.", "Give it some.")
    case .layer(let problem):
      Telling("The layer contradicts itself: \(layer(problem)).", "Make the layer anew from its source.")
    case .tensorUnknown(let tensor):
      Telling("It reads \(tensor), which nothing before it makes.", "Put the layer that makes it further up.")
    case .tensorMadeTwice(let tensor, let before):
      Telling(
        "It makes \(tensor), which \(before.isEmpty ? "is an input" : "\(before) makes already").",
        "Rename one of the two.")
    case .mixedPrecision:
      Telling("Its weights and its bias are in single and half precision.", "Store both in one: precision=float32.")
    case .shape(let expected, let actual):
      Telling(
        "It is made for \(Numbers.grouped(expected)) channels and is given \(Numbers.grouped(actual)).",
        "Correct the count; Core ML warns of it and looks no further.")
    case .labelsMissing: Telling("A classifier needs class labels; there are none.", "Give it labels.")
    case .scoresUnknown(let tensor):
      Telling(
        "No layer makes \(tensor.isEmpty ? "the scores" : "the scores \(tensor)").",
        "Set labelProbabilityLayerName to the softmax's output.")
    case .labelCount(let labels, let scores):
      Telling(
        "There are \(Numbers.count(labels, "label")) for \(Numbers.count(scores, "score")).",
        "Give it a label per score.")
    default: preconditionFailure("\(rule) is told elsewhere")
    }
  }

  private static func learning(_ rule: Rule) -> Telling {
    switch rule {
    case .nothingUpdatable: Telling("No layer is updatable.", "To make one so: update … layers=[…]")
    case .typeNotUpdatable(let type):
      Telling(
        "A layer of type \(type ?? "none") cannot be updatable; convolutions and fully connected layers can.",
        "Take the layer's isUpdatable away.")
    case .weightsNotMarked(let field):
      Telling(
        "Its \(field) \(field == "bias" ? "is" : "are") not marked as updatable.", "To mark them: update … layers=[…]")
    case .weightsQuantized(let field):
      Telling(
        "Its \(field) \(field == "bias" ? "is" : "are") quantised; only whole numbers of steps could be learnt.",
        "Store the layer in single precision: save … precision=float32")
    case .weightsHalf(let field):
      Telling(
        "Its \(field) \(field == "bias" ? "is" : "are") in half precision: a device would learn in half precision throughout.",
        "Store single precision, save … does, or put the frozen part into a pipeline model of its own.")
    case .nameTaken(let name): Telling("Two layers, or a layer and a loss, are called \(name).", "Rename one.")
    case .gradientBlocked(let type):
      Telling(
        "No gradient passes a layer of type \(type ?? "none") on a device, and it lies between an updatable layer and the loss.",
        "Train only layers above it on a device; here the whole network can be trained.")
    default: preconditionFailure("\(rule) is told elsewhere")
    }
  }

  private static func update(_ rule: Rule) -> Telling {
    switch rule {
    case .lossCount(let count):
      Telling(
        "There \(count == 1 ? "is" : "are") \(Numbers.count(count, "loss", plural: "losses")); a device takes exactly one.",
        count == 0 ? "To set it: update … loss=crossEntropy" : "Keep one of them.")
    case .lossKindMissing(let loss): Telling("The loss \(loss) has no kind.", "To set it: update … loss=crossEntropy")
    case .lossNotOnSoftmax(let loss, let input):
      Telling(
        "The cross entropy \(loss) reads \(input), which no softmax makes.",
        "Let it read the softmax's output; a softmaxND counts as none (update … rewrites it).")
    case .lossInputUnknown(let loss, let input):
      Telling("The squared error \(loss) reads \(input), which no layer makes.", "Let it read a layer's output.")
    case .lossTargetInside(let loss, let target):
      Telling("The target \(target) of \(loss) is made inside the network.", "Give the target a name of its own.")
    case .optimizerMissing: Telling("There is no optimizer.", "To set it: update … optimizer=sgd")
    case .parameterMissing(let parameter):
      Telling("\(parameter) is missing.", "To set it: update … \(parameter)=\(example(of: parameter))")
    case .parameterDefault(let parameter, let breach):
      Telling(
        "\(parameter) contradicts itself: \(self.breach(breach)).",
        "To set it: update … \(parameter)=\(example(of: parameter))")
    case .trainingInputs(let count):
      Telling(
        "There \(count == 1 ? "is" : "are") \(Numbers.count(count, "training input")); it takes an input as it is, and the target.",
        "To set them: update …")
    case .trainingTargetMissing(let name):
      Telling("No training input is called \(name), which is what is learnt.", "To set them: update …")
    case .trainingTargetType(let name, let found, let wanted):
      Telling(
        "The training input \(name) is of type \(found.rawValue); the label is \(wanted.rawValue).",
        "Make it \(wanted.rawValue).")
    default: preconditionFailure("\(rule) is told elsewhere")
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

  private static func memory(_ rule: Rule) -> Telling {
    switch rule {
    case .neighbors(let problem):
      Telling("The examples contradict themselves: \(neighbors(problem)).", "Make the index anew.")
    case .neighborsIndexMissing:
      Telling("It does not say how examples are searched.", "Name a linear index or a kd-tree.")
    case .leafSize(let size): Telling("The leaves of the search tree hold \(size) examples.", "Set leafSize to 30.")
    case .defaultLabelType:
      Telling("The labels are texts and the default label a number, or the other way round.", "Give both one type.")
    default: preconditionFailure("\(rule) is told elsewhere")
    }
  }

  private static func pipeline(_ rule: Rule) -> Telling {
    switch rule {
    case .pipelineEmpty: Telling("The pipeline has no models.", "Put models into it.")
    case .pipelineNameCount(let names, let models):
      Telling(
        "There are \(Numbers.count(names, "name")) for \(Numbers.count(models, "model")).",
        "Give one name per model, or none.")
    case .pipelineNameTaken(let name, _): Telling("Two of its models are called \(name).", "Rename one.")
    case .pipelineInputUnfed(let feature, let index):
      Telling(
        "Model \(index) takes \(feature), which nothing before it gives.", "Name an output of an earlier model so.")
    case .pipelineInputType(let feature, let index):
      Telling("\(feature) is given as one type and taken as another by model \(index).", "Give both one type.")
    case .pipelineOutputUnmade(let feature):
      Telling("No model gives the output \(feature).", "Name a model's output so, or take it off the outputs.")
    case .pipelineLastFrozen:
      Telling("The pipeline is updatable and its last model is not.", "Make the last model updatable.")
    case .pipelineInnerUpdatable(let index):
      Telling("Model \(index) is updatable; only the last one may be.", "Take its isUpdatable away.")
    case .pipelineFrozen(let index):
      Telling("Model \(index) is updatable and the pipeline is not.", "Set the pipeline's isUpdatable too.")
    default: preconditionFailure("\(rule) is told elsewhere")
    }
  }
}
