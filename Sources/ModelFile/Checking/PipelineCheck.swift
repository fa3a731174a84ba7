/// A row of models, checked.
struct PipelineCheck {
  /// The model.
  let model: ModelFile

  /// What is wrong with a row of models, and with each of them.
  var findings: [Finding] {
    let models = model.pipeline.models
    guard !models.isEmpty else { return [Finding(.pipeline(.empty))] }
    return nameFindings(models) + chainFindings(models) + updatableFindings(models) + trainingFindings(models)
      + models.enumerated().flatMap { index, model in model.check().findings.map { $0.inside(index) } }
  }

  private func nameFindings(_ models: [ModelFile]) -> [Finding] {
    let names = model.pipeline.names
    guard names.isEmpty || names.count == models.count else {
      return [Finding(.pipeline(.nameCount(names: names.count, models: models.count)))]
    }
    var seen: Set<String> = []
    return names.enumerated().filter { !seen.insert($0.element).inserted }.map {
      Finding(.pipeline(.nameTaken(name: $0.element, index: $0.offset)))
    }
  }

  private func chainFindings(_ models: [ModelFile]) -> [Finding] {
    var given = Dictionary(model.description.inputs.map { ($0.name, $0.type) }) { first, _ in first }
    var found: [Finding] = []
    for (index, model) in models.enumerated() {
      for input in model.description.inputs {
        guard let type = given[input.name] else {
          found.append(Finding(.pipeline(.inputUnfed(feature: input.name, index: index))))
          continue
        }
        if type != input.type { found.append(Finding(.pipeline(.inputType(feature: input.name, index: index)))) }
      }
      for output in model.description.outputs { given[output.name] = output.type }
    }
    for output in model.description.outputs {
      guard let type = given[output.name] else {
        found.append(Finding(.pipeline(.outputUnmade(feature: output.name))))
        continue
      }
      if type != output.type { found.append(Finding(.pipeline(.inputType(feature: output.name, index: models.count)))) }
    }
    return found
  }

  private func updatableFindings(_ models: [ModelFile]) -> [Finding] {
    let updatable = models.indices.filter { models[$0].isUpdatable }
    guard model.isUpdatable else { return updatable.map { Finding(.pipeline(.frozen(index: $0))) } }
    return updatable.filter { $0 < models.count - 1 }.map { Finding(.pipeline(.innerUpdatable(index: $0))) }
      + (updatable.contains(models.count - 1) ? [] : [Finding(.pipeline(.lastFrozen))])
  }

  /// The format does not look at an updatable pipeline's own training inputs; a device cannot do without.
  private func trainingFindings(_ models: [ModelFile]) -> [Finding] {
    guard model.isUpdatable, let last = models.last else { return [] }
    let given = model.description.trainingInputs
    let label = last.description.predictedFeatureName
    // A classifier learns towards its label, another network towards whatever its loss compares with.
    let targets = Set(last.description.trainingInputs.filter { !last.description.isInput($0) }.map(\.name) + [label])
    if given.contains(where: model.description.isInput),
      label.isEmpty || given.contains(where: { targets.contains($0.name) })
    {
      return []
    }
    return [Finding(.update(.trainingInputs(count: given.count)), severity: .unnoticed)]
  }
}
