extension WireSchema {
  typealias Fields = [Int: (name: String, content: Content)]

  static let tables: [WireSchema: Fields] = modelTables.merging(layerTables) { first, _ in first }
    .merging(trainingTables) { first, _ in first }.merging(programTables) { first, _ in first }
    .merging(onnxTables) { first, _ in first }

  /// The model itself, what it says about its inputs and outputs, and models made of models.
  private static let modelTables: [WireSchema: Fields] = [
    .model: [
      2: ("description", .message(.modelDescription)), 200: ("pipelineClassifier", .message(.pipelineOfKind)),
      201: ("pipelineRegressor", .message(.pipelineOfKind)), 202: ("pipeline", .message(.pipeline)),
      303: ("neuralNetworkRegressor", .message(.network)), 403: ("neuralNetworkClassifier", .message(.network)),
      404: ("kNearestNeighborsClassifier", .message(.nearestNeighbors)), 500: ("neuralNetwork", .message(.network)),
      502: ("mlProgram", .message(.program)),
    ],
    .pipeline: [1: ("models", .message(.model)), 2: ("names", .text)],
    .pipelineOfKind: [1: ("pipeline", .message(.pipeline))],
    .modelDescription: [
      1: ("input", .message(.featureDescription)), 10: ("output", .message(.featureDescription)),
      11: ("predictedFeatureName", .text), 12: ("predictedProbabilitiesName", .text),
      20: ("functions", .message(.functionDescription)), 21: ("defaultFunctionName", .text),
      50: ("trainingInput", .message(.featureDescription)), 100: ("metadata", .message(.metadata)),
    ],
    .metadata: [
      1: ("shortDescription", .text), 2: ("versionString", .text), 3: ("author", .text), 4: ("license", .text),
      100: ("userDefined", .message(.metadataEntry)),
    ],
    .metadataEntry: [1: ("key", .text), 2: ("value", .text)],
    .featureDescription: [1: ("name", .text), 2: ("shortDescription", .text), 3: ("type", .message(.featureType))],
    .featureType: [
      1: ("int64Type", .leaf), 2: ("doubleType", .leaf), 3: ("stringType", .leaf),
      4: ("imageType", .message(.imageType)), 5: ("multiArrayType", .message(.arrayType)),
      6: ("dictionaryType", .message(.dictionaryType)), 7: ("sequenceType", .leaf), 8: ("stateType", .leaf),
    ],
    .imageType: [21: ("enumeratedSizes", .message(.sizes)), 31: ("imageSizeRange", .message(.imageSizeRange))],
    .sizes: [1: ("sizes", .leaf)],
    .imageSizeRange: [1: ("widthRange", .leaf), 2: ("heightRange", .leaf)],
    .arrayType: [
      1: ("shape", .numbers), 21: ("enumeratedShapes", .message(.shapes)), 31: ("shapeRange", .message(.shapeRange)),
    ],
    .shapes: [1: ("shapes", .message(.shape))],
    .shape: [1: ("shape", .numbers)],
    .shapeRange: [1: ("sizeRanges", .leaf)],
    .dictionaryType: [1: ("int64KeyType", .leaf), 2: ("stringKeyType", .leaf)],
  ]

