import Networks
public import Tensors
public import Training

/// Asks models about samples.
public struct Inference {
  /// Where features are kept.
  public let featureCache: FeatureCache
  /// Asked whether to stop.
  public let signal: any StopSignal

  /// The answers of a model to photos, checked against their classes.
  ///
  /// - Parameters:
  ///   - model: The model asked.
  ///   - selection: The photos it is asked about.
  ///   - rule: Which answers count as correct.
  ///   - batchSize: How many features go through the last layers at once; it does not change the answers.
  /// - Returns: The answers, a row for each photo.
  /// - Throws: `ExperimentError` where a photo cannot be read, `Interruption`.
  public func evaluate(
    _ model: Model, on selection: Selection, rule: Evaluation.Rule = .argmax, batchSize: Int = 8
  ) throws -> Evaluation {
    try model.checkRoom(for: selection.count)
    try model.checkAnswers(selection)
    guard !model.isRegressor, !selection.isRegression else { throw ExperimentError.file(.answersNumbers(model.name)) }
    return try ExperimentError.naming(model.name) {
      switch model {
      case .neighbors(let model):
        let votes = try votes(of: model, on: selection)
        return try Evaluation(votes: votes, truths: selection.truths, rule: rule)
      case .network(let model):
        let probabilities = try probabilities(of: model, on: selection, batchSize: batchSize)
        return try Evaluation(
          probabilities: probabilities, labels: try model.assigning(selection).labels,
          truths: selection.truths, rule: rule)
      case .hybrid(let model):
        let both = try model.members.map { try evaluate($0, on: selection, rule: rule, batchSize: batchSize) }
        return try Mixture(weight: model.weight).mixed(both[0], both[1])
      }
    }
  }

  /// What a k-NN model's neighbours say about photos.
  public func votes(of model: NeighborsModel, on photos: [Photo]) throws -> [Vote] {
    guard !model.readsTables else { throw ExperimentError.model(.needsSize(model.name)) }
    let features = try featureCache.features(of: photos, through: model.extractor) { _, _ in !signal.isInterrupted }
    return try model.memory.classify(features.tensor).map(\.withEvidence)
  }

  /// What a k-NN model's neighbours say about photos, or about the samples of a table.
  public func votes(of model: NeighborsModel, on selection: Selection) throws -> [Vote] {
    let model = try model.bound(to: selection)
    switch selection {
    case .photos(let photos): return try votes(of: model, on: photos.photos)
    case .table(let table):
      try model.checkFits(table)
      return try table.largePieces.flatMap { piece in
        try model.memory.classify(model.extractor.features(of: piece) { !signal.isInterrupted }).map(\.withEvidence)
      }
    }
  }

  /// A network's probabilities for samples, [samples, outputs].
  public func probabilities(
    of model: NetworkModel, on selection: Selection, batchSize: Int = 8
  ) throws -> Tensor {
    let parts = try TrainableParts(of: model)
    if case .table(let table) = selection {
      return try probabilities(of: table, through: parts, batchSize: batchSize)
    }
    guard case .photos(let photos) = selection, parts.trunk.definition.layers.isEmpty else {
      let features = try features(of: selection, variant: .original, through: parts)
      return try parts.probabilities(features, batchSize: batchSize)
    }
    // Without frozen layers the features are the pixels: of a few photos at a time, never of all.
    var values: [Float] = []
    for start in stride(from: 0, to: photos.photos.count, by: 64) {
      let some = Array(photos.photos[start..<min(start + 64, photos.photos.count)])
      let pixels = try featureCache.features(of: some, through: parts.trunk) { _, _ in !signal.isInterrupted }.tensor
      values += try parts.probabilities(pixels, batchSize: batchSize).values
    }
    return Tensor(shape: [photos.photos.count, values.count / max(1, photos.photos.count)], values: values)
  }

  /// A network's probabilities for the samples of a table, of which a few are in memory at a time.
  private func probabilities(
    of table: TableSelection, through parts: TrainableParts, batchSize: Int
  ) throws -> Tensor {
    try parts.checkFits(table)
    let (trunk, tail) = (try TableFeatureExtractor(parts.trunk, on: table.dataset), try Network(parts.tail))
    var values: [Float] = []
    for piece in table.pieces {
      guard !signal.isInterrupted else {
        throw Interruption.asking(network: parts.trunk.source)
      }
      let features = try trunk.run(piece.tensor(0..<piece.count)).values
      let rows = Tensor(shape: [piece.count, features.count / piece.count], values: features)
      values += try parts.probabilities(rows, batchSize: batchSize, on: tail).values
    }
    return Tensor(shape: [table.count, values.count / max(1, table.count)], values: values)
  }

  /// A network's probabilities for photos of no dataset, [photos, outputs].
  public func probabilities(of model: NetworkModel, onPhotos photos: [Photo]) throws -> Tensor {
    let parts = try TrainableParts(of: model)
    let features = try featureCache.features(of: photos, through: parts.trunk) { _, _ in !signal.isInterrupted }
    return try parts.probabilities(features.tensor, batchSize: 8)
  }

  /// What the frozen part of a network makes of samples, [samples, features].
  public func features(
    of selection: Selection, variant: PhotoVariant, through parts: TrainableParts
  ) throws -> Tensor {
    switch selection {
    case .photos(let selection):
      return try featureCache.features(of: selection.photos, variant: variant, through: parts.trunk) { _, _ in
        !signal.isInterrupted
      }.tensor
    case .table(let selection):
      try parts.checkFits(selection)
      return try parts.trunk.features(of: selection) { !signal.isInterrupted }
    }
  }

