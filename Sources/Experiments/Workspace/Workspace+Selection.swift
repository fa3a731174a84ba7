import Foundation

extension Workspace {
  /// The samples that a name stands for: those of `hands.train`, or of `hands` all of them.
  ///
  /// - Throws: `NameError.unknownDataset`, `.unknownSplit` or `.emptySplit`.
  public func selection(named text: String) throws(ExperimentError) -> Selection {
    if text == CorrectionQueue.name, datasets[text] == nil { return .photos(try corrections.selection(in: catalogue)) }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let dataset = datasets[text] ?? datasets[parts[0]] else {
      throw .name(.unknownDataset(parts[0], known: datasets.keys.sorted()))
    }
    let isWhole = dataset.name == text
    guard isWhole || (parts.count == 2 && dataset.splits.contains { $0.name == parts[1] }) else {
      try dataset.checkLacks(parts.dropFirst().joined(), shorten: files.short)
      let known = dataset.splits.map(\.name)
      throw .name(.unknownSplit(parts.dropFirst().joined(), dataset: dataset.name, known: known))
    }
    let selection = dataset.selection(of: isWhole ? nil : parts[1], named: text)
    guard selection.count > 0 else {
      if case .table = dataset, !isWhole { try dataset.checkLacks(parts[1], shorten: files.short) }
      let folder = dataset.place(of: isWhole ? "train" : parts[1], shorten: files.short)
      throw .name(.emptySplit(text, folder: folder))
    }
    return selection
  }

  /// What a network learnt from: as it was noted, else the training samples of the dataset it is asked about.
  public func samplesLearnt(by model: NetworkModel, askedAbout selection: Selection) -> Selection? {
    let names = [model.training.last?.on, "\(selection.dataset.name).train"].compactMap { $0 }
    return names.lazy.compactMap { try? self.selection(named: $0) }.first
  }
}

extension Dataset {
  /// Sees to it that a split is not one that it could have and lacks: the reader is told how to make it.
  fileprivate func checkLacks(_ split: String, shorten: (URL) -> String) throws(ExperimentError) {
    guard split == "train" || split == "test" else { return }
    let text = "\(name).\(split)"
    switch self {
    case .photos(let photos) where photos.isSplit:
      throw .name(.emptySplit(text, folder: place(of: split, shorten: shorten)))
    case .photos(let photos):
      throw .name(.noTestFolder(text, folder: shorten(photos.folder)))
    case .table:
      let known = splits.filter { $0.count > 0 }.map(\.name)
      throw .name(.emptyTableSplit(dataset: name, split: split, known: known))
    }
  }

  /// The samples of a split, or all of them, under the name they were asked for.
  fileprivate func selection(of split: String?, named text: String) -> Selection {
    switch self {
    case .photos(let dataset):
      let splits = dataset.splits.filter { split == nil || $0.name == split }
      return .photos(PhotoSelection(text: text, dataset: dataset, photos: splits.flatMap(\.photos)))
    case .table(let dataset):
      let splits = dataset.splits.filter { split == nil || $0.name == split }
      return .table(TableSelection(text: text, dataset: dataset, splits: splits))
    }
  }

  /// Where the samples of a split lie, for people.
  fileprivate func place(of split: String, shorten: (URL) -> String) -> String {
    switch self {
    case .photos(let dataset): shorten(dataset.folder.appending(path: split))
    case .table(let dataset): dataset.source
    }
  }
}
