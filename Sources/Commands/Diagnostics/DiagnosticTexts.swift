import CommandLanguage
import Downloads
import Experiments
import Language
import ModelFile
import Networks
import Pictures
import Sketching
import Training
import Views
import Wording

/// The one place where facts become sentences: what is the matter, the nearest spelling, and a remedy.
enum DiagnosticTexts {
  /// What is said of a mistake: its fact, and what would help in its session where that is known.
  static func text(of diagnostic: Diagnostic) -> DiagnosticText {
    let text = text(of: diagnostic.kind)
    return diagnostic.remedies.map { DiagnosticText(message: text.message, remedies: $0) } ?? text
  }

  /// What is said of a fact.
  static func text(of kind: DiagnosticKind) -> DiagnosticText {
    switch kind {
    case .syntax(let fault): DiagnosticText(fault.message, fault.remedy ?? "")
    case .foreign(let syntax): foreign(syntax)
    case .usage(let problem): usage(problem)
    case .statement(let kind): statement(kind)
    case .experiment(let error): text(of: error)
    }
  }

  /// What is said of an experiment that could not be done.
  static func text(of error: ExperimentError) -> DiagnosticText {
    switch error {
    case .name(let error): text(of: error)
    case .source(let error): text(of: error)
    case .model(let error): text(of: error)
    case .file(let kind): file(kind)
    case .run(let kind): runs(kind)
    case .data(let kind): data(kind)
    case .evidence(let kind): evidence(kind)
    case .loop(let kind): loop(kind)
    case .fetch(let kind): fetch(kind)
    case .drawing(let kind): drawing(kind)
    case .cluster(let kind): cluster(kind)
    }
  }

  // MARK: The things the session knows

  /// What is said of it.
  static func text(of error: NameError) -> DiagnosticText {
    switch error {
    case .unknownDataset(let name, let known):
      DiagnosticText(
        "There is no dataset called \(name).\(nearest(name, known))",
        known.isEmpty ? "To make one: dataset \(name) path=\"Dataset\"" : thereIs(known))
    case .unknownModel(let name, let known):
      DiagnosticText(
        "There is no model called \(name).\(nearest(name, known))",
        known.isEmpty
          ? "To make one: knn \(name) features=squeezenet.pool10   or   network \(name) from=squeezenet"
          : thereIs(known))
    case .datasetForModel(let name, let known):
      DiagnosticText(
        "\(name) is a dataset; this needs a model.",
        known.isEmpty
          ? "To make one: knn near features=squeezenet.pool10   or   network hand from=squeezenet"
          : thereIs(known))
    case .unknownThing(let name, let known):
      DiagnosticText(
        "There is no model, dataset or file called \(name).\(nearest(name, known))",
        known.isEmpty ? "" : thereIs(known))
    case .unknownSplit(let split, let dataset, let known):
      DiagnosticText(
        split.isEmpty ? "Name a split of \(dataset)." : "\(dataset) has no \(split).\(nearest(split, known))",
        "It has \(Numbers.list(known.map { "\(dataset).\($0)" })).")
    case .nameIsTaken(let name, let owner):
      DiagnosticText("\(name) is the name of \(owner). Choose another.")
    case .badName(let name):
      DiagnosticText(
        "\(name) cannot be a name.",
        "A name is a word such as hand or my-model, of at most \(Name.longest) characters; a dot has a meaning of its own."
      )
    case .notUnderstoodBy(let command, let model, let kind, let instead):
      DiagnosticText(
        "\(command) is for neural networks; \(model) is a \(kind).", instead.map { "Run: \($0)" } ?? "")
    case .noTrainingSet(let model, let selections, let command):
      DiagnosticText(
        "\(command) \(model) needs on=, a training set.",
        on(selections, else: "hands.train", of: "\(command) \(model)"))
    case .nothingToEvaluateOn(let model, let selections):
      DiagnosticText(
        "evaluate \(model) needs on=, a dataset.",
        on(selections, else: "hands.test", of: "evaluate \(model)"))
    case .noPhotos(let split):
      DiagnosticText("\(split) is a table; this needs photos.")
    case .emptySplit(let split, let folder):
      DiagnosticText(
        "\(split) has no photos.", "Put photos into \(folder), a folder for each class, and run the dataset line again."
      )
    case .noTestFolder(let split, let folder):
      DiagnosticText(
        "\(split) has no photos: all photos in \(folder) are for training.",
        "Run the dataset line again with split=[0.8, 0.2], which sets a fifth aside; or move these to \(folder)/train and "
          + "others into \(folder)/test first.")
    case .emptyTableSplit(let dataset, let split, let known):
      DiagnosticText(
        "\(dataset).\(split) has no samples.",
        "It has \(Numbers.list(known.map { "\(dataset).\($0)" })). To set a part aside, add to the dataset line: split=[0.8, 0.2]"
      )
    case .notTrainedYet(let model, let state):
      state.hasNoEpoch
        ? DiagnosticText("\(model) has not been trained yet.", "For example: train \(model) on=hands.train")
        : DiagnosticText("\(model) \(state.sentence), so it has no epochs.")
    case .unknownLayer(let layer, let file, let known):
      DiagnosticText(
        "\(file) has no layer \(layer).\(nearest(layer, known))",
        known.isEmpty ? "" : "Its last layers: \(known.suffix(6).joined(separator: ", "))")
    case .layerWithoutWeights(let layer, let kind, let known):
      DiagnosticText(
        "\(layer) is of type \(kind) and has no weights.",
        "Layers with weights: \(known.count > 8 ? known.prefix(3).joined(separator: ", ") + ", … " + known.suffix(3).joined(separator: ", ") : known.joined(separator: ", "))"
      )
    }
  }

