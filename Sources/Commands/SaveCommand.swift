import CommandLanguage
import Experiments
import Figures
import Files
import Foundation
import Language
import ModelFile
import Networks
import Training
import Views

/// `save hand path="HandsTrained.mlmodel" updatable=true`
struct SaveCommand: Command {
  private static let model = PositionalArgument("model", .model, "The model.")
  private static let path = KeyedArgument(
    "path", .path, "File or package (.mlpackage) to write; by default the model's name.")
  private static let updatable = KeyedArgument(
    "updatable", .bool, "Whether a device may train it; by default where a layer is trainable.")
  private static let precision = KeyedArgument(
    "precision", .choice(WeightPrecision.names), "Precision of the weights; by default as stored, else float32.")
  private static let on = KeyedArgument(
    "on", .split, "With precision=: samples whose predictions are compared before and after.")
  private static let author = KeyedArgument("author", .text, "The author.")
  private static let license = KeyedArgument("license", .text, "The licence.")
  private static let about = KeyedArgument("description", .text, "One sentence that describes the model.")

  static let declaration = CommandDeclaration(
    "save", "Saves a model as a Core ML file that devices and coremltools open.",
    discussion: """
      A network becomes a classifier or a regressor, by default one that a device can train; a k-NN classifier becomes \
      a pipeline of its feature extractor and its stored samples. A loaded file keeps everything else it held, unknown \
      fields included. The file is first written under a temporary name and then moved, so the named file is complete \
      at every moment. A file that a model was loaded from is not replaced; a file that Whet did not write, or that \
      was changed since, only with replace=true; undo restores it. Whet recognises its own files by the metadata entry \
      whet.sha256. A path that ends with .mlpackage makes a package; an ML program is always saved as one. precision=8 … 1 \
      stores the weights with that many bits, evenly spaced per channel; lookupTable8 … lookupTable1 stores indices into a \
      table. Trainable layers keep single precision. ML programs take float16 (or 16), 8 and, as tables, 6, 4, 2 and 1. With on=, \
      save states the accuracy before and after, and how many predictions changed.
      """,
    positionals: [model],
    arguments: [path, ReplaceArgument.replace, updatable, precision, on, author, license, about],
    examples: [
      "save hand path=\"HandsTrained.mlmodel\" updatable=true",
      "save hand path=\"small.mlmodel\" updatable=false precision=8 on=hands.test", "save hand",
    ])

