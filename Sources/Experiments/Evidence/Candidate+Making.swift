import Networks
import Tensors
import Training

extension Inference {
  /// A model ready to be trained anew on samples: with the features of all of them, and the recipe it was made by.
  ///
  /// A k-NN model's recipe is its settings; that of a network which `fit` has made the settings of the fit; another
  /// network's its first weights and the settings of its last training, or the defaults where it has had none.
  ///
  /// - Throws: `ExperimentError` where the model cannot learn from such samples, `Interruption`.
  public func candidate(_ model: Model, on selection: Selection) throws -> Candidate {
    switch model {
    case .neighbors(let model): try candidate(model, through: model.extractor, on: selection)
    case .network(let model): try candidate(model, on: selection)
    }
  }

  /// A k-NN model that looks at photos through any extractor.
  public func candidate(
    _ model: NeighborsModel, through extractor: Extractor, on selection: Selection
  ) throws -> Candidate {
    var model = model
    model.extractor = extractor
    model = try model.bound(to: selection)
    guard !selection.isRegression, !model.memory.answersNumbers else {
      throw ExperimentError.file(.answersNumbers(model.name))
    }
    let features: Tensor
    switch selection {
    case .photos(let photos):
      features = try shelf.features(of: photos.photos, through: model.extractor) { _, _ in
        !signal.isInterrupted
      }.tensor
    case .table(let table):
      try model.checkFits(table)
      try model.extractor.checkRoom(for: table)
      features = try model.extractor.features(of: table) { !signal.isInterrupted }
    }
    return Candidate(
      name: model.name, recipe: .neighbors(model.memory.emptied(dimension: max(1, features.shape[1]))),
      looksAt: model.extractor.phrase,
      variants: [.kept(features)], truths: selection.truths, labels: selection.labels)
  }

  private func candidate(_ model: NetworkModel, on selection: Selection) throws -> Candidate {
    if let regression = model.origin.regression, model.lastTraining == nil {
      guard !model.isRegressor else { throw ExperimentError.file(.answersNumbers(model.name)) }
      let fitting = try HeadFitting(model, on: selection)
      return Candidate(
        name: model.name, recipe: .linear(regression), looksAt: "what \(fitting.layerName) reads",
        variants: [.kept(try fitting.features(by: self))], truths: selection.truths, labels: selection.labels
      )
    }
    try model.checkStart()
    let recipe = try NetworkRecipe(of: model, on: selection)
    return try candidate(model.name, recipe, on: selection)
  }

  /// A network trained by a recipe.
  public func candidate(
    _ name: String, _ recipe: NetworkRecipe, on selection: Selection
  ) throws -> Candidate {
    let variants = try variants(of: selection, ways: recipe.augmentation, through: recipe.parts)
    let trunk = recipe.parts.trunk
    return Candidate(
      name: name, recipe: .network(recipe),
      looksAt: trunk.definition.layers.isEmpty ? "the samples" : trunk.phrase,
      variants: variants, truths: selection.truths, labels: selection.labels)
  }
}

extension NetworkModel {
  /// Sees to it that the first weights know nothing of photos that are to be held out.
  ///
  /// - Throws: `EvidenceFact.startKnowsPhotos` where they were fitted to photos.
  public func checkStart() throws(ExperimentError) {
    guard !origin.knowsSamples else { throw ExperimentError.evidence(.startKnowsPhotos(name)) }
  }
}
