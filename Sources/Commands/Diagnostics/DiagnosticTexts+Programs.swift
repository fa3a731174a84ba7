import CommandLanguage
import Experiments
import ModelFile
import Views
import Wording

extension DiagnosticTexts {
  private static let again = "Fetch or copy the whole folder anew."

  /// What is said of a package that is no sound one.
  static func package(_ name: String, _ problem: PackageProblem) -> DiagnosticText {
    switch problem {
    case .noManifest: DiagnosticText("\(name) is not a model package: it has no Manifest.json.", again)
    case .manifest(nil): DiagnosticText("The Manifest.json of \(name) is damaged: it does not read as JSON.", again)
    case .manifest(let field?):
      DiagnosticText("The Manifest.json of \(name) is damaged: \(field) is missing or of another type.", again)
    case .version(let version):
      DiagnosticText("\(name) is a package of version \(version); version 1 can be read.")
    case .noRootModel(let identifier):
      DiagnosticText("The Manifest.json of \(name) lists no item \(identifier), which it names as the model.", again)
    case .path(let path): DiagnosticText("\(name) names \(path), which is not a path within the package.")
    case .missingFile(let path): DiagnosticText("\(path) is missing in \(name).", again)
    case .link(let path): DiagnosticText("\(path) in \(name) is a link that leads out of the package.")
    case .notAFile(let path): DiagnosticText("\(path) in \(name) is neither a file nor a folder.")
    case .tooManyFiles(let limit):
      DiagnosticText(
        "\(name) has more files, or folders deeper within each other, than a package: more than \(Numbers.grouped(limit))."
      )
    case .archive(let error): archive(name, error)
    }
  }

  /// What is said of an ONNX file that is none, or is not read.
  static func onnx(_ name: String, _ problem: OnnxProblem) -> DiagnosticText {
    switch problem {
    case .notAModel(0): DiagnosticText("\(name) is not an ONNX model: the file is empty.")
    case .notAModel(let count):
      DiagnosticText(
        "\(name) is not an ONNX model: its \(Numbers.count(count, "byte")) \(count == 1 ? "does" : "do") not have that format."
      )
    case .operatorSet(let version):
      DiagnosticText(
        "\(name) is written for \(version.map { "version \($0)" } ?? "no version") of the ONNX operators; 11 to 24 are known.",
        "Export it again with a version of those, in PyTorch: torch.onnx.export(…, opset_version=17)")
    }
  }

  /// What is said of a program that contradicts itself, or cannot be run.
  static func program(_ name: String, _ fault: ProgramError) -> DiagnosticText {
    if case .unknownOperations(let operations) = fault.problem { return unknown(name, operations) }
    switch fault.problem {
    case .fixedShapes:
      return DiagnosticText("The inputs of \(name) take one shape alone.", "Leave shape= out.")
    case .shapeNotTaken(let shape, let input):
      return DiagnosticText(
        "\(name) does not take the shape \(shape).", "Its input \(input.name) takes: \(input.type.phrase)")
    case .lengthsNotTaken(let shape, let input, let lengths):
      return DiagnosticText(
        "\(name) does not take the shape \(shape).", "Its input \(input) takes: \(ProgramProblem.phrase(lengths))")
    case .noFunction(let wanted, let known):
      return DiagnosticText(
        "\(name) has no function \"\(wanted)\".", "Functions: \(Numbers.list(known.map { "\"\($0)\"" }))")
    case .noArray(let wanted, let known):
      return DiagnosticText(
        "\(name) reads no array \(wanted).\(nearest(wanted, known))",
        known.isEmpty ? "Leave inputs= out." : "Its arrays: \(Words.shortened(known)).")
    case .inputNumbers(let input, let expected, let actual):
      return DiagnosticText(
        "\(input) takes \(Numbers.count(expected, "number")), or one for all of them, not \(Numbers.grouped(actual)).")
    case .inputValue(let input, let number, let type):
      return DiagnosticText("\(input) is of type \(type), which does not hold \(Numbers.short(number)).")
    default: break
    }
    if let place = fault.operation {
      return DiagnosticText(
        "Operation \(place.name) (\(place.type ?? "no type")) of \(name) cannot be run: \(fault.problem.phrase).",
        remedy(fault.problem, name))
    }
    return DiagnosticText("The program in \(name) cannot be run: \(fault.problem.phrase).", remedy(fault.problem, name))
  }

  private static func unknown(_ name: String, _ operations: [LayerName]) -> DiagnosticText {
    let types = Set(operations.compactMap(\.type)).sorted()
    let places = types.prefix(8).map { type in
      let names = operations.filter { $0.type == type }.map(\.name)
      return "\(type) (\(names[0])\(names.count > 1 ? " and \(Numbers.grouped(names.count - 1)) more" : ""))"
    }
    let more = types.count > 8 ? ["\(Numbers.grouped(types.count - 8)) more"] : []
    return DiagnosticText(
      "\(name) has \(operations.count == 1 ? "an operation" : "operations") that cannot be run here: "
        + "\(Numbers.list(places + more)).")
  }

  /// The line that gives inputs their numbers.
  static func inputsRemedy(_ inputs: [String], of source: String) -> String {
    let given = inputs.map { "fixed(\(Words.quoted($0)), 0)" }.joined(separator: ", ")
    return "To give \(inputs.count == 1 ? "it its" : "them their") numbers: load … \"\(source)\" inputs=[\(given)]"
  }

  private static func remedy(_ problem: ProgramProblem, _ name: String) -> String {
    switch problem {
    case .openInput(_, _, let example, open: []):
      "To choose a shape, for example: load … \"\(name)\" shape=\(example)"
    case .openInput(_, _, _, let open): inputsRemedy(open, of: name)
    case .flexibleShape:
      "Convert the model with fixed shapes, in coremltools: inputs=[ct.ImageType(shape=(1, 3, 224, 224))]"
    case .setting("mean", _), .setting("std", _):
      "Give one number for all channels, or one for each; std is not 0. For example: mean=[0.485, 0.456, 0.406] std=[0.229, 0.224, 0.225]"
    case .weights(.missing), .weights(.header), .weights(.beyond): again
    default: ""
    }
  }
}