  // MARK: Arguments

  private static func statement(_ kind: StatementDiagnostic) -> DiagnosticText {
    switch kind {
    case .touch(let kind): touch(kind)
    case .imageOrOn(let isBoth):
      isBoth
        ? DiagnosticText(
          "image= and on= cannot be given together.", "One photo: image=\"me.jpg\". A whole split: on=hands.test")
        : DiagnosticText(
          "predict needs a photo or a sample.",
          "One photo: image=\"me.jpg\". Values of one sample: values=[5.1, 3.5]. A whole split: on=hands.test")
    case .valuesBeside(let key):
      DiagnosticText(
        "values= and \(key)= cannot be given together.",
        "Values of one sample: values=[5.1, 3.5]. A sample of a table: row=3 on=flowers.test")
    case .readsPhotos(let model):
      DiagnosticText("\(model) reads photos, not numbers.", "One photo: predict \(model) image=\"me.jpg\"")
    case .valueCount(let model, let given, let expected, let columns):
      DiagnosticText(
        "\(model) reads \(Numbers.count(expected, "value")), not \(given).",
        columns.isEmpty ? "" : "In this order: \(Words.shortened(columns))")
    case .noNumber(let word, let column):
      DiagnosticText(column.isEmpty ? "\(word) is not a number." : "\(column) is a number; \(word) is not.")
    case .noCategory(let word, let column, let known):
      DiagnosticText("\(column) cannot be \(word).\(nearest(word, known))", "It can be: \(Words.shortened(known))")
    case .noDate(let word, let column, let example):
      DiagnosticText("\(column) is a date or time; \(word) is not.", "For example: \"\(example)\"")
    case .noSuchRow(let row, let selection, let count):
      DiagnosticText(
        "\(selection) has no row \(row): it has \(Numbers.count(count, "row")), from 0 to \(max(0, count - 1)).")
    case .rowOfPhotos(let row, let selection):
      DiagnosticText("\(selection) has photos; row= is for tables.", "One photo: photo=\(row)")
    case .onePlaceOnly(let keys):
      keys.isEmpty
        ? DiagnosticText(
          "dataset needs a source: path= for photos; csv=, npz=, sqlite= or idx= for a table; sample= for generated samples.",
          "For example: dataset hands path=\"data/gestures\" labels=[✊, ✋, ✌️]")
        : DiagnosticText("\(Numbers.list(keys.map { "\($0)=" })) cannot be given together.")
    case .noPattern(let text):
      DiagnosticText(
        "\(text) is not a regular expression.", "For everything before the first _ of a name: \"^[^_]+\"")
    case .badSplit(let text):
      DiagnosticText("split takes two shares that add up to at most 1, such as [0.8, 0.2], not \(text).")
    case .unknownTopic(let topic, let known, let owners):
      owners.isEmpty
        ? DiagnosticText("There is no help on \(topic).\(nearest(topic, known))", "All commands: help")
        : DiagnosticText(
          "\(topic) is an argument of \(Numbers.list(Array(owners.prefix(6))))\(owners.count > 6 ? " and others" : "").",
          "To see what it means: help \(owners[0])")
    case .emptyBlock(let model):
      DiagnosticText("The block of \(model) has no layers.", "For example: { flatten; innerProduct 10; softmax }")
    case .badSize(let size):
      DiagnosticText(
        "size= takes a width and a height; there \(size.count == 1 ? "is 1 number" : "are \(size.count) numbers").",
        "For example: size=[32, 32]")
    case .fromOrInput(let isBoth):
      isBoth
        ? DiagnosticText("The layers of from= have their own input.", "Leave out input=, or from=.")
        : DiagnosticText(
          "network needs from=\"path\", or layers in { }.",
          "For example: network hand from=squeezenet classes=10",
          "Or: network digits input=[1, 28, 28] { flatten; innerProduct 10; softmax }")
    }
  }

