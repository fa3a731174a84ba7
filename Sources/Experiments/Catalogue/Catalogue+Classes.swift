import Networks
import Training

extension Catalogue {
  /// The models that know a class of a dataset, with the class under its new name.
  public func models(knowing old: String, as new: String, of dataset: PhotoDataset) -> [Model] {
    models.values.sorted { $0.name < $1.name }.compactMap { model in
      switch model {
      case .network(let network): return network.renaming(old, to: new, of: dataset).map(Model.network)
      case .neighbors(let neighbors): return neighbors.renaming(old, to: new, of: dataset).map(Model.neighbors)
      case .hybrid(var hybrid):
        if let network = hybrid.network.renaming(old, to: new, of: dataset) {
          hybrid.network = network
          hybrid.neighbors = hybrid.neighbors.renaming(old, to: new, of: dataset) ?? hybrid.neighbors
          return .hybrid(hybrid)
        }
        guard let neighbors = hybrid.neighbors.renaming(old, to: new, of: dataset) else { return nil }
        hybrid.neighbors = neighbors
        return .hybrid(hybrid)
      }
    }
  }
}

extension NetworkModel {
  /// The network with a class under its new name; nil where it does not know it.
  fileprivate func renaming(_ old: String, to new: String, of dataset: PhotoDataset) -> NetworkModel? {
    guard isFor(dataset), let place = LabelSpelling.position(of: old, in: outputs.classes) else { return nil }
    var network = self
    network.outputs.classes[place] = new
    return network
  }
}

extension NeighborsModel {
  /// The k-NN model with a class under its new name; nil where it does not know it.
  fileprivate func renaming(_ old: String, to new: String, of dataset: PhotoDataset) -> NeighborsModel? {
    var neighbors = self
    guard isFor(dataset), neighbors.memory.rename(old, to: new) > 0 else { return nil }
    if let place = neighbors.learnt.flatMap({ LabelSpelling.position(of: old, in: $0.labels) }) {
      neighbors.learnt?.labels[place] = new
    }
    return neighbors
  }
}

extension NetworkModel {
  /// Whether it is for the photos of a dataset: trained on it, knowing one of its classes, or still free and reading
  /// photos.
  public func isFor(_ dataset: PhotoDataset) -> Bool {
    if let last = training.last { return last.on.prefix { $0 != "." } == dataset.name }
    guard definition.inputs.contains(where: { $0.image != nil }) else { return false }
    return outputs.classes.isEmpty
      || outputs.classes.contains { LabelSpelling.position(of: $0, in: dataset.labels) != nil }
  }
}

extension NeighborsModel {
  /// Whether it remembers photos of a dataset: by where they lie, or by a class it shares.
  public func isFor(_ dataset: PhotoDataset) -> Bool {
    memory.labels.contains { LabelSpelling.position(of: $0, in: dataset.labels) != nil }
  }
}
