import Networks
import Tensors
public import Training

extension Inference {
  /// A model ready to be trained anew on samples: with the features of all of them, and the configuration it was made by.
  ///
  /// A k-NN model's configuration is its settings; that of a network which `fit` has made the settings of the fit; another
  /// network's its first weights and the settings of its last training, or the defaults where it has had none.
  ///
  /// - Throws: `ExperimentError` where the model cannot learn from such samples, `Interruption`.
  public func candidate(_ model: Model, on selection: Selection) throws -> Candidate {
    switch model {
    case .neighbors(let model): try candidate(model, through: model.extractor, on: selection)
    case .network(let model): try candidate(model, on: selection)
    case .hybrid(let model): try candidate(model, on: selection)
    }
  }

  /// A k-NN model that looks at photos through any extractor.
  public func candidate(
    _ model: NeighborsModel, through extractor: Extractor, on selection: Selection
  ) throws -> Candidate {
    var model = model
    model.extractor = extractor
    model = try model.bound(to: selection)
    guard selection.isRegression == model.memory.answersNumbers else {
      throw ExperimentError.model(
        .otherAnswers(model.name, numbers: model.memory.answersNumbers, data: selection.text))
    }
    let features = try features(of: selection, seenBy: model)
    return Candidate(
      name: model.name, configuration: .neighbors(model.memory.emptied(dimension: max(1, features.shape[1]))),
      looksAt: model.extractor.phrase,
      variants: [.kept(features)], truths: selection.truths, labels: selection.labels,
      targets: selection.numbers)
  }

  /// What a k-NN model reads of samples, [samples, features].
  ///
  /// - Throws: `ExperimentError` where samples cannot be read or do not fit, `Interruption`.
  func features(of selection: Selection, seenBy model: NeighborsModel) throws -> Tensor {
    switch selection {
    case .photos(let photos):
      return try featureCache.features(of: photos.photos, through: model.extractor) { _, _ in !signal.isInterrupted }
        .tensor
    case .table(let table):
      try model.checkFits(table)
      try model.extractor.checkRoom(for: table)
      return try model.extractor.features(of: table) { !signal.isInterrupted }
    }
  }

  private func candidate(_ model: HybridModel, on selection: Selection) throws -> Candidate {
    let both = try model.members.map { try candidate($0, on: selection) }
    return Candidate(
      name: model.name,
      configuration: .hybrid(
        HybridConfiguration(
          mixture: Mixture(weight: model.weight), search: model.search, first: both[0], second: both[1],
          groups: selection.groups)),
      looksAt: both.map(\.looksAt).joined(separator: ", "), variants: [], truths: selection.truths,
      labels: selection.labels)
  }

  private func candidate(_ model: NetworkModel, on selection: Selection) throws -> Candidate {
    if let regression = model.fit {
      if model.outputs.isRegressor { return try candidate(model, fittedBy: regression, on: selection) }
      let fitting = try HeadFitter(model, on: selection)
      return Candidate(
        name: model.name, configuration: .linear(regression), looksAt: "input of \(fitting.layerName)",
        variants: [.kept(try fitting.features(by: self))], truths: selection.truths, labels: selection.labels
      )
    }
    try model.initial.checkKnowNoSamples(of: model.name)
    let configuration = try NetworkConfiguration(of: model, on: selection)
    return try candidate(model.name, configuration, on: selection)
  }

  /// A line that `fit` has put through a table's numbers, or through what a network makes of them.
  private func candidate(
    _ model: NetworkModel, fittedBy regression: LogisticRegression, on selection: Selection
  ) throws -> Candidate {
    let parts = try TrainableParts(headOf: model)
    if case .table(let table) = selection { try parts.trunk.checkRoom(for: table) }
    let features = try features(of: selection, variant: .original, through: parts)
    let width = features.shape[1]
    guard min(width, features.shape[0]) <= RidgeRegression.mostEquations else {
      throw ExperimentError.loop(.tooManyEquations(model.name, width: width, limit: RidgeRegression.mostEquations))
    }
    return Candidate(
      name: model.name, configuration: .ridge(RidgeRegression(l2: regression.l2, rescales: regression.rescales)),
      looksAt: model.source.basis == nil ? "the samples" : parts.trunk.phrase, variants: [.kept(features)],
      truths: selection.truths, labels: selection.labels,
      targets: try model.numbers(selection.truths, of: selection.text))
  }

  /// A network trained by a configuration.
  public func candidate(
    _ name: String, _ configuration: NetworkConfiguration, on selection: Selection
  ) throws -> Candidate {
    let variants = try variants(of: selection, ways: configuration.augmentation, through: configuration.parts)
    let trunk = configuration.parts.trunk
    return Candidate(
      name: name, configuration: .network(configuration),
      looksAt: trunk.definition.layers.isEmpty ? "the samples" : trunk.phrase,
      variants: variants, truths: selection.truths, labels: selection.labels,
      targets: configuration.starter.outputs.isRegressor
        ? try configuration.starter.numbers(selection.truths, of: selection.text) : nil)
  }
}

extension Selection {
  /// The numbers to predict of each sample, [samples, outputs]; nil where they have classes.
  fileprivate var numbers: Tensor? {
    guard case .table(let table) = self, isRegression else { return nil }
    let outputs = table.dataset.outputs
    let values = truths.flatMap { $0.split(separator: " ").map { Float($0) ?? .nan } }
    return Tensor(shape: [values.count / max(1, outputs), outputs], values: values)
  }
}

extension NetworkModel {
  /// The settings of the fit its weights are from; nil where they are from elsewhere, or were trained since.
  public var fit: LogisticRegression? { training.last == nil ? initial.origin.regression : nil }
}
