import CommandLanguage

extension Sentences {
  /// What is said of a model file and what is done to it.
  static func file(_ fact: FileFact) -> Telling {
    switch fact {
    case .noLayers(let name, let kind): Telling("\(name) is \(kind) and has no layers.")
    case .noParameters(let name):
      Telling("\(name) says nothing of how it is to be trained.", "To see what that takes: check")
    case .noText(let name): Telling("\(name) is no network, and only these can be shown as JSON.")
    case .notText(let path):
      Telling(
        "\(path) describes no network.", "Such files are written by: describe hand format=json path=\"hand.json\"")
    case .answersNumbers(let model):
      Telling("\(model) answers with numbers, not with classes.", "How far off they are: evaluate \(model) on=…")
    case .labelNoNumber(let label, let split, let model):
      Telling("\(model) learns numbers, and the label \(label) of \(split) is none.")
    case .severalNumbers(let model, let outputs, let label, let split):
      Telling(
        "\(model) answers with \(Numbers.count(outputs, "number")), and the label \(label) of \(split) has "
          + "\(label.split(separator: " ").count).",
        "Each label is to have \(outputs), with blanks between them.")
    case .pipelineOfOthers(let path, let others):
      Telling(
        "\(path) is a pipeline with "
          + "\(Numbers.list(others.map { "\($0.kind.phrase) (\($0.name))" })): networks in a row can be opened, and a "
          + "k-nearest-neighbours classifier after them.", "describe and check tell what is in it.")
    case .deltaWhereto, .nothingLearntSince, .noDelta, .deltaOfOtherStart, .deltaOfOtherClasses: differing(fact)
    case .growByWhat, .classIsThere, .tooFewOutputs, .growsOnly, .otherLayers: growing(fact)
    case .starter(let path, let maker, let model):
      Telling(
        maker.map { "\(path) is what \($0) was made from, and stays as it is." }
          ?? "\(path) lies in the data folder, and stays as it is.",
        "Give another name: save \(model) path=\"\(model).mlmodel\"")
    case .isFolder, .notAModelThere: writing(fact)
    case .noModelFile(let name, let file):
      Telling(
        file.map { "\(name) has changed since it was loaded from \($0), and layers are taken from files." }
          ?? "\(name) was made here, and layers are taken from files.",
        "To take them from it as it is now: save \(name) path=\"\(name).mlmodel\" updatable=false, and run this again.")
    case .neighborsNoFile(let name, let place):
      Telling("\(name) is a k-nearest-neighbours model and no network.", "What it looks through: \(place)")
    case .nothingPredicted, .whichPhoto, .notAskedAbout, .correctToWhat, .noCorrections: correcting(fact)
    default: updating(fact)
    }
  }

  private static func writing(_ fact: FileFact) -> Telling {
    switch fact {
    case .isFolder(let path, let model):
      Telling(
        "\(name(path)) is a folder.", "To write into it: save \(model) path=\"\(name(path))/\(model).mlmodel\"")
    case .notAModelThere(let path, let model):
      Telling(
        "\(path) is there and is no Core ML model; it stays as it is.",
        "Give another name: save \(model) path=\"\(model).mlmodel\"")
    default: preconditionFailure("\(fact) is told elsewhere")
    }
  }

  private static func differing(_ fact: FileFact) -> Telling {
    switch fact {
    case .deltaWhereto(let isBoth):
      Telling(
        isBoth
          ? "delta either writes a file or adds some." : "delta needs a file: path= to write one, apply= to add it.",
        "For example: \(DeltaCommand.declaration.examples[0])")
    case .nothingLearntSince(let model, let source):
      Telling("\(model) has learnt nothing since \(source): every number is what it was.", "First: train \(model) on=…")
    case .noDelta(let path): Telling("\(path) is no difference of networks, as delta … path= writes it.")
    case .deltaOfOtherStart(let path, let model):
      Telling(
        "\(path) was taken from another start than that of \(model).",
        "The same file and the same seed make the same start: network \(model) from=… seed=…")
    case .deltaOfOtherClasses(let path, let classes, let others):
      Telling("\(path) has the classes \(Numbers.list(classes)), the first file has \(Numbers.list(others)).")
    default: preconditionFailure("\(fact) is told elsewhere")
    }
  }

