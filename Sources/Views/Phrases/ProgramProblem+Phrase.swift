public import ModelFile
import Wording

extension ProgramProblem {
  /// The lengths of axes, such as [open, 3, 224, 224]; nil for one that is open.
  public static func phrase(_ lengths: [Int?]) -> String {
    "[\(lengths.map { $0.map(String.init) ?? "open" }.joined(separator: ", "))]"
  }

  /// What is wrong, as the end of a sentence.
  public var phrase: String {
    switch self {
    case .noFunction(let name, let known):
      "it has no function \"\(name)\", only \(Numbers.list(known.map { "\"\($0)\"" }))"
    case .undescribedFunction(let name): "its description does not mention the function \"\(name)\""
    case .operationSet(let set): "it is written for the operations of \"\(set)\"; CoreML5 to CoreML9 are known"
    case .noBlock(let set): "it has no block for \"\(set)\""
    case .unknownOperations(let operations): "it has \(Numbers.count(operations.count, "operation")) not known here"
    case .undefined(let name): "it reads \(name), which nothing before it makes"
    case .duplicate(let name): "\(name) is made twice"
    case .output(let name): "\(name) is given by the program or by its description, not by both"
    case .input(let name): "\(name) is an input of the program or of its description, not of both"
    case .type(let value): "\(value.isEmpty ? "a value" : value) is of a type that is not computed with"
    case .declaredType(let value, let declared, let actual):
      "\(value) is declared as \(declared) but comes out as \(actual)"
    case .declaredShape(let value, let declared, let actual):
      "\(value) is declared as \(declared) but comes out as \(actual)"
    case .flexibleShape(let value): "the shape of \(value.isEmpty ? "a value" : value) is not fixed"
    case .openInput(let name, let lengths, _, _):
      "the shape of its input \(name), \(Self.phrase(lengths)), is not fixed"
    case .lengthsNotTaken(let asked, let name, let lengths):
      "its input \(name), \(Self.phrase(lengths)), does not take \(asked)"
    case .fixedShapes: "its inputs take one shape alone"
    case .shapeNotTaken(let shape, let input): "its input \(input.type.phrase(of: input.name)) does not take \(shape)"
    case .notAnImage(let value, let shape):
      "its input \(value), \(shape), is not the only one, or not an array of [1, 3, H, W], [3, H, W] or one channel"
    case .tooManyOperations(let limit): "its nodes would be more than \(Numbers.grouped(limit)) operations"
    case .tooManySteps(let limit): "its steps would be more than \(Numbers.grouped(limit)) layers"
    case .tooLarge(let value, let shape): "\(value.isEmpty ? "a value" : value) of the shape \(shape) fits in no memory"
    case .count(let expected, let actual):
      "a constant has \(Numbers.count(actual, "number")) instead of \(Numbers.grouped(expected))"
    case .labelCount(let labels, let scores):
      "it has \(Numbers.count(scores, "score")) and is given \(Numbers.count(labels, "label"))"
    case .noArray(let name, let known): "it has no array \(name) among its inputs, only \(Numbers.list(known))"
    case .inputNumbers(let name, let expected, let actual):
      "its input \(name) takes \(Numbers.count(expected, "number")), or one for all of them, not \(Numbers.grouped(actual))"
    case .inputValue(let name, let number, let type):
      "its input \(name) is of type \(type), which does not hold \(Numbers.short(number))"
    case .encoding: "a constant's numbers are of another type than it says"
    case .missingInput(let name): "its input \(name) is missing"
    case .notConstant(let name): "its input \(name) is computed; it has to be a constant"
    case .setting(let name, let value): "\(name)=\(value) is not possible"
    case .shapes(let shapes):
      shapes.count == 1
        ? "the shape \(shapes[0]) is not possible"
        : "the shapes \(Numbers.list(shapes.map { "\($0)" })) do not go together"
    case .blocks: "it is a loop or condition that depends on what is computed; others are run"
    case .weights(let problem): problem.phrase
    }
  }
}

extension WeightFileProblem {
  /// What is wrong, as the end of a sentence.
  public var phrase: String {
    switch self {
    case .missing(let name): "the file of its weights, \(name), is missing"
    case .path(let name): "its weights are in \(name), which is not a path within the package"
    case .header: "the file of its weights is cut off, or of a version other than 2"
    case .record(let offset): "its weights are said to begin at byte \(Numbers.grouped(offset)), where there are none"
    case .beyond(let offset):
      "the weights that begin at byte \(Numbers.grouped(offset)) go beyond the end of their file"
    case .type(let number): "its weights are stored as another type of number (\(number)) than the program says"
    case .size(let expected, let actual):
      "its weights take \(Numbers.count(actual, "byte")) instead of \(Numbers.grouped(expected))"
    }
  }
}