  // MARK: Files and folders

  /// What is said of it.
  static func text(of error: SourceError) -> DiagnosticText {
    switch error {
    case .missingModel(let name, let places, let others):
      DiagnosticText(
        "The model \(name) was not found."
          + (DataFolder.shortNames[name.lowercased()] == nil
            ? nearestFile(name, [SketchModel.name] + DataFolder.shortNames.keys.sorted() + others) : ""),
        lookedIn(places), toDownload(places), DataFolder.shortNames[name.lowercased()] == nil ? "" : instead)
    case .photoFolder(let problem): folder(problem)
    case .photo(let name, let error, let line):
      DiagnosticText(
        "Photo \(name) cannot be read (\(error.problem.phrase)). Nothing was changed.",
        line.map { "To leave out unreadable photos: \($0)" } ?? "")
    case .table(let name, let error): table(name, error)
    case .tableShape(let name, let wanted, let length):
      DiagnosticText(
        "A sample of \(name) has \(Numbers.grouped(length)) numbers, which do not fill the shape \(wanted).",
        "The product of the shape must be \(Numbers.grouped(length)).")
    case .modelFile(let name, let error): modelFile(name, error)
    }
  }

  /// What there is where a model was not downloaded.
  private static var instead: String {
    let name = SketchModel.name
    return "Or use \(name), a small network built into Whet; its features are \(name).\(SketchModel.featureLayer)."
  }

