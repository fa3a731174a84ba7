/// The rules a model can break, with the facts of the breach.
public enum Rule: Sendable, Equatable {
  /// The model as a whole.
  case whole(Whole)
  /// One input or output.
  case feature(Feature)
  /// What the model takes and gives.
  case interface(Interface)
  /// The layers of a network, and its labels.
  case layers(Layers)
  /// What can be trained.
  case learning(Trainability)
  /// How it is trained.
  case update(Update)
  /// A classifier by nearest neighbours.
  case neighbors(Neighbors)
  /// A pipeline.
  case pipeline(Pipeline)

  /// The model as a whole.
  public enum Whole: Sendable, Equatable {
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
  }

  /// One input or output.
  public enum Feature: Sendable, Equatable {
    /// An input or output has no name.
    case nameMissing
    /// An input, output or training input has no type.
    case typeMissing(feature: String)
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
    case tooNew(feature: String, version: Int, least: Int)
    /// Something that has to be there may be left out: an input of nearest neighbours, all inputs of a network.
    case inputOptional(feature: String)
    /// An output that may be left out.
    case outputOptional(feature: String)
  }

  /// What the model takes and gives.
  public enum Interface: Sendable, Equatable {
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
  }

  /// The layers of a network, and its labels.
  public enum Layers: Sendable, Equatable {
    /// A network without layers.
    case missing
    /// A layer contradicts itself.
    case contradiction(LayerProblem)
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
  }

  /// What can be trained.
  public enum Trainability: Sendable, Equatable {
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
    /// No gradient passes this layer, which lies between a layer to be trained and the loss; of an activation, its function
    /// is named.
    case gradientBlocked(type: String?)
  }

  /// How it is trained.
  public enum Update: Sendable, Equatable {
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
    /// There are not at least one training input that is an input, and one that is not.
    case trainingInputs(count: Int)
    /// No training input is the label, or the loss's target.
    case trainingTargetMissing(name: String)
    /// The training input with the label has another type than the label.
    case trainingTargetType(name: String, found: FeatureKind, wanted: FeatureKind)
  }

  /// A classifier by nearest neighbours.
  public enum Neighbors: Sendable, Equatable {
    /// The classifier by nearest neighbours contradicts itself.
    case contradiction(NearestNeighborsProblem)
    /// The index names no way to search.
    case indexMissing
    /// The leaves of the search tree hold nothing.
    case leafSize(Int)
    /// Labels are texts and the default label a number, or the other way round.
    case defaultLabelType
  }

  /// A pipeline.
  public enum Pipeline: Sendable, Equatable {
    /// A pipeline without models.
    case empty
    /// Not one name for each model, and not none.
    case nameCount(names: Int, models: Int)
    /// Two models have one name.
    case nameTaken(name: String, index: Int)
    /// A model takes what nobody before it gives.
    case inputUnfed(feature: String, index: Int)
    /// A model takes something of another type than what is given.
    case inputType(feature: String, index: Int)
    /// The pipeline gives what no model does.
    case outputUnmade(feature: String)
    /// The pipeline is updatable and its last model is not.
    case lastFrozen
    /// A model other than the last is updatable.
    case innerUpdatable(index: Int)
    /// A model is updatable and the pipeline is not.
    case frozen(index: Int)
  }
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
    case .pipeline(.inputType): 1
    case .whole(.versionMissing), .whole(.versionTooOldToUpdate), .whole(.versionTooOldForContent),
      .interface(.inputMissing):
      6
    case .whole(.versionTooNew): 7
    case .interface(.predictedType): 8
    case .interface(.predictedOutputMissing): 10
    case .feature(.inputOptional), .interface(.scoreUnmade), .interface(.channelScaleZero): 13
    case .feature, .interface, .whole(.kindMissing): 12
    case .update, .learning(.gradientBlocked), .pipeline(.lastFrozen), .pipeline(.innerUpdatable), .pipeline(.frozen):
      15
    case .whole(.kindNotUpdatable), .learning: 14
    case .layers(.shape): 16
    case .layers, .neighbors, .pipeline: 13
    }
  }
}
