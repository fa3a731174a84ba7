/// The rules a model can break, with the facts of the breach.
public enum Rule: Sendable, Equatable {
  // The model as a whole.

  /// The file names no version of the format.
  case versionMissing
  /// The file is of a version that nothing known reads.
  case versionTooNew(version: Int, newest: Int)
  /// An updatable model needs a later version.
  case versionTooOldToUpdate(version: Int, least: Int)
  /// The model uses what only a later version has.
  case versionTooOldForContent(version: Int, least: Int)
  /// The model says nothing about what kind it is.
  case kindMissing
  /// Models of this kind cannot be trained further on a device.
  case kindNotUpdatable(ModelKind)

  // What it takes and gives.

  /// An input or output has no name.
  case featureNameMissing
  /// An input, output or training input has no type.
  case featureTypeMissing(feature: String)
  /// An array has no number type, or one the format does not know.
  case arrayTypeUnknown(feature: String, number: Int)
  /// An array has no shape, or one with a negative length.
  case arrayShape(feature: String, shape: [Int])
  /// A picture has no size.
  case imageSize(feature: String, width: Int, height: Int)
  /// A picture's colour space is missing, or one the format does not know.
  case colorSpaceUnknown(feature: String, number: Int)
  /// The shapes or sizes that are allowed contradict each other, or leave out the feature's own.
  case sizeNotAllowed(feature: String)
  /// A dictionary does not say whether its labels are texts or numbers.
  case dictionaryKeyMissing(feature: String)
  /// A feature is of a type that only a later version has.
  case featureTooNew(feature: String, version: Int, least: Int)
  /// Something that has to be there may be left out: an input of nearest neighbours, all inputs of a network.
  case inputOptional(feature: String)
  /// An output that may be left out.
  case outputOptional(feature: String)
  /// A network's input is neither array nor image.
  case inputNeitherArrayNorImage(feature: String, FeatureKind)
  /// A plain network's output is neither array nor image.
  case outputNeitherArrayNorImage(feature: String, FeatureKind)
  /// A network's array input is neither [C] nor [C, H, W].
  case inputShape(feature: String, shape: [Int])
  /// Arrays are read as five axes, and a layer or the images take their shapes as they are.
  case shapesNotExact
  /// The model has no input.
  case inputMissing
  /// The model has no output.
  case outputMissing
  /// A classifier does not say which output is the label.
  case predictedNameMissing
  /// A regressor does not say which output it is about.
  case predictionNameMissing
  /// The output that should be the label, the probabilities or the prediction is not there.
  case predictedOutputMissing(name: String)
  /// The label's type is not that of the labels, or the prediction's no number.
  case predictedType(found: FeatureKind, wanted: FeatureKind)
  /// A plain network gives what no layer makes.
  case outputUnmade(feature: String)
  /// A classifier gives what no layer makes, and what is neither label nor probabilities.
  case scoreUnmade(feature: String)
  /// Image numbers are multiplied by 0: the scale is absent.
  case channelScaleZero(feature: String)

  // Layers.

  /// A network without layers.
  case layersMissing
  /// A layer contradicts itself.
  case layer(LayerProblem)
  /// A layer reads a tensor that nothing before it makes.
  case tensorUnknown(tensor: String)
  /// Two layers make one tensor.
  case tensorMadeTwice(tensor: String, before: String)
  /// Weights and bias of a layer are in single and half precision.
  case mixedPrecision
  /// A layer's input has another shape than the layer is made for.
  case shape(expected: Int, actual: Int)
  /// A classifier has no labels.
  case labelsMissing
  /// No layer makes the scores.
  case scoresUnknown(tensor: String)
  /// There are not as many labels as scores.
  case labelCount(labels: Int, scores: Int)

  // What can be trained.

  /// No layer is updatable in a model that says it is.
  case nothingUpdatable
  /// A layer is updatable whose type cannot be.
  case typeNotUpdatable(type: String?)
  /// Numbers of an updatable layer are not marked as updatable.
  case weightsNotMarked(field: String)
  /// Numbers of an updatable layer are quantised.
  case weightsQuantized(field: String)
  /// Numbers in an updatable network are in half precision: a device would learn in half precision throughout.
  case weightsHalf(field: String)
  /// Two layers, or a layer and a loss, have one name.
  case nameTaken(name: String)

  // How it is trained.

