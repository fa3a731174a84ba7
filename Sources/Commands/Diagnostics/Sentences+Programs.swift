import CommandLanguage
import Experiments
import ModelFile
import Wording

extension Sentences {
  private static let again = "Fetch or copy the whole folder anew."

  /// What is said of a package that is no sound one.
  static func package(_ name: String, _ problem: PackageProblem) -> DiagnosticText {
    switch problem {
    case .noManifest: DiagnosticText("\(name) is no model package: it has no Manifest.json.", again)
    case .manifest(nil): DiagnosticText("The Manifest.json of \(name) is damaged: it does not read as JSON.", again)
    case .manifest(let field?):
      DiagnosticText("The Manifest.json of \(name) is damaged: \(field) is missing or of another type.", again)
    case .version(let version):
      DiagnosticText("\(name) is a package of version \(version); version 1 can be read.")
    case .noRootModel(let identifier):
      DiagnosticText("The Manifest.json of \(name) lists no item \(identifier), which it names as the model.", again)
    case .path(let path): DiagnosticText("\(name) names \(path), which is no path within the package.")
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

  /// What is said of a program that contradicts itself, or cannot be run.
  static func program(_ name: String, _ fault: ProgramFault) -> DiagnosticText {
    if case .unknownOperations(let operations) = fault.problem { return unknown(name, operations) }
    if let place = fault.operation {
      return DiagnosticText(
        "Operation \(place.name) (\(place.type ?? "no type")) of \(name) cannot be run: \(phrase(fault.problem)).",
        remedy(fault.problem))
    }
    return DiagnosticText("The program in \(name) cannot be run: \(phrase(fault.problem)).", remedy(fault.problem))
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

  private static func phrase(_ problem: ProgramProblem) -> String {
    switch problem {
    case .noFunction(let name, let known):
      "it has no function \"\(name)\", only \(Numbers.list(known.map { "\"\($0)\"" }))"
    case .undescribedFunction(let name): "its description does not mention the function \"\(name)\""
    case .operationSet(let set): "it is written for the operations of \"\(set)\"; CoreML5 to CoreML9 are known"
    case .noBlock(let set): "it has no block for \"\(set)\""
    case .unknownOperations: "it has operations that are not known"
    case .undefined(let name): "it reads \(name), which nothing before it makes"
    case .duplicate(let name): "\(name) is made twice"
    case .output(let name): "\(name) is given by the program or by its description, not by both"
    case .input(let name): "\(name) is an input of the program or of its description, not of both"
    case .type(let value): "\(value.isEmpty ? "a value" : value) is of a type that is not computed with"
    case .declaredType(let value, let declared, let actual):
      "\(value) is declared as \(declared) but comes out as \(actual)"
    case .declaredShape(let value, let declared, let actual):
      "\(value) is declared as \(shape(declared)) but comes out as \(shape(actual))"
    case .flexibleShape(let value): "the shape of \(value.isEmpty ? "a value" : value) is not fixed"
    case .tooLarge(let value, let lengths):
      "\(value.isEmpty ? "a value" : value) of the shape \(shape(lengths)) fits in no memory"
    case .count(let expected, let actual):
      "a constant has \(Numbers.count(actual, "number")) instead of \(Numbers.grouped(expected))"
    case .encoding: "a constant's numbers are of another type than it says"
    case .missingInput(let name): "its input \(name) is missing"
    case .unknownInput(let name): "it has an input \(name), which there is not"
    case .notConstant(let name): "its input \(name) is computed; it has to be a constant"
    case .setting(let name, let value): "\(name)=\(value) is not possible"
    case .shapes(let shapes): "the shapes \(Numbers.list(shapes.map(shape))) do not go together"
    case .blocks: "it contains other operations; loops and conditions are not run"
    case .weights(let problem): phrase(problem)
    }
  }

  private static func phrase(_ problem: WeightFileProblem) -> String {
    switch problem {
    case .missing(let name): "the file of its weights, \(name), is missing"
    case .path(let name): "its weights are in \(name), which is no path within the package"
    case .header: "the file of its weights is cut off, or of a version other than 2"
    case .record(let offset): "its weights are said to begin at byte \(Numbers.grouped(offset)), where there are none"
    case .beyond(let offset):
      "the weights that begin at byte \(Numbers.grouped(offset)) go beyond the end of their file"
    case .type(let number): "its weights are stored as another type of number (\(number)) than the program says"
    case .size(let expected, let actual):
      "its weights take \(Numbers.count(actual, "byte")) instead of \(Numbers.grouped(expected))"
    }
  }

  private static func remedy(_ problem: ProgramProblem) -> String {
    switch problem {
    case .flexibleShape:
      "Convert the model with fixed shapes, in coremltools: inputs=[ct.ImageType(shape=(1, 3, 224, 224))]"
    case .weights(.missing), .weights(.header), .weights(.beyond): again
    case .noFunction(_, let known): known.first.map { "For example: function=\"\($0)\"" } ?? ""
    default: ""
    }
  }
}
