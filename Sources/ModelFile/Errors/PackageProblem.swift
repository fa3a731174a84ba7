public import DataFiles

/// What is wrong with a model package, as facts.
public enum PackageProblem: Error, Sendable, Equatable {
  /// It has no `Manifest.json`; an archive has none, or several.
  case noManifest
  /// The manifest is no JSON, or lacks a field, or has something else in it; the field, where one can be named.
  case manifest(field: String?)
  /// It is written in a version of the package format that is not known here.
  case version(String)
  /// The manifest names this item as the model, but does not list it.
  case noRootModel(String)
  /// A path leads out of the package, or is none.
  case path(String)
  /// A file the manifest names is missing.
  case missingFile(String)
  /// A link in it leads out of the package.
  case link(String)
  /// There is something in it that is neither file nor folder.
  case notAFile(String)
  /// It has more files, or folders deeper in each other, than any package.
  case tooManyFiles(limit: Int)
  /// The archive it lies in cannot be unpacked.
  case archive(ZipError)
}

/// Where in a program something is wrong, and what.
public struct ProgramError: Error, Sendable, Equatable {
  /// The operation, by the name of its first result, and its type; nil where it is none's.
  public var operation: LayerName?
  /// What is wrong.
  public let problem: ProgramProblem

  /// Says what is wrong, and where.
  public init(_ problem: ProgramProblem, at operation: LayerName? = nil) {
    self.problem = problem
    self.operation = operation
  }
}

/// What can be wrong with a program.
public enum ProgramProblem: Error, Sendable, Equatable {
  /// It has no function of this name, but these.
  case noFunction(String, known: [String])
  /// The description does not say what this function takes and gives.
  case undescribedFunction(String)
  /// The function is written for operations of a version that is not known here.
  case operationSet(String)
  /// The function has no block for the version of operations it names.
  case noBlock(operationSet: String)
  /// Operations that are not known here: all of them, by their types.
  case unknownOperations([LayerName])
  /// A value is read that nothing before makes.
  case undefined(String)
  /// Two values have one name.
  case duplicate(String)
  /// The function returns a value that nothing makes, or the description names one that it does not return.
  case output(String)
  /// The description's input is not the function's.
  case input(String)
  /// A value has a type that is not computed with here.
  case type(value: String)
  /// The type a value is declared with is not the one the operation makes.
  case declaredType(value: String, declared: String, actual: String)
  /// The shape a value is declared with is not the one the operation makes.
  case declaredShape(value: String, declared: [Int], actual: [Int])
  /// A value's shape is not fixed.
  case flexibleShape(value: String)
  /// An input's axes, nil for those of no fixed length, and a shape it could have; of several inputs those with such axes, none where it
  /// is the only one.
  case openInput(String, lengths: [Int?], example: [Int], open: [String])
  /// Another shape was asked of a program that takes one alone.
  case fixedShapes
  /// An input does not take a shape that was asked for.
  case shapeNotTaken([Int], input: FeatureDescription)
  /// An input of this shape, or one of several, is not an array that could be an image.
  case notAnImage(value: String, shape: [Int])
  /// A value would be larger than memory.
  case tooLarge(value: String, shape: [Int])
  /// What is repeated, such as the steps of a sequence, would be more layers than this.
  case tooManySteps(limit: Int)
  /// An ONNX file's nodes would be more operations than a program has by far.
  case tooManyOperations(limit: Int)
  /// A constant has more or fewer numbers than its shape.
  case count(expected: Int, actual: Int)
  /// There are not as many class names as scores.
  case labelCount(labels: Int, scores: Int)
  /// No array goes in under a name.
  case noArray(String, known: [String])
  /// An input is given too few numbers, or too many.
  case inputNumbers(String, expected: Int, actual: Int)
  /// An input is given a number that its type does not hold.
  case inputValue(String, Float, type: String)
  /// A constant's numbers are of another type than it says.
  case encoding
  /// An input's axes, nil for those of no fixed length, are not those of a shape that was asked for.
  case lengthsNotTaken([Int], input: String, lengths: [Int?])
  /// An operation lacks an input.
  case missingInput(String)
  /// An operation's setting has to be constant.
  case notConstant(String)
  /// An operation's setting is impossible; what it is, in the format's own notation.
  case setting(String, value: String)
  /// What an operation reads has shapes that do not go together.
  case shapes([[Int]])
  /// A loop or condition that depends on what is computed, or that lies in too many others.
  case blocks
  /// The weights a constant refers to cannot be read.
  case weights(WeightFileProblem)
}

/// What can be wrong with a package's weight file.
public enum WeightFileProblem: Error, Sendable, Equatable {
  /// The package has no such file.
  case missing(String)
  /// Its path leads out of the package.
  case path(String)
  /// It is shorter than its header, or of another version.
  case header
  /// At this offset there is no record.
  case record(offset: Int)
  /// A record's numbers lie beyond the end of the file.
  case beyond(offset: Int)
  /// A record holds numbers of another type than the program says; the record's type.
  case type(Int)
  /// A record holds more or fewer bytes than its shape needs.
  case size(expected: Int, actual: Int)
}