  /// There is not exactly one loss.
  case lossCount(Int)
  /// The loss has no kind.
  case lossKindMissing(loss: String)
  /// A cross entropy does not read what a softmax makes.
  case lossNotOnSoftmax(loss: String, input: String)
  /// A squared error reads what no layer makes.
  case lossInputUnknown(loss: String, input: String)
  /// The loss's target is made inside the network.
  case lossTargetInside(loss: String, target: String)
  /// The optimiser has no kind.
  case optimizerMissing
  /// A parameter is missing: of the optimiser, or the epochs.
  case parameterMissing(parameter: String)
  /// A parameter's default is not allowed by its own range or set.
  case parameterDefault(parameter: String, ParameterBreach)
  /// No gradient passes this layer, which lies between a layer to be trained and the loss; of an activation, its function
  /// is named.
  case gradientBlocked(type: String?)
  /// There are not at least one training input that is an input, and one that is not.
  case trainingInputs(count: Int)
  /// No training input is the label, or the loss's target.
  case trainingTargetMissing(name: String)
  /// The training input with the label has another type than the label.
  case trainingTargetType(name: String, found: FeatureKind, wanted: FeatureKind)

  // Nearest neighbours.

  /// The classifier by nearest neighbours contradicts itself.
  case neighbors(NearestNeighborsProblem)
  /// The index names no way to search.
  case neighborsIndexMissing
  /// The leaves of the search tree hold nothing.
  case leafSize(Int)
  /// Labels are texts and the default label a number, or the other way round.
  case defaultLabelType

  // Pipelines.

  /// A pipeline without models.
  case pipelineEmpty
  /// Not one name for each model, and not none.
  case pipelineNameCount(names: Int, models: Int)
  /// Two models have one name.
  case pipelineNameTaken(name: String, index: Int)
  /// A model takes what nobody before it gives.
  case pipelineInputUnfed(feature: String, index: Int)
  /// A model takes something of another type than what is given.
  case pipelineInputType(feature: String, index: Int)
  /// The pipeline gives what no model does.
  case pipelineOutputUnmade(feature: String)
  /// The pipeline is updatable and its last model is not.
  case pipelineLastFrozen
  /// A model other than the last is updatable.
  case pipelineInnerUpdatable(index: Int)
  /// A model is updatable and the pipeline is not.
  case pipelineFrozen(index: Int)
}

/// How a parameter's default, range and set can contradict each other. Numbers are as in the file.
public enum ParameterBreach: Sendable, Equatable {
  /// The default is not positive.
  case notPositive(Double)
  /// A bound of the range is not positive.
  case boundNotPositive(Double)
  /// A member of the set is not positive.
  case memberNotPositive(Double)
  /// The default lies outside the range.
  case outsideRange(Double, minimum: Double, maximum: Double)
  /// The default is not in the set.
  case notInSet(Double, [Double])
}

extension Rule {
  /// The result code that Core ML's open validator gives: 1 types differ, 6 version, 7 version too new, 8 a type that
  /// cannot be, 10 a name that is not there, 12 what it takes and gives, 13 parameters, 14 parameters of what can be
  /// trained, 15 how it is trained, 16 shapes doubtful.
  var code: Int {
    switch self {
    case .pipelineInputType: 1
    case .versionMissing, .versionTooOldToUpdate, .versionTooOldForContent, .inputMissing: 6
    case .versionTooNew: 7
    case .predictedType: 8
    case .predictedOutputMissing: 10
    case .featureNameMissing, .featureTypeMissing, .featureTooNew, .arrayTypeUnknown, .arrayShape, .imageSize,
      .colorSpaceUnknown, .sizeNotAllowed, .dictionaryKeyMissing, .outputOptional, .inputNeitherArrayNorImage,
      .outputNeitherArrayNorImage, .inputShape, .shapesNotExact, .outputMissing, .predictedNameMissing,
      .predictionNameMissing, .outputUnmade, .kindMissing:
      12
    case .kindNotUpdatable, .nothingUpdatable, .typeNotUpdatable, .weightsNotMarked, .weightsQuantized, .weightsHalf,
      .nameTaken:
      14
    case .lossCount, .lossKindMissing, .lossNotOnSoftmax, .lossInputUnknown, .lossTargetInside, .optimizerMissing,
      .parameterMissing, .parameterDefault, .gradientBlocked, .trainingInputs, .trainingTargetMissing,
      .trainingTargetType, .pipelineLastFrozen, .pipelineInnerUpdatable, .pipelineFrozen:
      15
    case .shape: 16
    default: 13
    }
  }
}