  /// What the part of a network that learns reads of samples.
  ///
  /// - Throws: `ExperimentError` where a photo cannot be read or samples do not fit the network, `Interruption`.
  public func featureRows(
    of selection: Selection, variant: PhotoVariant = .original, through parts: TrainableParts
  ) throws -> FeatureRows {
    if case .table(let table) = selection, table.dataset.room != nil {
      try parts.checkFits(table)
      do throws(ExperimentError) { try parts.trunk.checkRoom(for: table) } catch { return .table(table, parts.trunk) }
    }
    return .kept(try features(of: selection, variant: variant, through: parts))
  }

  /// A model's answers to photos, most probable first; of equally probable ones the model's own answer, then their order.
  ///
  /// - Throws: `Diagnostic` where a photo cannot be read, `Interruption`.
  public func answers(of model: Model, to photos: [Photo]) throws -> [[LabelProbability]] {
    return try ExperimentError.naming(model.name) {
      switch model {
      case .neighbors(let model):
        return try votes(of: model, on: photos).map { vote in
          vote.probabilities.mostProbableFirst(answer: vote.label)
        }
      case .network(let model):
        guard !model.outputs.isRegressor else { throw ExperimentError.file(.answersNumbers(model.name)) }
        let probabilities = try probabilities(of: model, onPhotos: photos)
        return photos.indices.map { index in
          zip(model.outputs.labels, probabilities.row(index)).map {
            LabelProbability(label: $0, probability: Double($1))
          }
          .mostProbableFirst(answer: nil)
        }
      case .hybrid(let model):
        let both = try model.members.map { try answers(of: $0, to: photos) }
        return zip(both[0], both[1]).map { model.mixed($0, $1).mostProbableFirst(answer: nil) }
      }
    }
  }

  /// The numbers that a regressor predicts for samples, for each a number for every output.
  ///
  /// Precondition: the model is no hybrid, which answers with classes.
  ///
  /// - Throws: `ExperimentError` where the model cannot be asked about such samples, `Interruption`.
  public func numbers(of model: Model, on selection: Selection) throws -> [[Double]] {
    try ExperimentError.naming(model.name) {
      switch model {
      case .neighbors(let model):
        return try votes(of: model, on: selection).map { $0.numbers(of: model.memory.sampleLabels) }
      case .network(let model):
        let answers = try probabilities(of: model, on: selection)
        return (0..<selection.count).map { answers.row($0).map { Double($0) } }
      case .hybrid: preconditionFailure("a hybrid predicts classes")
      }
    }
  }

  /// The answers of a model to samples, the most probable class of each first.
  ///
  /// - Parameters:
  ///   - model: The model asked.
  ///   - selection: The samples; their classes are not looked at.
  /// - Returns: For each sample the classes with their probabilities.
  /// - Throws: `ExperimentError` where the model cannot be asked about such samples, `Interruption`.
  public func answers(of model: Model, on selection: Selection) throws -> [[LabelProbability]] {
    try model.checkRoom(for: selection.count)
    return try ExperimentError.naming(model.name) {
      switch model {
      case .neighbors(let model):
        return try votes(of: model, on: selection).map { $0.probabilities.mostProbableFirst(answer: $0.label) }
      case .network(let model):
        guard !model.outputs.isRegressor else { throw ExperimentError.file(.answersNumbers(model.name)) }
        let probabilities = try probabilities(of: model, on: selection)
        return (0..<selection.count).map { index in
          zip(model.outputs.labels, probabilities.row(index)).map {
            LabelProbability(label: $0, probability: Double($1))
          }
          .mostProbableFirst(answer: nil)
        }
      case .hybrid(let model):
        let both = try model.members.map { try answers(of: $0, on: selection) }
        return zip(both[0], both[1]).map { model.mixed($0, $1).mostProbableFirst(answer: nil) }
      }
    }
  }
}

extension Model {
  /// Sees to it that there is memory for the answers to so many samples.
  ///
  /// - Throws: `ModelError.network`.
  public func checkRoom(for count: Int) throws(ExperimentError) {
    // A probability, and beside it its label, for each answer there is to choose from.
    let bytes = MemoryLayout<Float>.stride + MemoryLayout<LabelProbability>.stride
    do throws(NetworkError) {
      try MemoryLimit.checkAvailable(MemoryLimit.bytes(of: [count, answers, bytes / 4]))
    } catch {
      throw ExperimentError.model(.network(name, error))
    }
  }
}

extension NeighborsModel {
  /// Sees to it that a table's samples have the shape the extractor reads.
  ///
  /// - Throws: `ModelError.inputShape`.
  public func checkFits(_ table: TableSelection) throws(ExperimentError) {
    let expected = extractor.definition.inputs.first?.shape ?? [memory.dimension]
    let actual = table.dataset.sampleShape
    guard expected.reduce(1, *) == actual.reduce(1, *) else {
      throw ExperimentError.model(.inputShape(model: name, expected: expected, data: table.text, actual: actual))
    }
  }
}

extension [LabelProbability] {
  /// Most probable first; of equally probable ones the model's own answer, then their order. A label that several outputs
  /// share stands once, with the larger of its probabilities.
  public func mostProbableFirst(answer: String?) -> [LabelProbability] {
    var seen: Set<String> = []
    return enumerated().sorted { one, other in
      if one.element.probability != other.element.probability {
        return one.element.probability > other.element.probability
      }
      if (one.element.label == answer) != (other.element.label == answer) { return one.element.label == answer }
      return one.offset < other.offset
    }.map(\.element).filter { seen.insert($0.label).inserted }
  }
}