  private static func folder(_ problem: PhotoFolderError) -> DiagnosticText {
    switch problem {
    case .missing(let places):
      DiagnosticText("This folder does not exist.", lookedIn(places), toDownload(places))
    case .notAFolder(let path):
      DiagnosticText("\(path) is a file, not a folder.", "Give the folder that holds train/ and test/.")
    case .unreadable(let path, let reason):
      DiagnosticText("\(path) cannot be read: \(reason).")
    case .noClasses(let path):
      DiagnosticText(
        "\(path) holds no classes.",
        "A dataset is a folder with train/ and test/, and in each of them a folder of photos for every class.")
    case .noPhotos(let folder, let classes, let files):
      DiagnosticText(
        message: "No class in \(folder) has photos (.jpg, .png, .heic, .avif, .webp, .tif, .gif or .bmp): "
          + "\(Words.shortened(classes)).",
        remedies: [ForeignPictures.remedy(among: files), "Put photos into the folders of the classes."].compactMap(
          \.self))
    case .noneReadable(let folder, let photos):
      DiagnosticText(
        "None of the \(Numbers.count(photos.entries.count, "photo")) in \(folder) can be read: \(UnreadableView(photos: photos).names).",
        "Put photos there that can be read.")
    case .alreadySplit(let folder):
      DiagnosticText("\(folder) has a folder test/ already, so it is divided.", "Leave split= out.")
    case .noFolder(let label, let folder, let found):
      DiagnosticText(
        "Class \(label) has no folder in \(folder).\(nearest(label, found))",
        thereIs(found))
    case .sameLabel(let first, let second):
      DiagnosticText("\(second) is in the list twice\(first == second ? "" : " (\(first) is the same class)").")
    case .brokenLabelsFile(let path):
      DiagnosticText(
        "\(path) is not a list of names in JSON, such as [\"rock\", \"paper\"].", "Correct it or remove it.")
    }
  }

  /// What would bring the files of these places, where something would.
  static func toDownload(_ places: [String]) -> String {
    let found = Manifest.collections.first { collection in
      let wanted = collection.isWhole ? [collection.folder] : collection.files.map { "\(collection.folder)/\($0.path)" }
      return places.contains { place in wanted.contains { place == $0 || place.hasSuffix("/\($0)") } }
    }
    return found.map { "To download it: fetch \($0.name)" } ?? ""
  }

  /// What a path ends with.
  static func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  static func lookedIn(_ places: [String]) -> String {
    places.isEmpty ? "" : "Looked for it at \(Numbers.list(places))."
  }

  // MARK: Classes and models