  /// Networks: layers, their parameters, and what is done to images.
  private static let layerTables: [WireSchema: Fields] = [
    .network: [
      1: ("layers", .message(.layer)), 2: ("preprocessing", .message(.preprocessing)),
      10: ("updateParams", .message(.updateParameters)), 100: ("stringClassLabels", .message(.stringLabels)),
      101: ("int64ClassLabels", .message(.integerLabels)), 200: ("labelProbabilityLayerName", .text),
    ],
    .preprocessing: [1: ("featureName", .text), 10: ("scaler", .leaf), 11: ("meanImage", .message(.meanImage))],
    .meanImage: [1: ("meanImage", .floats)],
    .stringLabels: [1: ("vector", .text)],
    .integerLabels: [1: ("vector", .numbers)],
    .layer: [
      1: ("name", .text), 2: ("input", .text), 3: ("output", .text), 4: ("inputTensor", .message(.tensorShape)),
      5: ("outputTensor", .message(.tensorShape)), 100: ("convolution", .message(.convolution)),
      120: ("pooling", .message(.pooling)), 130: ("activation", .message(.activation)),
      140: ("innerProduct", .message(.innerProduct)), 150: ("embedding", .message(.innerProduct)),
      160: ("batchnorm", .message(.batchnorm)), 165: ("mvn", .leaf), 170: ("l2normalize", .leaf),
      175: ("softmax", .leaf), 180: ("lrn", .leaf), 190: ("crop", .message(.crop)),
      200: ("padding", .message(.padding)),
      210: ("upsample", .message(.upsample)), 220: ("unary", .leaf), 230: ("add", .leaf), 231: ("multiply", .leaf),
      240: ("average", .leaf), 245: ("scale", .message(.scaleLayer)), 250: ("bias", .message(.shapedWeights)),
      260: ("max", .leaf), 261: ("min", .leaf), 270: ("dot", .leaf), 280: ("reduce", .leaf),
      290: ("loadConstant", .message(.shapedWeights)), 300: ("reshape", .message(.reshape)), 301: ("flatten", .leaf),
      310: ("permute", .message(.permute)), 320: ("concat", .leaf), 330: ("split", .leaf), 350: ("slice", .leaf),
      211: ("resizeBilinear", .message(.targetSize)), 212: ("cropResize", .message(.targetSize)),
      340: ("sequenceRepeat", .leaf), 345: ("reorganizeData", .leaf),
      400: ("simpleRecurrent", .message(.simpleRecurrent)), 410: ("gru", .message(.gru)),
      420: ("uniDirectionalLSTM", .message(.longShortTerm)), 430: ("biDirectionalLSTM", .message(.longShortTerm)),
    ],
    .tensorShape: [2: ("dimValue", .numbers)],
    .weights: [1: ("floatValue", .floats), 40: ("quantization", .message(.quantization))],
    .quantization: [
      101: ("linearQuantization", .message(.linearQuantization)),
      102: ("lookupTableQuantization", .message(.lookupTable)),
    ],
    .linearQuantization: [1: ("scale", .floats), 2: ("bias", .floats)],
    .lookupTable: [1: ("floatValue", .floats)],
    .convolution: [
      20: ("kernelSize", .numbers), 30: ("stride", .numbers), 40: ("dilationFactor", .numbers),
      50: ("valid", .message(.validPadding)), 51: ("same", .leaf), 90: ("weights", .message(.weights)),
      91: ("bias", .message(.weights)), 100: ("outputShape", .numbers),
    ],
    .validPadding: [1: ("paddingAmounts", .message(.borderAmounts))],
    .borderAmounts: [10: ("borderAmounts", .leaf)],
    .pooling: [
      10: ("kernelSize", .numbers), 20: ("stride", .numbers), 30: ("valid", .message(.validPadding)),
      31: ("same", .leaf), 32: ("includeLastPixel", .message(.lastPixelPadding)),
    ],
    .lastPixelPadding: [10: ("paddingAmounts", .numbers)],
    .innerProduct: [20: ("weights", .message(.weights)), 21: ("bias", .message(.weights))],
    .activation: [
      5: ("linear", .leaf), 10: ("ReLU", .leaf), 15: ("leakyReLU", .leaf), 20: ("thresholdedReLU", .leaf),
      25: ("PReLU", .message(.weightedActivation)), 30: ("tanh", .leaf), 31: ("scaledTanh", .leaf),
      40: ("sigmoid", .leaf), 41: ("sigmoidHard", .leaf), 50: ("ELU", .leaf), 60: ("softsign", .leaf),
      70: ("softplus", .leaf), 71: ("parametricSoftplus", .message(.weightedActivation)),
    ],
    .weightedActivation: [1: ("alpha", .message(.weights)), 2: ("beta", .message(.weights))],
    .batchnorm: [
      15: ("gamma", .message(.weights)), 16: ("beta", .message(.weights)), 17: ("mean", .message(.weights)),
      18: ("variance", .message(.weights)),
    ],
    .padding: [
      1: ("constant", .leaf), 2: ("reflection", .leaf), 3: ("replication", .leaf),
      10: ("paddingAmounts", .message(.borderAmounts)),
    ],
    .crop: [1: ("cropAmounts", .message(.borderAmounts)), 5: ("offset", .numbers)],
    .upsample: [1: ("scalingFactor", .numbers), 7: ("fractionalScalingFactor", .floats)],
    .scaleLayer: [
      1: ("shapeScale", .numbers), 2: ("scale", .message(.weights)), 4: ("shapeBias", .numbers),
      5: ("bias", .message(.weights)),
    ],
    .shapedWeights: [1: ("shape", .numbers), 2: ("data", .message(.weights))],
    .reshape: [1: ("targetShape", .numbers)],
    .permute: [1: ("axis", .numbers)],
    .targetSize: [1: ("targetSize", .numbers), 2: ("mode", .leaf), 3: ("mode", .leaf), 4: ("boxIndicesMode", .leaf)],
    .simpleRecurrent: recurrent(.simple, "activation"),
    .gru: recurrent(.gated, "activations"),
    .longShortTerm: [
      10: ("activations", .message(.activation)), 11: ("activationsBackwardLSTM", .message(.activation)),
      15: ("params", .leaf), 20: ("weightParams", .message(.longShortTermWeights)),
    ],
    .longShortTermWeights: Dictionary(
      uniqueKeysWithValues: RecurrentReader.Fields.longShortTerm.names.map { ($0, ($1, .message(.weights))) }),
  ]

