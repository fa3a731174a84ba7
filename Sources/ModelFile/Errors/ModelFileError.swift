public import Files

/// What is wrong with a model file, as facts. Sentences are made of them elsewhere.
public enum ModelFileError: Error, Sendable, Equatable {
  /// The file cannot be read; `code` is the system's error number (`errno`).
  case cannotRead(path: String, code: Int32)
  /// The file cannot be written; `code` is the system's error number (`errno`). What was there before is untouched.
  case cannotWrite(path: String, code: Int32)
  /// What stands at the path is no regular file; it is neither read nor replaced.
  case notRegular(path: String, FileKind)
  /// The file is larger than any model this program can hold.
  case fileTooLarge(path: String, bytes: Int, limit: Int)
  /// The path leads to a model in a form other than one `.mlmodel` file.
  case otherForm(path: String, ModelForm)
  /// These bytes are no Core ML model at all.
  case notAModel(byteCount: Int)
  /// The bytes break off or contradict themselves: in which field (names joined by dots, places in lists in brackets),
  /// in which layer where that could still be read, and from which byte on.
  case malformed(WireError.Kind, field: String, layer: String?, offset: Int)
  /// The model is of a kind that cannot do what was asked of it.
  case wrongKind(ModelKind, wanted: [ModelKind])
  /// The network has layers this program does not know: all of them.
  case unsupportedLayers([LayerName])
  /// A layer contradicts itself.
  case layer(LayerName, LayerProblem)
  /// An input of the network cannot be fed.
  case input(name: String, InputProblem)
  /// The classifier's index of examples contradicts itself.
  case nearestNeighbors(NearestNeighborsProblem)
  /// A network cannot be written in this format.
  case cannotExpress(ExpressionProblem)
  /// The folder or archive the model lies in is no sound package.
  case package(PackageProblem)
  /// The program in the model contradicts itself, or cannot be run.
  case program(ProgramError)
  /// A file in the Open Neural Network Exchange format is none, or one that is not read.
  case onnx(OnnxProblem)
}

/// What can be wrong with a file in the Open Neural Network Exchange format.
public enum OnnxProblem: Sendable, Equatable {
  /// These bytes are no such model at all.
  case notAModel(byteCount: Int)
  /// It is written for standard operators of a version that is not known here, or names none.
  case operatorSet(Int?)
}

/// The forms besides a single file in which a Core ML model can lie on disk.
public enum ModelForm: Sendable, Equatable {
  /// A folder `.mlmodelc` as compiled for a device.
  case compiled
  /// Some other folder.
  case folder
}

/// A layer's name and the format's name for its type, for example `conv10` and `convolution`.
public struct LayerName: Sendable, Equatable {
  /// The layer's own name.
  public let name: String
  /// What the format calls its type; nil when it has none.
  public let type: String?

  /// Names a layer.
  public init(name: String, type: String?) {
    self.name = name
    self.type = type
  }
}

/// How a layer can contradict itself.
public enum LayerProblem: Sendable, Equatable {
  /// It has no type.
  case noType
  /// A list has neither of the lengths it may have.
  case listLength(field: String, allowed: [Int], actual: Int)
  /// A size that must be at least 1, or must not be negative, or is larger than any tensor.
  case size(field: String, value: Int)
  /// A choice that does not exist in the format.
  case choice(field: String, value: Int)
  /// A convolution or pooling does not say how it treats the border.
  case noPaddingKind
  /// So many channels cannot be split into so many groups.
  case groups(channels: Int, groups: Int)
  /// It reads or makes another number of tensors than its type does.
  case tensorCount(field: String, allowed: ClosedRange<Int>, actual: Int)
  /// Its numbers are wrong: those of `weights`, `bias` and so on.
  case weights(field: String, WeightProblem)
}

/// How stored numbers can be wrong.
public enum WeightProblem: Sendable, Equatable {
  /// There are none.
  case missing
  /// They are stored in more than one way at once.
  case severalEncodings
  /// There are more or fewer than the layer's sizes say.
  case count(expected: Int, actual: Int)
  /// Quantised numbers need more bytes.
  case byteCount(expected: Int, actual: Int)
  /// Raw bytes without a word on how they are quantised.
  case noQuantization
  /// Quantised with a number of bits other than 1 to 8.
  case bits(Int)
  /// Nothing says how many numbers of so few bits the bytes hold.
  case uncountable
  /// The lookup table does not have 2^bits entries.
  case tableLength(expected: Int, actual: Int)
  /// There is neither one scale nor one for each channel; or the offsets do not match.
  case scaleCount(channels: Int, scales: Int, biases: Int)
}

/// Why an input of a network cannot be fed.
public enum InputProblem: Sendable, Equatable {
  /// It is neither an image nor an array of numbers.
  case type(FeatureKind)
  /// Its shape is not [C] or [C, H, W]; with exact shapes, leading ones may stand before it.
  case shape([Int])
  /// The image's channels are in an order this program does not know.
  case colorSpace(Int)
  /// The mean image does not have as many numbers as the input.
  case meanImage(expected: Int, actual: Int)
  /// It is an input of a model in a pipeline, and neither does the pipeline take it nor a model before give it as an array.
  case notGiven
  /// There are several images, and a preprocessing that does not say for which it is.
  case ambiguousPreprocessing
}

/// How an index of examples can contradict itself.
public enum NearestNeighborsProblem: Sendable, Equatable {
  /// An example has another length than the index says.
  case sampleLength(index: Int, expected: Int, actual: Int)
  /// An example holds a number that is infinite or none at all.
  case notFinite(index: Int)
  /// There are not as many labels as examples.
  case labelCount(samples: Int, labels: Int)
  /// A number that must be at least 1 and of sensible size.
  case size(field: String, value: Int)
  /// The index names no distance, or one that does not exist.
  case noDistance
  /// The classifier names no way to weigh votes.
  case noWeighting
  /// The classifier has no label to give while it is empty.
  case noDefaultLabel
}

/// Why a network cannot be written in this format.
public enum ExpressionProblem: Sendable, Equatable {
  /// A layer's kind does not exist in the format.
  case layerKind(layer: String)
  /// There are not as many labels as scores.
  case labelCount(labels: Int, scores: Int)
  /// There is nothing that could come out.
  case noOutput
  /// Neither an input nor a layer makes a tensor of this name.
  case noSuchTensor(String)
  /// No layer can be found that makes the scores and could make more.
  case noClassifierLayer
  /// A layer that should be updatable is of a type that cannot be.
  case notUpdatable(layer: String)
  /// A layer has numbers that cannot be stored as asked: infinite ones or none at all, or too large for half precision.
  case numbers(layer: String)
  /// No layer is to be trained in a network that is.
  case nothingUpdatable
  /// The examples are compared by another distance than the squared Euclidean one.
  case distance
  /// There is no layer of this name.
  case noSuchLayer(String)
  /// The file the model came from does not allow this value for this parameter.
  case notAllowed(parameter: String, value: Int)
  /// Two things have the same name.
  case duplicateName(String)
  /// A program lies in a package, not in a file of its own.
  case needsPackage
  /// No device trains a program.
  case programUpdatable
  /// The precision of a program's weights is that of its file.
  case programPrecision
  /// The program's operations are of a version that knows no compressed weights.
  case programWithoutPacking(String)
  /// A layer works only where arrays keep their own shapes, which those of this network do not.
  case exactShapes(layer: String)
}
