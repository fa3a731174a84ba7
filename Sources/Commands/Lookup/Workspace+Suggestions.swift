import Experiments
import Networks

/// Samples that a message offers for a model.
extension Workspace {
  /// The parts of datasets that a model could be given, those of what it learnt from first, then others that it can read; a dataset
  /// without parts as a whole.
  func selections(for model: Model, split: String) -> [String] {
    let learnt = model.learnt.map { String($0.name.prefix { $0 != "." }) }
    let known = datasets.values.filter { model.canRead($0) }.sorted { $0.name < $1.name }
    let own = known.filter { $0.name == learnt }
    return (own + known.filter { $0.name != learnt }).compactMap { dataset in
      if dataset.splits.contains(where: { $0.name == split }) { return "\(dataset.name).\(split)" }
      return split == "train" ? dataset.name : nil
    }
  }
}

extension Model {
  /// Whether it reads samples of this kind and shape, and a network knows their classes or has room for them.
  fileprivate func canRead(_ dataset: Dataset) -> Bool {
    let input: (shape: [Int], isImage: Bool)?
    switch self {
    case .hybrid(let hybrid): return Model.network(hybrid.network).canRead(dataset)
    case .neighbors(let model):
      if model.extractor.isOpen {
        // It compares samples' own numbers, which photos have not.
        if case .table = dataset { return true }
        return false
      }
      input = model.extractor.definition.inputs.first.map { ($0.shape, !model.readsTables) }
    case .network(let model): input = model.definition.inputs.first.map { ($0.shape, $0.image != nil) }
    }
    if case .network(let model) = self, !model.outputs.isRegressor {
      let known = model.outputs.classes
      guard dataset.labels.count <= model.outputs.count, known.isEmpty || Set(dataset.labels).isSubset(of: known) else {
        return false
      }
    }
    guard let input else { return true }
    switch dataset {
    case .photos: return input.isImage
    case .table(let table): return table.sampleShape.reduce(1, *) == input.shape.reduce(1, *)
    }
  }
}
