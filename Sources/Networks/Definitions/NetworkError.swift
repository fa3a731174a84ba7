/// What is wrong with a network, or with what was fed to it: facts, from which the commands make sentences.
public enum NetworkError: Error, Sendable, Equatable {
  /// A layer reads a tensor that nothing before it makes, or a caller asks for one that does not exist (`layer` is then
  /// nil).
  case unknownTensor(layer: String?, name: String)
  /// A layer makes a tensor that exists already.
  case duplicateTensor(layer: String, name: String)
  /// Two layers bear the same name.
  case duplicateLayer(name: String)
  /// A layer reads or makes another number of tensors than its kind asks for; `expected` is the least number.
  case wrongTensorCount(layer: String, expected: Int, actual: Int)
  /// A layer is given a tensor it cannot take. 0 in `expected` stands for any length.
  case shapeMismatch(layer: String, expected: [Int], actual: [Int])
  /// A parameter (`weights`, `bias`, `alpha` …) does not fit the layer's settings.
  case parameterMismatch(layer: String, parameter: String, expected: [Int], actual: [Int])
  /// A setting (`stride`, `groups` …) has a value that means nothing.
  case invalidSetting(layer: String, setting: String, value: Int)
  /// A layer's window is larger than what it is given, so that nothing comes out.
  case emptyOutput(layer: String, input: [Int])
  /// A layer, or the whole network (`layer` is then nil), asks for more memory than the engine gives.
  case tooLarge(layer: String?, bytes: Int)
  /// The engine does not run this kind of layer in this way.
  case unsupported(layer: String, kind: String)
  /// The network's declared input is no shape: one or three lengths of at least 1.
  case invalidInput(name: String, shape: [Int])
  /// An image input has another number of channels, biases or numbers of a mean image than its colours and its shape ask for.
  case imageInput(name: String, ImagePart, expected: Int, actual: Int)
  /// What is fed to the network.
  case feed(Feed)
  /// A step of training.
  case step(Step)

  /// What an image input has so many of.
  public enum ImagePart: Sendable, Equatable { case channels, biases, meanNumbers }

  /// What is fed to the network.
  public enum Feed: Sendable, Equatable {
    /// No tensor was given for this input.
    case missing(name: String)
    /// A tensor was given for an input the network does not have.
    case unknown(name: String, known: [String])
    /// An input's tensor has another shape than the network reads; `expected` without the batch.
    case shape(name: String, expected: [Int], actual: [Int])
    /// The inputs, or inputs and targets, are not equally many samples.
    case batchMismatch(expected: Int, actual: Int)
    /// A picture has another size than the network reads.
    case pictureSize(expected: Extent, actual: Extent)
    /// The network reads no image, or more than one.
    case imageInputs(count: Int)
  }

  /// A step of training.
  public enum Step: Sendable, Equatable {
    /// No layer may be changed by training.
    case nothingToTrain
    /// Cross entropy reads the output of a softmax layer; this tensor is none.
    case lossNeedsSoftmax(tensor: String)
    /// There are targets for another number of losses than there are losses.
    case lossCount(losses: Int, targets: Int)
    /// A loss's setting (`labelSmoothing`, `classWeights`, `weight`) has a value that means nothing.
    case lossSetting(name: String, value: Float)
    /// A target class is not among the network's outputs `0 ..< count`.
    case classOutOfRange(target: Int, count: Int)
    /// The targets have another shape than the network's output; without the batch.
    case targetShape(expected: [Int], actual: [Int])
    /// The gradient cannot pass through this layer to the layers below it that training may change.
    case notDifferentiable(layer: String, kind: String)
    /// The loss is infinite or not a number. The parameters are those the loss was computed with.
    case diverged(loss: Float)
    /// A step was dropped because it was asked not to go on.
    case stopped
  }
}
