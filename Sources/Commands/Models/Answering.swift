import Experiments
import Networks
import Tensors
import Training

extension Session {
  /// The answers of a model to photos, checked against their classes.
  ///
  /// - Parameters:
  ///   - model: The model asked.
  ///   - selection: The photos it is asked about.
  ///   - rule: Which answers count as correct.
  ///   - batchSize: How many features go through the last layers at once; it does not change the answers.
  ///   - stage: Asked whether to stop.
  /// - Returns: The answers, a row for each photo.
  /// - Throws: `Fault` where a photo cannot be read, `Interruption`.
  func evaluate(
    _ model: Model, on selection: Selection, rule: Evaluation.Rule = .argmax, batchSize: Int = 8, stage: Stage
  ) throws -> Evaluation {
    try model.checkRoom(for: selection.count)
    do {
      switch model {
      case .neighbors(let model):
        let votes = try votes(of: model, on: selection, stage: stage)
        return try Evaluation(votes: votes, truths: selection.truths, rule: rule)
      case .network(let model):
        guard !model.isRegressor else { throw Fault(.file(.answersNumbers(model.name))) }
        let probabilities = try probabilities(of: model, on: selection, batchSize: batchSize, stage: stage)
        return try Evaluation(
          probabilities: probabilities, labels: try model.named(for: selection),
          truths: selection.truths, rule: rule)
      }
    } catch let error as TrainingError {
      throw Fault(.training(model.name, error))
    } catch let error as NetworkError {
      throw Fault(.network(model.name, error))
    }
  }

  /// What a k-NN model's neighbours say about photos.
  func votes(of model: NeighborsModel, on photos: [Photo], stage: Stage) throws -> [Vote] {
    let features = try shelf.features(of: photos, through: model.extractor) { _, _ in !stage.isInterrupted }
    return try model.memory.classify(features.tensor).map(\.withEvidence)
  }

  /// What a k-NN model's neighbours say about photos, or about the samples of a table.
  private func votes(of model: NeighborsModel, on selection: Selection, stage: Stage) throws -> [Vote] {
    switch selection {
    case .photos(let photos): return try votes(of: model, on: photos.photos, stage: stage)
    case .table(let table):
      try model.checkFits(table)
      return try table.largePieces.flatMap { piece in
        try model.memory.classify(model.extractor.features(of: piece) { !stage.isInterrupted }).map(\.withEvidence)
      }
    }
  }

  /// A network's probabilities for samples, [samples, outputs].
  func probabilities(
    of model: NetworkModel, on selection: Selection, batchSize: Int = 8, stage: Stage
  ) throws -> Tensor {
    let parts = try TrainableParts(of: model)
    if case .table(let table) = selection {
      return try probabilities(of: table, through: parts, batchSize: batchSize, stage: stage)
    }
    guard case .photos(let photos) = selection, parts.trunk.definition.layers.isEmpty else {
      let features = try features(of: selection, variant: .original, through: parts, stage: stage)
      return try parts.probabilities(features, batchSize: batchSize)
    }
    // Without frozen layers the features are the pixels: of a few photos at a time, never of all.
    var values: [Float] = []
    for start in stride(from: 0, to: photos.photos.count, by: 64) {
      let some = Array(photos.photos[start..<min(start + 64, photos.photos.count)])
      let pixels = try shelf.features(of: some, through: parts.trunk) { _, _ in !stage.isInterrupted }.tensor
      values += try parts.probabilities(pixels, batchSize: batchSize).values
    }
    return Tensor(shape: [photos.photos.count, values.count / max(1, photos.photos.count)], values: values)
  }

  /// A network's probabilities for the samples of a table, of which a few are in memory at a time.
  private func probabilities(
    of table: TableSelection, through parts: TrainableParts, batchSize: Int, stage: Stage
  ) throws -> Tensor {
    try parts.checkFits(table)
    let (trunk, tail) = (try TableMachine(parts.trunk), try Network(parts.tail))
    var values: [Float] = []
    for piece in table.pieces {
      guard !stage.isInterrupted else {
        throw Interruption(remark: "Asking \(parts.trunk.source) was stopped; nothing was changed.")
      }
      let features = try trunk.run(piece.tensor(0..<piece.count)).values
      let rows = Tensor(shape: [piece.count, features.count / piece.count], values: features)
      values += try parts.probabilities(rows, batchSize: batchSize, on: tail).values
    }
    return Tensor(shape: [table.count, values.count / max(1, table.count)], values: values)
  }

  /// A network's probabilities for photos of no dataset, [photos, outputs].
  func probabilities(of model: NetworkModel, onPhotos photos: [Photo], stage: Stage) throws -> Tensor {
    let parts = try TrainableParts(of: model)
    let features = try shelf.features(of: photos, through: parts.trunk) { _, _ in !stage.isInterrupted }
    return try parts.probabilities(features.tensor, batchSize: 8)
  }

  /// What the frozen part of a network makes of samples, [samples, features].
  func features(
    of selection: Selection, variant: PhotoVariant, through parts: TrainableParts, stage: Stage
  ) throws -> Tensor {
    switch selection {
    case .photos(let selection):
      return try shelf.features(of: selection.photos, variant: variant, through: parts.trunk) { _, _ in
        !stage.isInterrupted
      }.tensor
    case .table(let selection):
      try parts.checkFits(selection)
      return try parts.trunk.features(of: selection) { !stage.isInterrupted }
    }
  }
}

extension Model {
  /// Sees to it that there is memory for the answers to so many samples.
  ///
  /// - Throws: `Fact.network`.
  func checkRoom(for count: Int) throws(Fault) {
    // A probability, and beside it its label, for each answer there is to choose from.
    let bytes = MemoryLayout<Float>.stride + MemoryLayout<LabelProbability>.stride
    do throws(NetworkError) {
      try MemoryLimit.checkAvailable(MemoryLimit.bytes(of: [count, answers, bytes / 4]))
    } catch {
      throw Fault(.network(name, error))
    }
  }
}

extension NeighborsModel {
  /// Sees to it that a table's samples have the shape the extractor reads.
  ///
  /// - Throws: `Fact.inputShape`.
  func checkFits(_ table: TableSelection) throws(Fault) {
    let expected = extractor.definition.inputs.first?.shape ?? [memory.dimension]
    let actual = table.dataset.sampleShape
    guard expected.reduce(1, *) == actual.reduce(1, *) else {
      throw Fault(.inputShape(model: name, expected: expected, data: table.text, actual: actual))
    }
  }
}

extension NetworkModel {
  /// The names of the outputs when a dataset's classes that have none yet were to take the free ones: so that a network can
  /// be asked before it is trained.
  ///
  /// - Throws: `Fact.tooManyClasses`.
  func named(for selection: Selection) throws(Fault) -> [String] {
    try named(for: selection.labels, truths: selection.truths)
  }

  /// The same for the classes of samples, and the class of each sample.
  func named(for labels: [String], truths: @autoclosure () -> [String]) throws(Fault) -> [String] {
    let claimed = try claiming(labels, truths: truths).classes
    return claimed + (0..<max(0, outputs - claimed.count)).map { "user\($0)" }
  }
}
