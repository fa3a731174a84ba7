public import Training

extension Workspace {
  /// Which samples a model has learnt, or photos that look like them.
  public func overlap(of model: Model, with selection: Selection, signal: any StopSignal) -> LearntOverlap {
    let learnt = model.hasLearnt(selection)
    let none = learnt.map { _ in false }
    guard case .photos(let asked) = selection, !learnt.allSatisfy(\.self) else {
      return LearntOverlap(learnt: learnt, alike: none)
    }
    let known = datasets.values.sorted { $0.name < $1.name }.flatMap { dataset -> [Photo] in
      guard case .photos(let photos) = dataset else { return [] }
      let all = PhotoSelection(text: photos.name, dataset: photos, photos: photos.splits.flatMap(\.photos))
      return zip(all.photos, model.hasLearnt(.photos(all))).filter(\.1).map(\.0)
    }
    let search = LookalikeSearch(cache: shelf, signal: signal)
    return LearntOverlap(learnt: learnt, alike: search.alike(asked.photos, to: known, unless: learnt))
  }

  /// How many of the samples that trials ask about look like one that was learnt in the same trial.
  public func alike(_ selection: Selection, in splits: [Folds.Split], signal: any StopSignal) -> Int {
    guard case .photos(let photos) = selection else { return 0 }
    var twins: [Int: Set<Int>] = [:]
    for (first, second) in LookalikeSearch(cache: shelf, signal: signal).pairs(among: photos.photos) {
      twins[first, default: []].insert(second)
      twins[second, default: []].insert(first)
    }
    guard !twins.isEmpty else { return 0 }
    var found: Set<Int> = []
    for split in splits {
      let learning = Set(split.learning)
      found.formUnion(split.held.filter { twins[$0]?.isDisjoint(with: learning) == false })
    }
    return found.count
  }
}
