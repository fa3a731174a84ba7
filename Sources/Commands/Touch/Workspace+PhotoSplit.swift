import Experiments

extension Workspace {
  /// The part of a photo dataset that a page shows, by its name, such as `hands.train`.
  ///
  /// - Parameters:
  ///   - name: The dataset's name, a point, and the part's.
  ///   - isRecalled: Whether a dataset of an earlier session is looked for.
  /// - Returns: The dataset and its part.
  /// - Throws: What is wrong with the name.
  func photoSplit(named name: String, isRecalled: Bool = true) throws -> (dataset: PhotoDataset, split: PhotoSplit) {
    if isRecalled { _ = try recallDataset(behind: name) }
    let owner = String(name.prefix { $0 != "." })
    guard case .photos(let dataset)? = datasets[owner] else {
      throw Diagnostic(.unknownDataset(owner, known: datasets.keys.sorted()))
    }
    let part = String(name.dropFirst(owner.count + 1))
    guard let split = dataset.split(part) else {
      throw Diagnostic(.unknownSplit(part, dataset: owner, known: dataset.splits.map(\.name)))
    }
    return (dataset, split)
  }
}
