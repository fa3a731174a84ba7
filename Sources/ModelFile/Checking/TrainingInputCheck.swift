/// What a model takes to be trained, checked.
struct TrainingInputCheck {
  /// The model.
  let model: ModelFile
  /// The losses that it is trained by.
  let losses: [LossLayer]

  /// What is wrong with what the model takes to be trained: there has to be an input as it is, and a target. A
  /// classifier's target is its label, or the loss's own; that of other networks the loss's.
  var findings: [Finding] {
    let description = model.description
    let given = description.trainingInputs
    let isInput = description.isInput
    guard given.count >= 2, given.contains(where: isInput), !given.allSatisfy(isInput) else {
      return [Finding(.update(.trainingInputs(count: given.count)))]
    }
    let target = losses.first?.target ?? ""
    if given.contains(where: { $0.name == target }) { return [] }
    guard model.kind == .neuralNetworkClassifier else {
      return [Finding(.update(.trainingTargetMissing(name: target)))]
    }
    let name = description.predictedFeatureName
    guard let label = given.first(where: { $0.name == name }) else {
      return [Finding(.update(.trainingTargetMissing(name: name)))]
    }
    guard let wanted = ClassLabels(of: model)?.kind, label.type.kind != wanted else { return [] }
    return [Finding(.update(.trainingTargetType(name: name, found: label.type.kind, wanted: wanted)))]
  }
}

extension ModelDescription {
  /// Tells whether a feature is, name and type, one of the inputs.
  var isInput: (FeatureDescription) -> Bool {
    let types = Dictionary(inputs.map { ($0.name, $0.type) }) { first, _ in first }
    return { types[$0.name] == $0.type }
  }
}
