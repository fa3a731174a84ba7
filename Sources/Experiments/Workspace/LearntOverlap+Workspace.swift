public import Training

extension LearntOverlap {
  /// Which samples a model has learnt, or photos of the workspace's datasets that look like them.
  public init(of model: Model, with selection: Selection, in workspace: Workspace, signal: any StopSignal) {
    let learnt = model.hasLearnt(selection)
    let none = learnt.map { _ in false }
    guard case .photos(let asked) = selection, !learnt.allSatisfy(\.self) else {
      self.init(learnt: learnt, alike: none)
      return
    }
    let known = workspace.datasets.values.sorted { $0.name < $1.name }.flatMap { dataset -> [Photo] in
      guard case .photos(let photos) = dataset else { return [] }
      let all = PhotoSelection(text: photos.name, dataset: photos, photos: photos.splits.flatMap(\.photos))
      return zip(all.photos, model.hasLearnt(.photos(all))).filter(\.1).map(\.0)
    }
    let search = LookalikeSearch(cache: workspace.featureCache, signal: signal)
    self.init(learnt: learnt, alike: search.alike(asked.photos, to: known, unless: learnt))
  }

  /// How many of the samples that trials ask about look like one that was learnt in the same trial.
  public static func alike(
    _ selection: Selection, in splits: [Folds.Split], cache: FeatureCache, signal: any StopSignal
  ) -> Int {
    guard case .photos(let photos) = selection else { return 0 }
    var duplicates: [Int: Set<Int>] = [:]
    for (first, second) in LookalikeSearch(cache: cache, signal: signal).pairs(among: photos.photos) {
      duplicates[first, default: []].insert(second)
      duplicates[second, default: []].insert(first)
    }
    guard !duplicates.isEmpty else { return 0 }
    var found: Set<Int> = []
    for split in splits {
      let learning = Set(split.learning)
      found.formUnion(split.held.filter { duplicates[$0]?.isDisjoint(with: learning) == false })
    }
    return found.count
  }
}
