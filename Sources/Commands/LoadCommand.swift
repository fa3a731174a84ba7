import CommandLanguage
import DataFiles
import Experiments
import Figures
import Files
import Foundation
import Language
import ModelFile
import Networks
import Tensors
import Views
import Wording

/// `load hand "HandsTrained.mlmodel"`
struct LoadCommand: Command {
  private static let model = PositionalArgument("name", .newName, "Name of the model.", effect: .makes(.model))
  private static let file = PositionalArgument(
    optional: "file", .firstOf(.source), "The model file.")
  private static let path = KeyedArgument(
    "path", .firstOf(.source), "The model file, as an alternative to file.")

  private static let function = KeyedArgument(
    "function", .text, "Function of an ML program; by default its own default.")
  private static let shape = KeyedArgument(
    "shape", .list(.integer(1...1 << 24)), "Input shape where an ONNX file or ML program allows several.")

  private static let inputs = KeyedArgument(
    "inputs", .list(.fixedInput),
    "For ONNX and ML programs: numbers that an input always holds, such as one beside an image.")

  private static let scale = KeyedArgument(
    "scale", .decimal(-1e6...1e6), "For ONNX and arrays of ML programs: factor of pixels, 0 to 255.", usually: "1/255")
  private static let mean = KeyedArgument(
    "mean", .list(.decimal(-1e6...1e6)), "For ONNX and arrays: subtracted from scaled pixels, per channel or once.",
    usually: "[0.485, 0.456, 0.406]")
  private static let deviation = KeyedArgument(
    "std", .list(.decimal(-1e6...1e6)), "For ONNX and arrays: divides what mean leaves, per channel or once.",
    usually: "[0.229, 0.224, 0.225]")
  private static let labels = KeyedArgument(
    "labels", .list(.text), "Class names in the order of the scores, where the file has none or others.")

  static let declaration = CommandDeclaration(
    "load", "Loads a model from a Core ML or ONNX file.",
    discussion: """
      load reads neural network classifiers, networks without labels, k-NN classifiers, pipelines of a network and a \
      k-NN classifier, and ML programs (.mlpackage), of which function= and shape= choose a function and an input \
      shape, and ONNX files (.onnx), which become ML programs. An ONNX file does not say how photos enter: without \
      scale=, mean= and std= as most networks trained on ImageNet take them, (pixel/255 - mean)/std. With one of \
      them an ML program that reads an array takes photos. One that reads arrays beside its image takes photos once \
      inputs= gives these their numbers; an optional one that has a default holds that. \
      A network that ends in softmax is a classifier; without labels, its classes are numbers. Any \
      other network without labels is a regressor, unless labels= names its classes: it predicts one number per \
      output, is trained on the numeric targets of a table by the squared error, and is evaluated by RMSE, MAE and R². \
      A regressor works with all commands but those for classes: confusion, hybrid, draw, correct, grow.

      A safetensors file (.safetensors) puts its numbers into the network of that name, which has layers of the same \
      names and shapes: the array conv1.weight into the layer conv1.

      The ranges that the file allows for epochs, miniBatchSize, learningRate and so on hold for its training here. \
      Layers that a converter wrote in a general form (softmaxND, batchedMatmul with constant weights) are replaced by \
      equivalent ones that can be trained, and a message lists them.
      """,
    positionals: [model, file],
    arguments: [path, function, shape, inputs, scale, mean, deviation, labels],
    examples: [
      "load hand \"HandsTrained.mlmodel\"", "load price \"Price.mlmodel\"",
      "load eyes \"MobileCLIP.mlpackage\"", "load eyes \"resnet18.onnx\" mean=0.5 std=0.5",
      "load eyes \"detector.mlpackage\" inputs=[fixed(threshold, 0.5)]", "load net \"net.safetensors\"",
    ])

  private let name: CheckedValue
  private let file: CheckedValue
  private let arguments: Arguments

  init(_ arguments: Arguments) throws {
    name = arguments[Self.model]
    self.arguments = arguments
    guard let file = arguments[Self.file] ?? arguments[Self.path] else {
      throw Diagnostic(
        .usage(.missingWord(Self.file.declaration, command: Self.declaration)), at: arguments.commandSpan)
    }
    self.file = file
    // Core ML answers with a probability for each name.
    var known: Set<String> = []
    for label in arguments[Self.labels] ?? [] {
      guard !label.word.isEmpty else { throw Diagnostic(.drawing(.badLabel("")), at: label.span) }
      guard known.insert(label.word).inserted else {
        throw Diagnostic(.photoFolder(.sameLabel(label.word, label.word)), at: label.span)
      }
    }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    try workspace.lookup.checkName(name, for: .model)
    if file.word.lowercased().hasSuffix(".json") {
      try refuseSettings()
      return try read(in: workspace)
    }
    if file.word.lowercased().hasSuffix(".safetensors") {
      try refuseSettings()
      return try loadWeights(in: workspace)
    }
    do {
      let source = try workspace.library.modelFile(of: file.word)
      if case .found(let url) = workspace.files.findModel(source), ModelFile.isOnnx(url.path) {
        return try loadOnnx(url, source, in: workspace)
      }
      let entry = try workspace.library.read(source)
      let short = entry.path
      let file = try chosen(entry.file, short)
      let opened = try ModelFileReader(file: file, path: short, library: workspace.library).open(as: name.word)
      try workspace.catalogue.put(opened)
      switch opened {
      case .neighbors(let model): return NeighborsView(model: model).description
      case .hybrid(let model): return HybridView(model: model).description
      case .network(let model):
        let view = NetworkView(model: model).loaded(from: short)
        return RunnableModel.isKnown(entry.file)
          ? view
          : Rendering.stacked([view, RewriteView(rewrites: RewrittenModel(entry.file).rewrites).rendering])
      }
    } catch {
      throw error.placed(at: file.span)
    }
  }

