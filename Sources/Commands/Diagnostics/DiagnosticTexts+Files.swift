import CommandLanguage
import Experiments
import Views
import Wording

extension DiagnosticTexts {
  /// What is said of a model file and what is done to it.
  static func file(_ kind: FileDiagnostic) -> DiagnosticText {
    switch kind {
    case .noLayers(let name, let kind): DiagnosticText("\(name) is \(kind) and has no layers.")
    case .noParameters(let name):
      DiagnosticText("\(name) does not say how it is trained.", "To see what that needs: help update")
    case .noText(let name): DiagnosticText("\(name) is not a network; only networks can be shown as JSON.")
    case .notText(let path):
      DiagnosticText(
        "\(path) does not describe a network.", "To write such a file: describe hand format=json path=\"hand.json\"")
    case .numbersOfNeighbors(let model, let learnt):
      DiagnosticText(
        "\(model) predicts numbers, and Core ML has nearest neighbours only for classes, so no file can hold it.",
        "Whet keeps it across restarts. A model that a file can hold: fit line on=\(learnt ?? "houses.train"); save line path=\"line.mlmodel\""
      )
    case .answersNumbers(let model):
      DiagnosticText("\(model) predicts numbers, not classes.", "To see its errors: evaluate \(model) on=…")
    case .labelNoNumber(let label, let split, let model, let file):
      DiagnosticText(
        "\(model) learns numbers; the label \(label) of \(split) is not one.",
        file.map { naming($0, model) } ?? "For classes, end the network with softmax.")
    case .severalNumbers(let model, let outputs, let label, let split, let file):
      DiagnosticText(
        "\(model) predicts \(Numbers.count(outputs, "number")), but the label \(label) of \(split) has "
          + "\(label.split(separator: " ").count).",
        file.map { naming($0, model) } ?? "Each label needs \(outputs), separated by spaces.")
    case .pipelineOfOthers(let path, let others):
      DiagnosticText(
        "\(path) is a pipeline with "
          + "\(Numbers.list(others.map { "\($0.kind.phrase) (\($0.name))" })): only networks, followed by at most one "
          + "k-nearest-neighbours classifier, can be opened.", "To see what is in it: describe \(Words.quoted(path))")
    case .update(let kind): updating(kind)
    case .growth(let kind): growing(kind)
    case .delta(let kind): differing(kind)
    case .weights(let kind): weights(kind)
    case .writing(let kind): writing(kind)
    case .figure(let kind): figure(kind)
    case .correction(let kind): correcting(kind)
    case .noModelFile(let name, let file):
      DiagnosticText(
        file.map { "\(name) has changed since it was loaded from \($0)." }
          ?? "\(name) was created here and is in no file.",
        "To write it to a file as it is now: save \(name) path=\"\(name).mlmodel\" updatable=false")
    case .neighborsNoFile(let name, let place):
      DiagnosticText("\(name) is a k-nearest-neighbours model, not a network.", "Its features: \(place)")
    }
  }

  private static func writing(_ kind: FileDiagnostic.Destination) -> DiagnosticText {
    switch kind {
    case .starter(let path, let maker, let model):
      DiagnosticText(
        maker.map { "\($0) was loaded from \(path), which is never replaced." }
          ?? "\(path) is in the data folder and is never replaced.",
        "Give another name: save \(model) path=\"\(model).mlmodel\"")
    case .foreignFolder(let path, let model):
      DiagnosticText(
        "\(name(path)) is a folder and not a package, and is never replaced.",
        "To write into it: save \(model) path=\"\(name(path))/\(model).mlpackage\"")
    case .isFolder(let path, let model):
      DiagnosticText(
        "\(name(path)) is a folder.", "To write into it: save \(model) path=\"\(name(path))/\(model).mlmodel\"")
    }
  }

  private static func figure(_ kind: FileDiagnostic.Figure) -> DiagnosticText {
    switch kind {
    case .ending(let path, let line):
      DiagnosticText(
        "\(path) does not end in .svg or .png, for a drawing, or .csv, for its numbers.",
        "For example: \(line)")
    case .noPNG(let path, let library, let line):
      DiagnosticText(
        "\(path) cannot be drawn: \(library) is not installed; Debian: apt install librsvg2-2",
        "As a drawing for browsers and text processors: \(line)")
    case .notDrawn(let path, let words, let line):
      DiagnosticText("\(path) cannot be drawn: \(words).", "As a drawing of another kind: \(line)")
    case .tooManyClasses(let count, let limit, let line):
      DiagnosticText(
        "\(Numbers.grouped(count)) classes are too many for a drawing; at most \(limit) are allowed.",
        "As numbers: \(line)")
    case .rowsOfNumbers(let line):
      DiagnosticText("Rows of numbers cannot be written as a drawing.", "As numbers: \(line)")
    }
  }

  private static func differing(_ kind: FileDiagnostic.Delta) -> DiagnosticText {
    switch kind {
    case .whereto(let isBoth):
      DiagnosticText(
        isBoth
          ? "delta takes path= or apply=, not both." : "delta needs a file: path= to write one, apply= to apply it.",
        "For example: \(DeltaCommand.declaration.examples[0])")
    case .nothingLearntSince(let model, let source):
      DiagnosticText(
        "\(model) has not changed since \(source).", "To train it: train \(model) on=…")
    case .noDelta(let path): DiagnosticText("\(path) was not written by delta … path=.")
    case .noSamples(let path):
      DiagnosticText(
        "\(path) does not say how many samples its network was trained on.",
        "Give all files the same weight: weights=equal")
    case .otherStart(let path, let model):
      DiagnosticText(
        "\(path) belongs to a network with other initial weights than \(model).",
        "The same file and seed give the same initial weights: network \(model) from=… seed=…")
    case .otherClasses(let path, let classes, let others):
      DiagnosticText("\(path) has the classes \(Numbers.list(classes)), the first file has \(Numbers.list(others)).")
    }
  }