  /// What is said of it.
  static func text(of error: ModelError) -> DiagnosticText {
    switch error {
    case .notAllowed(let model, let key, let allowed, let list, let given, let source):
      DiagnosticText(
        "\(model) allows \(key) \(allowed) (set in \(source)).", wider(list, given, model: model, key: key))
    case .tooManyClasses(let labels, let outputs, let model, let source):
      DiagnosticText(
        "\(model) has \(Numbers.count(outputs, "output")), too few for \(Numbers.count(labels.count, "class", plural: "classes")): \(labels.count > 12 ? Words.shortened(labels) : labels.joined(separator: " ")).",
        "To add outputs: grow \(model) classes=\(labels.count)",
        source == model
          ? "Or create it again: its last innerProduct sets the number, innerProduct \(labels.count)"
          : "Or create it again: network \(model) from=\(Words.quoted(source)) classes=\(labels.count)")
    case .unknownClass(let label, let model, let known):
      DiagnosticText(
        "\(model) has no class \(label).\(nearest(label, known))", "Its classes: \(Words.shortened(known)).")
    case .needsSize(let model):
      DiagnosticText(
        "\(model) compares the samples' own numbers, but photos differ in size.",
        "For resized photos: knn \(model) size=[32, 32]",
        "For features of a layer: knn \(model) features=sketch.flatten")
    case .readsNothingYet(let model):
      DiagnosticText(
        "\(model) takes its input from the first samples it is trained on, and it is not trained yet.",
        "To train it: train \(model) on=…")
    case .noImageInput(let source):
      DiagnosticText("\(source) has no image input of a fixed size, so it cannot take photos.")
    case .otherInputs(let source, let others):
      DiagnosticText(
        "\(source) reads \(Numbers.list(others)) beside its image, so it cannot take photos.",
        source.hasSuffix(".mlmodel") ? "" : inputsRemedy(others, of: source))
    case .nothingToQuantize(let source):
      DiagnosticText(
        "None of the layers of \(source) can be computed in 8 bits.",
        "These can: convolutions without groups and fully connected layers.")
    case .noClassifier(let source, let layers):
      DiagnosticText(
        "\(source) ends in neither a softmax nor a fully connected layer, so no classifier can be put on it.",
        "Its last layers: \(layers.suffix(6).joined(separator: ", "))")
    case .noRowOfNumbers(let model, let last, let shape):
      DiagnosticText(
        "\(model) ends in \(last), which outputs \(DiagnosticTexts.shape(shape)); the output must be a vector.",
        "For a number put flatten and innerProduct 1 at the end; for classes flatten, innerProduct 10 and softmax.")
    case .otherAnswers(let model, let numbers, let data):
      numbers
        ? DiagnosticText(
          "\(model) predicts numbers, but \(data) has classes.",
          "Read the table again with task=regression, or use another model.")
        : DiagnosticText(
          "\(model) predicts classes, but \(data) has numbers to predict.",
          "Use a network without softmax, k-NN or fit; or read the table again with task=classification.")
    case .inputShape(let model, let expected, let data, let actual):
      DiagnosticText("\(model) reads samples of the shape \(expected), and those of \(data) have \(actual).")
    case .badInputShape(let shape):
      DiagnosticText(
        "\(shape) is not an input shape.",
        "A picture is input=[1, 28, 28]: channels, height, width. A vector is input=[784].")
    case .layerWithoutShape(let layer, let needs):
      DiagnosticText("\(layer) needs \(needs).")
    case .nothingToLearn(let model, let source, let learners):
      DiagnosticText(
        "No layer of \(model) is updatable, so there is nothing to train.",
        source == model
          ? "Create it again with a trainable layer in its block, such as: innerProduct 10"
          : "To add a trainable layer: network \(model) from=\(Words.quoted(source))",
        learners.isEmpty
          ? "" : "To train layers that it has, counted from the end: update \(model) last=\(min(2, learners.count))")
    case .manyBoundaries(let source, let tensors):
      DiagnosticText(
        "The inputs of \(source) do not meet in one tensor before its last layers, which read \(Numbers.list(tensors)). "
          + "Only networks in which they do can be used."
      )
    case .network(let name, let error): network(name, error)
    case .training(let name, let error): training(name, error)
    case .diverged(let name, let divergence, let isUnchanged, let hasUnevenColumns):
      diverged(name, divergence, isUnchanged: isUnchanged, hasUnevenColumns: hasUnevenColumns)
    }
  }

  // MARK: Pieces of sentences

  /// " Did you mean epochs? (epochs, eps)", or nothing, or all there is.
  static func nearest(_ word: String, _ known: [String], elseAll: Bool = false) -> String {
    if let near = Suggestions(for: word, among: known) { return " \(near.question)" }
    return elseAll && !known.isEmpty ? " It can be \(Numbers.alternatives(known))." : ""
  }

  /// " Did you mean tiny.mlmodel?", or nothing.
  static func nearestFile(_ path: String, _ files: [String]) -> String {
    Suggestions(forFile: fileName(path), among: files).map { " \($0.question)" } ?? ""
  }

  /// "Run: train near on=hands.train", or the same as an example where there is no such dataset.
  private static func on(_ selections: [String], else example: String, of line: String) -> String {
    selections.first.map { "Run: \(line) on=\($0)" } ?? "For example: \(line) on=\(example)"
  }

  /// "There is hand." or "There are hand and near."
  static func thereIs(_ known: [String]) -> String {
    "There \(known.count == 1 ? "is" : "are") \(Words.shortened(known))."
  }

  /// How a file's list of allowed values is made longer.
  private static func wider(_ list: [String], _ given: String, model: String, key: String) -> String {
    guard !list.isEmpty else { return "" }
    let values = (list + [given]).sorted { (Double($0) ?? 0) < (Double($1) ?? 0) }
    return "To allow it: update \(model) \(key)=[\(values.joined(separator: ", "))]"
  }
}