  // MARK: ONNX

  private func loadOnnx(_ url: URL, _ source: String, in workspace: Workspace) throws -> Rendering {
    try arguments.refuse(Self.function, belongingTo: "ML programs", "Leave it out.")
    var settings = OnnxInput()
    settings.fixed = (arguments[Self.inputs] ?? []).map { given in
      OnnxInput.Fixed(given.input.word, given.numbers.map { Float($0) })
    }
    settings.scale = arguments[Self.scale].map { Float($0) }
    settings.mean = arguments[Self.mean]?.map { Float($0) }
    settings.deviation = arguments[Self.deviation]?.map { Float($0) }
    settings.shape = arguments[Self.shape]
    settings.labels = arguments[Self.labels]?.map(\.word)
    let path = workspace.files.short(url)
    let file: ModelFile
    if settings == OnnxInput() {
      file = try workspace.library.read(source).file
    } else {
      do throws(ModelFileError) { file = try ModelFile.onnx(url, settings) } catch {
        throw Diagnostic(.modelFile(path, error), at: span(of: error))
      }
    }
    let opened = try ModelFileReader(file: file, path: path, library: workspace.library).open(as: name.word)
    try workspace.catalogue.put(opened)
    guard case .network(let model) = opened else { return Rendering.text(path) }
    let view = NetworkView(model: model).loaded(from: path)
    let isUsual = settings.scale == nil && settings.mean == nil && settings.deviation == nil
    guard isUsual, let used = OnnxInput(of: file), used.scale != nil else { return view }
    let others = [Self.shape, Self.inputs, Self.labels] as [any ArgumentKey]
    let typed = others.compactMap { key in arguments.text(of: key).map { " \(key.declaration.key)=\($0)" } }
    return Rendering.stacked([
      view, PixelEntryView(used, model: name.word, path: path, others: typed.joined()).rendering,
    ])
  }

  /// The word to blame: the setting that is not possible, else the file.
  private func span(of error: ModelFileError) -> Span {
    if case .cannotExpress(.labelCount) = error { return arguments.span(of: Self.labels) ?? file.span }
    guard case .program(let fault) = error, fault.operation == nil else { return file.span }
    switch fault.problem {
    case .noArray(let name, _), .inputNumbers(let name, _, _), .inputValue(let name, _, _): return span(ofInput: name)
    case .setting("mean", _): return arguments.span(of: Self.mean) ?? file.span
    case .setting("std", _): return arguments.span(of: Self.deviation) ?? file.span
    case .lengthsNotTaken: return arguments.span(of: Self.shape) ?? file.span
    case .labelCount: return arguments.span(of: Self.labels) ?? file.span
    default: return file.span
    }
  }

  /// The last that inputs= says of an input.
  private func span(ofInput name: String) -> Span {
    arguments[Self.inputs]?.last { $0.input.word == name }?.input.span ?? file.span
  }

  // MARK: Weights alone

  /// Puts the numbers of a safetensors file into a network that is there.
  private func loadWeights(in workspace: Workspace) throws -> Rendering {
    let url = try workspace.files.file(file)
    let path = workspace.files.short(url)
    guard case .network(var model)? = workspace.models[name.word] else {
      throw Diagnostic(.file(.weights(.noNetwork(name.word, path))), at: name.span)
    }
    func failed(_ fact: FileDiagnostic.Weights) -> Diagnostic { Diagnostic(.file(.weights(fact)), at: file.span) }
    let content: Safetensors
    do throws(SafetensorsError) { content = try Safetensors(contentsOf: url) } catch {
      if case .file(let error) = error {
        throw Diagnostic(.data(DataDiagnostic(error, in: workspace.files)), at: file.span)
      }
      throw failed(.damaged(path, error))
    }
    let stored = StoredWeights(content, in: model.definition)
    if let problem = stored.problem(in: path, for: model.name) { throw failed(problem) }
    let definition: NetworkDefinition
    do throws(SafetensorsError) { definition = try stored.applied(to: model.definition, from: content) } catch {
      throw failed(.damaged(path, error))
    }
    model.returnToStart()
    model.initial = InitialWeights(definition, origin: .copied(from: path, hasLearnt: false))
    model.definition = definition
    try workspace.catalogue.put(.network(model))
    let unused = stored.unused
    let rest =
      unused.isEmpty
      ? ""
      : " Not used: \(unused.prefix(4).joined(separator: ", "))\(unused.count > 4 ? " and \(unused.count - 4) more" : "")."
    return Rendering.text(
      "\(model.name) has the weights of \(path): \(Numbers.count(stored.matches.count, "parameter")) of "
        + "\(Numbers.count(Set(stored.matches.map(\.key.layer)).count, "layer")).\(rest)")
  }