  private let arguments: Arguments
  private let name: CheckedValue
  /// The file, and what to point at where it cannot be written.
  private let path: String, span: Span
  private let isPathGiven: Bool

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    name = arguments[Self.model]
    let path = arguments[Self.path]
    self.path = path?.word ?? "\(name.word).mlmodel"
    isPathGiven = path != nil
    span = path?.span ?? name.span
    if precision == .asStored || precision == .float32 {
      try arguments.refuse(Self.on, belongingTo: "precision=", "Leave it out, or add precision=8")
    }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let model = try workspace.lookup.model(name)
    let url = workspace.files.destination(path(of: model, in: workspace))
    let isPackage = url.pathExtension.lowercased() == PackageMaker.fileExtension
    try workspace.lookup.protect(url, from: model, at: span)
    if isPackage {
      try workspace.files.checkFolder(of: url, at: span)
      try workspace.checkMayWritePackage(url, of: model.name, at: span, by: arguments)
    } else {
      try Self.checkPlace(url, of: model.name, in: workspace.files, at: span)
      try workspace.checkMayWrite(url, at: span, by: arguments, recognising: WrittenMark.isIn)
    }
    let replaces = FileManager.default.fileExists(atPath: url.path)
    do {
      var file = try self.file(of: model, precision: precision, in: workspace)
      if isPackage { file = PackageMaker.packaged(file) }
      let plain = precision == .asStored ? nil : try self.file(of: model, precision: .asStored, in: workspace)
      let effect = try self.effect(of: model, in: file, named: workspace.files.short(url), workspace, context)
      do {
        if isPackage {
          try workspace.writePackage(WrittenMark.marked(file), of: model.name, to: url, at: span, by: arguments)
        } else if file.kind == .mlProgram {
          throw ModelFileError.cannotExpress(.needsPackage)
        } else {
          try workspace.write(url, at: span, by: arguments, recognising: WrittenMark.isIn) {
            try $0.write(WrittenMark.bytes(of: file))
          }
        }
      } catch let error as FileWriteError {
        throw ModelFileError(error)
      }
      return SaveView(
        model: model, file: file, path: workspace.files.short(url), precision: precision,
        plainSize: plain?.storage.byteCount,
        effect: effect.map { (effect: $0.effect, on: $0.selection) }, replaces: replaces
      ).rendering
    } catch let error as ModelFileError {
      throw Diagnostic(.modelFile(workspace.files.short(url), error), at: span)
    }
  }

  /// What a model's predictions lose in its file, before that is written; nil where no samples are named.
  private func effect(
    of model: Model, in file: ModelFile, named path: String, _ workspace: Workspace, _ context: CommandContext
  ) throws -> (effect: PrecisionEffect, selection: String)? {
    guard let on = arguments[Self.on] else { return nil }
    let selection = try workspace.lookup.selection(on)
    do {
      let stored = try ModelFileReader(file: file, path: path, library: workspace.library).open(as: model.name)
      return (
        try PrecisionEffect(of: model, stored: stored, on: selection, workspace.inference(context)), selection.text
      )
    } catch {
      throw error.placed(at: on.span)
    }
  }

  /// Sees to it that the folder is there, and that none stands in the file's place.
  ///
  /// - Throws: `FileError.noFolder`, `FileDiagnostic.Writing.isFolder`.
  private static func checkPlace(
    _ url: URL, of model: String, in files: DataFolder, at span: Span
  ) throws {
    try files.checkFolder(of: url, at: span)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return }
    guard !isFolder.boolValue else {
      throw Diagnostic(.file(.writing(.isFolder(files.short(url), model: model))), at: span)
    }
  }

  /// Where it is written: by default beside its name, a program as a package.
  private func path(of model: Model, in workspace: Workspace) -> String {
    guard !isPathGiven, case .network(let network) = model, workspace.library.program(below: network) != nil else {
      return path
    }
    return "\(name.word).\(PackageMaker.fileExtension)"
  }

  private var precision: WeightPrecision {
    arguments[Self.precision].flatMap(WeightPrecision.init(name:)) ?? .asStored
  }

  private func file(of model: Model, precision: WeightPrecision, in workspace: Workspace) throws -> ModelFile {
    let writing = ModelFileWriter(metadata: metadata, precision: precision)
    var file: ModelFile
    let isUpdatable: Bool
    switch model {
    case .hybrid(let hybrid): throw hybrid.refusal(.saving, at: name.span)
    case .network(let network):
      let program = workspace.library.program(below: network)
      isUpdatable =
        arguments[Self.updatable]
        ?? (network.definition.parameterCounts.trainable > 0 && network.definition.standardizedOutput == nil
          && program == nil)
      file = try writing.file(of: network, isUpdatable: isUpdatable, on: program)
    case .neighbors(let neighbors):
      guard !neighbors.extractor.isOpen else { throw Diagnostic(.readsNothingYet(neighbors.name), at: name.span) }
      isUpdatable = arguments[Self.updatable] ?? true
      file = try writing.file(of: neighbors, library: workspace.library)
    }
    if !isUpdatable { file.isUpdatable = false }
    return file == model.file ? file : WrittenMark.added(to: file)
  }

  private func metadata(_ earlier: ModelMetadata) -> ModelMetadata {
    var metadata = earlier
    metadata.author = arguments[Self.author]?.word ?? metadata.author
    metadata.license = arguments[Self.license]?.word ?? metadata.license
    metadata.shortDescription = arguments[Self.about]?.word ?? metadata.shortDescription
    return metadata
  }
}

extension Lookup {
  /// Sees to it that no file is written over that a model was made from: only the one a model was loaded from may be
  /// replaced, and only where nothing else came of it.
  ///
  /// - Throws: `FileDiagnostic.Writing.starter`.
  fileprivate func protect(_ url: URL, from model: Model, at span: Span) throws {
    func isThere(_ source: String) -> Bool {
      guard case .found(let place) = workspace.files.findModel(source) else { return false }
      return place.resolvingSymlinksInPath() == url.resolvingSymlinksInPath()
    }
    for other in workspace.models.values.sorted(by: { $0.name < $1.name }) {
      guard let source = other.maker, isThere(source) else { continue }
      throw Diagnostic(
        .file(.writing(.starter(workspace.files.short(url), maker: other.name, model: model.name))), at: span)
    }
    let data = workspace.files.folder.resolvingSymlinksInPath().path
    if url.resolvingSymlinksInPath().path.hasPrefix(data + "/"), FileManager.default.fileExists(atPath: url.path) {
      throw Diagnostic(.file(.writing(.starter(workspace.files.short(url), maker: nil, model: model.name))), at: span)
    }
  }
}

extension Model {
  /// The file it was made from, where it was made and not loaded.
  fileprivate var maker: String? {
    switch self {
    case .hybrid: nil
    case .network(let model): if case .base = model.source.kind { model.source.name } else { nil }
    case .neighbors(let model): model.file == nil ? model.extractor.file : nil
    }
  }
}

extension WeightPrecision {
  /// What may be said for precision=.
  static let names =
    ["float32", "float16", "16"] + (1...8).reversed().map(String.init) + (1...8).reversed().map { "lookupTable\($0)" }

  /// The precision of a name.
  init?(name: String) {
    switch name {
    case "float32": self = .float32
    case "float16", "16": self = .float16
    default:
      guard let bits = name.last?.wholeNumberValue else { return nil }
      self = name.hasPrefix("lookupTable") ? .lookupTable(bits: bits) : .linear(bits: bits)
    }
  }
}