  /// A folder's name without the slash at its end.
  static func name(_ folder: String) -> String {
    folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  private static func correcting(_ fact: FileFact) -> Telling {
    switch fact {
    case .nothingPredicted:
      Telling("There is no answer to correct yet.", "First ask: predict hand image=\"me.jpg\"")
    case .whichPhoto(let names):
      Telling(
        "predict was asked about \(Numbers.count(names.count, "photo")): which one?",
        "For example: correct to=… photo=\(names.first?.prefix(8) ?? "")")
    case .notAskedAbout(let photo, let names):
      Telling(
        "predict was not asked about one photo \(photo).",
        "It was asked about \(names.prefix(6).joined(separator: ", "))\(names.count > 6 ? " …" : "").")
    case .correctToWhat(let model, let labels):
      Telling(
        "What does the photo show?",
        labels.isEmpty
          ? "For example: correct to=✋"
          : "\(model) knows \(labels.prefix(12).joined(separator: ", ")): correct to=\(labels[0])")
    case .noCorrections:
      Telling("No photo waits to be learnt from.", "First: predict hand image=\"me.jpg\", then: correct to=✋")
    default: preconditionFailure("\(fact) is told elsewhere")
    }
  }

  private static func updating(_ fact: FileFact) -> Telling {
    switch fact {
    case .nothingToUpdate:
      Telling("update needs something to change.", "For example: \(UpdateCommand.declaration.examples[0])")
    case .cannotLearn(let layer, let type, let learning, let model, let learners):
      Telling("\(layer) is \(kind(of: type)) and \(reason(learning)).", learnersLine(model, learners))
    case .noLayerChosen(let model, let learners):
      Telling(
        "No layer of \(model) is trained.", "To choose some: update \(model) layers=[\(learners.last ?? "…")]",
        learnersLine(model, learners))
    case .crossEntropyNeedsSoftmax(let model, let last):
      Telling(
        "A cross entropy reads what a softmax makes, and \(model) ends in \(last).",
        "For numbers: loss=meanSquaredError")
    default: preconditionFailure("\(fact) is told elsewhere")
    }
  }

  private static func growing(_ fact: FileFact) -> Telling {
    switch fact {
    case .growByWhat:
      Telling("grow needs to know by what: classes= or labels=.", "For example: grow hand classes=12")
    case .classIsThere(let model, let label): Telling("\(model) has the class \(label) already.")
    case .tooFewOutputs(let model, let outputs, let classes):
      Telling(
        "\(outputs) outputs are too few for the \(Numbers.count(classes, "class", plural: "classes")) of \(model).")
    case .growsOnly(let model, let outputs, let wanted):
      Telling(
        "\(model) has \(Numbers.count(outputs, "output")) and cannot become \(wanted == outputs ? "as large as it is" : "smaller").",
        "To give it more: grow \(model) classes=\(outputs + 1)")
    case .otherLayers(let model, let other, let layer, let own, let others):
      Telling(
        "\(model) cannot take the weights of \(other): layer \(layer) has "
          + "\(own.map { "the shape \($0)" } ?? "no counterpart") in \(model) and \(others.map { "\($0)" } ?? "none") in \(other)."
      )
    default: preconditionFailure("\(fact) is told elsewhere")
    }
  }

  /// "a pooling layer", "an activation (ReLU)".
  private static func kind(of type: String) -> String {
    let words = type.split(separator: " ", maxSplits: 1).map(String.init)
    let article = "aeiou".contains(type.first ?? "x") ? "an" : "a"
    return words.count == 2 ? "\(article) \(words[0]) (\(words[1]))" : "\(article) \(type) layer"
  }

  private static func reason(_ learning: LayerListing.Learning) -> String {
    switch learning {
    case .nothing: "has nothing to learn"
    case .fixed: "keeps its numbers as they are"
    case .unused: "does not lead to the output"
    case .unknown, .everywhere, .here, .onlyHere: "cannot be run here"
    }
  }

  /// The layers that can learn: of many the first two and the last two.
  private static func learnersLine(_ model: String, _ learners: [String]) -> String {
    guard !learners.isEmpty else { return "No layer of \(model) can learn." }
    let shown =
      learners.count > 8
      ? "\(learners.prefix(2).joined(separator: ", ")), … \(learners.suffix(2).joined(separator: ", "))"
      : learners.joined(separator: ", ")
    return "Layers of \(model) that can learn: \(shown)"
  }
}