  /// A recurrent layer that holds its gates' numbers itself.
  private static func recurrent(_ weights: RecurrentReader.Fields, _ function: String) -> Fields {
    Dictionary(
      uniqueKeysWithValues: weights.names.map { ($0, ($1, .message(.weights))) }
        + [(10, (function, .message(.activation)))])
  }

  /// What an update may do, and the k-nearest-neighbours classifier.
  private static let trainingTables: [WireSchema: Fields] = [
    .updateParameters: [
      1: ("lossLayers", .message(.lossLayer)), 2: ("optimizer", .message(.optimizer)),
      3: ("epochs", .message(.integerParameter)), 10: ("shuffle", .leaf), 20: ("seed", .message(.integerParameter)),
    ],
    .lossLayer: [
      1: ("name", .text), 10: ("categoricalCrossEntropyLossLayer", .message(.loss)),
      11: ("meanSquaredErrorLossLayer", .message(.loss)),
    ],
    .loss: [1: ("input", .text), 2: ("target", .text)],
    .optimizer: [10: ("sgdOptimizer", .message(.sgd)), 11: ("adamOptimizer", .message(.adam))],
    .sgd: [
      1: ("learningRate", .message(.doubleParameter)), 2: ("miniBatchSize", .message(.integerParameter)),
      3: ("momentum", .message(.doubleParameter)),
    ],
    .adam: [
      1: ("learningRate", .message(.doubleParameter)), 2: ("miniBatchSize", .message(.integerParameter)),
      3: ("beta1", .message(.doubleParameter)), 4: ("beta2", .message(.doubleParameter)),
      5: ("eps", .message(.doubleParameter)),
    ],
    .integerParameter: [10: ("range", .leaf), 11: ("set", .message(.integerSet))],
    .integerSet: [1: ("values", .numbers)],
    .doubleParameter: [10: ("range", .leaf)],
    .nearestNeighbors: [
      1: ("nearestNeighborsIndex", .message(.nearestNeighborsIndex)),
      3: ("numberOfNeighbors", .message(.integerParameter)), 100: ("stringClassLabels", .message(.stringLabels)),
      101: ("int64ClassLabels", .message(.integerLabels)), 110: ("defaultStringLabel", .text),
      200: ("uniformWeighting", .leaf), 210: ("inverseDistanceWeighting", .leaf),
    ],
    .nearestNeighborsIndex: [
      2: ("floatSamples", .message(.floatVector)), 100: ("linearIndex", .leaf), 110: ("singleKdTreeIndex", .leaf),
      200: ("squaredEuclideanDistance", .leaf),
    ],
    .floatVector: [1: ("vector", .floats)],
  ]
}
