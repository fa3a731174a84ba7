import Language
import Networks
import Training

extension Session {
  /// Sees to it that every network for a dataset's photos has an output for each of its classes.
  ///
  /// A network counts that was trained on the dataset, knows one of its classes, or reads photos and is still free.
  ///
  /// - Throws: `DataFact.tooFewOutputs`.
  func checkOutputs(for labels: [String], of dataset: PhotoDataset, at span: Span) throws(Fault) {
    let networks = models.values.compactMap { model in
      if case .network(let network) = model { network } else { nil }
    }.sorted { $0.name < $1.name }
    for network in networks where network.outputs < labels.count && network.isFor(dataset) {
      throw Fault(
        .data(
          .tooFewOutputs(
            model: network.name, outputs: network.outputs, classes: labels.count, source: network.source)), at: span)
    }
  }

  /// Gives a class its new name in the models that were trained on a dataset.
  ///
  /// - Returns: The models that know it.
  func renameClass(_ old: String, to new: String, ofModelsTrainedOn dataset: PhotoDataset) -> [String] {
    var renamed: [String] = []
    for name in models.keys.sorted() {
      switch models[name] {
      case .network(var model)? where model.isFor(dataset):
        guard let place = LabelSpelling.position(of: old, in: model.classes) else { continue }
        model.classes[place] = new
        models[name] = .network(model)
        renamed.append(name)
      case .neighbors(var model)?:
        guard model.isFor(dataset), model.memory.rename(old, to: new) > 0 else { continue }
        if let place = model.learnt.flatMap({ LabelSpelling.position(of: old, in: $0.labels) }) {
          model.learnt?.labels[place] = new
        }
        models[name] = .neighbors(model)
        renamed.append(name)
      default: continue
      }
    }
    return renamed
  }
}

extension NetworkModel {
  /// Whether it is for the photos of a dataset: trained on it, knowing one of its classes, or still free and reading
  /// photos.
  func isFor(_ dataset: PhotoDataset) -> Bool {
    if let lastTraining { return lastTraining.on.prefix { $0 != "." } == dataset.name }
    guard definition.inputs.contains(where: { $0.image != nil }) else { return false }
    return classes.isEmpty || classes.contains { LabelSpelling.position(of: $0, in: dataset.labels) != nil }
  }
}

extension NeighborsModel {
  /// Whether it remembers photos of a dataset: by where they lie, or by a class it shares.
  func isFor(_ dataset: PhotoDataset) -> Bool {
    memory.labels.contains { LabelSpelling.position(of: $0, in: dataset.labels) != nil }
  }
}
