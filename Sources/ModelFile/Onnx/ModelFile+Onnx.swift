import Files
public import Foundation

extension ModelFile {
  /// What the names of ONNX files end with.
  public static let onnxExtension = "onnx"

  /// Whether a path is that of an ONNX file, by its ending.
  public static func isOnnx(_ path: String) -> Bool {
    (path as NSString).pathExtension.lowercased() == onnxExtension
  }

  /// Reads a file in the Open Neural Network Exchange format as an ML program that does the same.
  ///
  /// - Returns: The program, in a package, with the settings in its metadata.
  /// - Throws: `cannotRead`, `notRegular`, `fileTooLarge`; `onnx` for one that is none, or of operators that are not known here;
  ///   `malformed`, or `program` for one that contradicts itself or cannot be run.
  public static func onnx(_ url: URL, _ settings: OnnxInput = OnnxInput()) throws(ModelFileError) -> ModelFile {
    let folder = url.absoluteURL.deletingLastPathComponent().path(percentEncoded: false)
    return try translated(onnxBytes(url), in: folder, settings)
  }

  /// The bytes of a file.
  static func onnxBytes(_ url: URL) throws(ModelFileError) -> [UInt8] {
    do throws(FileReadError) {
      return try RegularFile(path: url.path).bytes(atMost: PackageReader.mostBytes)
    } catch {
      switch error {
      case .unreadable(let path, let code): throw .cannotRead(path: path, code: code)
      case .notRegular(let path, let kind): throw .notRegular(path: path, kind)
      case .tooLarge(let path, let bytes, let limit): throw .fileTooLarge(path: path, bytes: bytes, limit: limit)
      }
    }
  }

  /// The versions of the standard operators that are known.
  static let onnxOperatorSets = 11...24

  /// A program of the bytes of an ONNX file.
  static func translated(
    _ bytes: [UInt8], in folder: String?, _ settings: OnnxInput
  ) throws(ModelFileError) -> ModelFile {
    let model = try OnnxModel(bytes: bytes)
    guard let operatorSet = model.operatorSet, onnxOperatorSets.contains(operatorSet) else {
      throw .onnx(.operatorSet(model.operatorSet))
    }
    var translation = OnnxTranslation(
      OnnxFunctions.graph(of: model), operatorSet: operatorSet, settings: settings, files: OnnxDataFiles(in: folder),
      weightBytes: bytes.count)
    let made: (function: WireMessage, weights: [UInt8]?, labels: ClassLabels?)
    do throws(ProgramError) { made = try translation.program(named: model.metadata) } catch { throw .program(error) }
    var description = ModelDescription(inputs: translation.inputFeatures, outputs: translation.outputFeatures)
    if let labels = made.labels {
      let names = ProgramDraft.classNames
      (description.predictedFeatureName, description.predictedProbabilitiesName) = (names.label, names.probabilities)
      let isText: Bool = if case .strings = labels { true } else { false }
      let classes = [
        FeatureDescription(name: names.label, type: isText ? .string : .int64),
        FeatureDescription(name: names.probabilities, type: .dictionary(isText ? .string : .int64)),
      ]
      description.outputs = classes + description.outputs
    }
    description.metadata = ModelMetadata(
      userDefined: model.metadata.filter { $0.value.utf8.count <= 1000 }.merging(
        origin(model, operatorSet, settings, translation)
      ) { $1 })
    return try packaged(made.function, description, weights: made.weights)
  }

  /// What a description says of where the program comes from.
  private static func origin(
    _ model: OnnxModel, _ operatorSet: Int, _ settings: OnnxInput, _ translation: OnnxTranslation
  ) -> [String: String] {
    typealias Key = OnnxInput.Key
    var entries = [Key.operatorSet: "\(operatorSet)"]
    if !model.producer.isEmpty { entries[Key.producer] = model.producer }
    if let shape = translation.picture?.shape { entries[Key.shape] = "\(shape)" }
    if let normalization = translation.picture?.normalization {
      entries[Key.scale] = "\(normalization.scale)"
      entries[Key.mean] = "\(normalization.mean)"
      entries[Key.deviation] = "\(normalization.deviation)"
    }
    for fixed in settings.fixed { entries[Key.fixed + fixed.name] = "\(fixed.numbers)" }
    return entries
  }

  private static func packaged(
    _ function: WireMessage, _ description: ModelDescription, weights: [UInt8]?
  ) throws(ModelFileError) -> ModelFile {
    var program = WireMessage()
    program.set(1, 1)
    program[repeated: 2].messages = [ProgramWire.entry("main", function)]
    var model = WireMessage()
    model.set(1, ProgramDraft.version + 1)
    model.set(2, message: description.encoded(over: WireMessage()))
    model.set(502, message: program)
    let folder = "com.apple.CoreML"
    let manifest = """
      {
        "fileFormatVersion" : "1.0.0",
        "itemInfoEntries" : {
          "5F0E6E5A-1B4C-8C55-9A0C-6F1D1C0A7B01" : {
            "author" : "\(folder)", "description" : "CoreML Model Specification", "name" : "model.mlmodel",
            "path" : "\(folder)/model.mlmodel"
          },
          "5F0E6E5A-1B4C-8C55-9A0C-6F1D1C0A7B02" : {
            "author" : "\(folder)", "description" : "CoreML Model Weights", "name" : "weights",
            "path" : "\(folder)/weights"
          }
        },
        "rootModelIdentifier" : "5F0E6E5A-1B4C-8C55-9A0C-6F1D1C0A7B01"
      }
      """
    var files = [Manifest.fileName: Array(manifest.utf8), "Data/\(folder)/model.mlmodel": Array(model.bytes)]
    files["Data/\(folder)/weights/weight.bin"] = weights
    return try opened(files.mapValues { PackageFile($0) })
  }
}
