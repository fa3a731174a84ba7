import Experiments
import Networks
import Tensors
import Training

extension Session {
  /// A model ready to be trained anew on samples: with the features of all of them, and the recipe it was made by.
  ///
  /// A k-NN model's recipe is its settings; that of a network which `fit` has made the settings of the fit; another
  /// network's its first weights and the settings of its last training, or the defaults where it has had none.
  ///
  /// - Throws: `Fault` where the model cannot learn from such samples, `Interruption`.
  func contender(_ model: Model, on selection: Selection, stage: Stage) throws -> Contender {
    switch model {
    case .neighbors(let model): try contender(model, through: model.extractor, on: selection, stage: stage)
    case .network(let model): try contender(model, on: selection, stage: stage)
    }
  }

  /// A k-NN model that looks at photos through any extractor.
  func contender(
    _ model: NeighborsModel, through extractor: Extractor, on selection: Selection, stage: Stage
  ) throws -> Contender {
    guard case .photos(let photos) = selection else { throw Fault(.noPhotos(selection.text)) }
    let features = try shelf.features(of: photos.photos, through: extractor) { _, _ in !stage.isInterrupted }.tensor
    var memory = NearestNeighbors(
      dimension: max(1, features.shape[1]), numberOfNeighbors: model.memory.numberOfNeighbors,
      weighting: model.memory.weighting, metric: model.memory.metric, defaultLabel: model.memory.defaultLabel)
    memory.index = model.memory.index
    return Contender(
      name: model.name, recipe: .neighbors(memory), looksAt: "\(extractor.layer) of \(extractor.source)",
      variants: [.kept(features)], truths: selection.truths, labels: selection.labels)
  }

  private func contender(_ model: NetworkModel, on selection: Selection, stage: Stage) throws -> Contender {
    if let regression = model.origin.regression, model.lastTraining == nil {
      let fitting = try HeadFitting(model, on: selection)
      return Contender(
        name: model.name, recipe: .linear(regression), looksAt: "what \(fitting.layerName) reads",
        variants: [.kept(try fitting.features(in: self, on: stage))], truths: selection.truths, labels: selection.labels
      )
    }
    try model.checkStart()
    let recipe = try networkRecipe(of: model, on: selection)
    return try contender(model.name, recipe, on: selection, stage: stage)
  }

  /// A network trained by a recipe.
  func contender(
    _ name: String, _ recipe: NetworkRecipe, on selection: Selection, stage: Stage
  ) throws -> Contender {
    let variants = try Augmentation.variants(of: recipe.augmentation).map { variant in
      try featureRows(of: selection, variant: variant, through: recipe.parts, stage: stage)
    }
    let trunk = recipe.parts.trunk
    return Contender(
      name: name, recipe: .network(recipe),
      looksAt: trunk.definition.layers.isEmpty ? "the samples" : "\(trunk.layer) of \(trunk.source)",
      variants: variants, truths: selection.truths, labels: selection.labels)
  }

  /// How a network was last trained, from its first weights on.
  func networkRecipe(of model: NetworkModel, on selection: Selection) throws(Fault) -> NetworkRecipe {
    var starter = model
    let last = model.lastTraining
    starter.returnToStart()
    guard starter.parameterCounts.trainable > 0 else {
      throw Fault(.nothingToLearn(model: model.name, source: model.source))
    }
    let parts = try TrainableParts(of: starter)
    if case .table(let table) = selection { try parts.checkFits(table) }
    let claimed = try starter.claiming(selection)
    return NetworkRecipe(
      starter: starter, parts: parts, settings: last?.settings ?? starter.defaults(seed: starter.seed ?? 1),
      augmentation: (last?.augmentation ?? []).filter(\.isFlip), names: try starter.named(for: selection),
      outputs: claimed.outputs)
  }
}

extension NetworkModel {
  /// Sees to it that the first weights know nothing of photos that are to be held out.
  ///
  /// - Throws: `EvidenceFact.startKnowsPhotos` where they were fitted to photos.
  func checkStart() throws(Fault) {
    guard !origin.knowsSamples else { throw Fault(.evidence(.startKnowsPhotos(name))) }
  }
}