  // MARK: ML programs

  /// The file, with what is asked for of a program.
  private func chosen(_ file: ModelFile, _ path: String) throws -> ModelFile {
    guard file.kind == .mlProgram else {
      try refuseSettings(ofNetworks: file.kind.isNetwork)
      guard let labels = arguments[Self.labels] else { return file }
      do throws(ModelFileError) {
        let known = try RunnableModel(file)
        return try ModelFile(
          classifier: known.definition, labels: .strings(labels.map(\.word)),
          update: file.isUpdatable ? file.updateParameters : nil, from: known.file)
      } catch {
        throw Diagnostic(.modelFile(path, error), at: span(of: error))
      }
    }
    var file = file
    if let function = arguments[Self.function] {
      do throws(ModelFileError) { file = try file.program.choosing(function: function.word) } catch {
        throw Diagnostic(.modelFile(path, error), at: function.span)
      }
    }
    if let shape = arguments[Self.shape] {
      do throws(ModelFileError) { file = try file.program.choosing(shape: shape) } catch {
        throw Diagnostic(.modelFile(path, error), at: arguments.span(of: Self.shape) ?? self.file.span)
      }
    }
    file = try fixed(file, path)
    do throws(ModelFileError) {
      if arguments[Self.scale] != nil || arguments[Self.mean] != nil || arguments[Self.deviation] != nil {
        file = try file.program.choosing(
          scale: Float(arguments[Self.scale] ?? 1.0 / 255), mean: (arguments[Self.mean] ?? [0]).map { Float($0) },
          deviation: (arguments[Self.deviation] ?? [1]).map { Float($0) })
      }
      if let labels = arguments[Self.labels] { file = try file.program.choosing(labels: labels.map(\.word)) }
      return file
    } catch {
      throw Diagnostic(.modelFile(path, error), at: span(of: error))
    }
  }

  /// The program with the numbers that its inputs are given.
  private func fixed(_ file: ModelFile, _ path: String) throws -> ModelFile {
    guard let given = arguments[Self.inputs], !given.isEmpty else { return file }
    var file = file
    for one in given {
      do throws(ModelFileError) {
        file = try file.program.fixing([one.input.word: one.numbers.map { Float($0) }])
      } catch {
        throw Diagnostic(.modelFile(path, error), at: one.input.span)
      }
    }
    return file
  }

  /// Refuses what only ML programs and ONNX files take; of networks, labels are taken as well.
  private func refuseSettings(ofNetworks: Bool = false) throws {
    if !ofNetworks {
      try arguments.refuse(Self.labels, belongingTo: "networks, ONNX files and ML programs", "Leave it out.")
    }
    try arguments.refuse(Self.function, belongingTo: "ML programs", "Leave it out.")
    try arguments.refuse(
      Self.inputs, Self.scale, Self.mean, Self.deviation, Self.shape, belongingTo: "ONNX files and ML programs",
      "Leave it out.")
  }

  /// Reads a network from JSON, as describe writes it.
  private func read(in workspace: Workspace) throws -> Rendering {
    let url = try workspace.files.file(file)
    let data: Data
    do throws(FileReadError) {
      data = try Data(regularFile: url, copies: ModelText.copies)
    } catch {
      throw Diagnostic(.data(DataDiagnostic(error, in: workspace.files)), at: file.span)
    }
    guard let text = ModelText(data) else { throw Diagnostic(.file(.notText(file.word)), at: file.span) }
    let definition = text.definition
    do throws(NetworkError) {
      _ = try Network(definition)
      let shape = try definition.outputs.first.flatMap { (name) throws(NetworkError) in try definition.shapes()[name] }
      guard shape?.reduce(1, *) == text.outputs else {
        throw .shapeMismatch(
          layer: definition.layers.last?.name ?? "", expected: [text.outputs], actual: shape ?? [])
      }
    } catch {
      throw Diagnostic(.network(file.word, error), at: file.span)
    }
    let model = text.model(named: name.word, source: workspace.files.short(url))
    try workspace.catalogue.put(.network(model))
    return NetworkView(model: model).loaded(from: workspace.files.short(url))
  }
}