  /// A folder's name without the slash at its end.
  static func name(_ folder: String) -> String {
    folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  private static func correcting(_ kind: FileDiagnostic.Correction) -> DiagnosticText {
    switch kind {
    case .nothingPredicted:
      DiagnosticText("There is no prediction to correct yet.", "First: predict hand image=\"me.jpg\"")
    case .whichPhoto(let names):
      DiagnosticText(
        "predict was asked about \(Numbers.count(names.count, "photo")): which one?",
        "For example: correct to=… photo=\(names.first?.prefix(8) ?? "")")
    case .notAskedAbout(let photo, let names):
      DiagnosticText(
        "predict was not asked about exactly one photo \(photo).",
        "It was asked about \(names.prefix(6).joined(separator: ", "))\(names.count > 6 ? " …" : "").")
    case .toWhat(let model, let labels):
      DiagnosticText(
        "correct needs to=, the class of the photo.",
        labels.isEmpty
          ? "For example: correct to=✋"
          : "\(model) has \(labels.prefix(12).joined(separator: ", ")): correct to=\(labels[0])")
    case .noCorrections:
      DiagnosticText(
        "There are no corrections to train on.", "First: predict hand image=\"me.jpg\"", "Then: correct to=✋")
    }
  }

  private static func updating(_ kind: FileDiagnostic.Update) -> DiagnosticText {
    switch kind {
    case .nothingToChange:
      DiagnosticText("update needs something to change.", "For example: \(UpdateCommand.declaration.examples[0])")
    case .cannotLearn(let layer, let type, let learning, let model, let learners):
      DiagnosticText("\(layer) is \(word(of: type)) and \(reason(learning)).", learnersLine(model, learners))
    case .noLayerChosen(let model, let learners):
      DiagnosticText(
        "No layer of \(model) is trained.", "To choose some: update \(model) layers=[\(learners.last ?? "…")]",
        learnersLine(model, learners))
    case .fewerLearners(let model, let wanted, let learners):
      DiagnosticText(
        "\(model) has \(Numbers.count(learners.count, "layer")) that can be trained, not \(Numbers.grouped(wanted)).",
        learnersLine(model, learners))
    case .crossEntropyNeedsSoftmax(let model, let last):
      DiagnosticText(
        "A cross entropy needs a softmax, but \(model) ends in \(last).",
        "For numbers: loss=meanSquaredError")
    }
  }

  private static func growing(_ kind: FileDiagnostic.Growth) -> DiagnosticText {
    switch kind {
    case .byWhat:
      DiagnosticText("grow needs classes= or labels=.", "For example: grow hand classes=12")
    case .classIsThere(let model, let label): DiagnosticText("\(model) has the class \(label) already.")
    case .tooFewOutputs(let model, let outputs, let classes):
      DiagnosticText(
        "\(outputs) outputs are too few for the \(Numbers.count(classes, "class", plural: "classes")) of \(model).")
    case .largerOnly(let model, let outputs, let wanted):
      DiagnosticText(
        "\(model) has \(Numbers.count(outputs, "output")) and cannot become \(wanted == outputs ? "as large as it is" : "smaller").",
        "To add outputs: grow \(model) classes=\(outputs + 1)")
    case .otherLayers(let model, let other, let layer, let own, let others):
      DiagnosticText(
        "\(model) cannot take the weights of \(other): layer \(layer) has "
          + "\(own.map { "the shape \($0)" } ?? "no counterpart") in \(model) and \(others.map { "\($0)" } ?? "none") in \(other)."
      )
    }
  }

  /// "a pooling layer", "an activation (ReLU)".
  private static func word(of type: String) -> String {
    let words = type.split(separator: " ", maxSplits: 1).map(String.init)
    let article = "aeiou".contains(type.first ?? "x") ? "an" : "a"
    return words.count == 2 ? "\(article) \(words[0]) (\(words[1]))" : "\(article) \(type) layer"
  }

  /// How classes get names that a file does not give them.
  private static func naming(_ file: UnlabelledFile, _ model: String) -> String {
    "If they are scores of classes: load \(model) \(Words.quoted(file.path)) labels=[…], \(Numbers.count(file.scores, "label"))"
  }

  private static func reason(_ learning: LayerTrainability) -> String {
    switch learning {
    case .nothing: "has no weights"
    case .fixed: "has constant values"
    case .unused: "does not affect the output"
    case .blocked(let layer, let type): "gets no gradient: none passes through \(layer) (\(type))"
    case .unknown, .everywhere, .here, .onlyHere, .inProgram, .byName: "cannot be run here"
    }
  }

  /// The layers that can learn: of many the first two and the last two.
  private static func learnersLine(_ model: String, _ learners: [String]) -> String {
    guard !learners.isEmpty else { return "No layer of \(model) can be trained." }
    let shown =
      learners.count > 8
      ? "\(learners.prefix(2).joined(separator: ", ")), … \(learners.suffix(2).joined(separator: ", "))"
      : learners.joined(separator: ", ")
    return "Layers of \(model) that can be trained: \(shown)"
  }
}
