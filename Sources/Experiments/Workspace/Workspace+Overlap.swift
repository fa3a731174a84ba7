import Pictures
public import Training

extension Workspace {
  /// Up to so many photos are compared with one another.
  private static let mostCompared = 1000

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
    return LearntOverlap(learnt: learnt, alike: alike(asked.photos, to: known, unless: learnt, signal: signal))
  }

  /// How many of the samples that trials ask about look like one that was learnt in the same trial.
  public func alike(_ selection: Selection, in splits: [Folds.Split], signal: any StopSignal) -> Int {
    guard case .photos(let photos) = selection, photos.photos.count <= Self.mostCompared else { return 0 }
    var twins: [Int: Set<Int>] = [:]
    for (first, second) in pairs(among: photos.photos, signal: signal) {
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

  /// Which photos look like others, as `check` sees it; those found until it is to stop.
  private func alike(
    _ asked: [Photo], to known: [Photo], unless isKnown: [Bool], signal: any StopSignal
  ) -> [Bool] {
    var alike = asked.map { _ in false }
    guard !known.isEmpty, asked.count + known.count <= Self.mostCompared else { return alike }
    for (first, second) in pairs(among: asked + known, signal: signal) {
      if first < asked.count, second >= asked.count, !isKnown[first] { alike[first] = true }
    }
    return alike
  }

  /// The photos that show the same picture, by their places, the earlier first.
  private func pairs(among photos: [Photo], signal: any StopSignal) -> [(Int, Int)] {
    let looks = looks(at: photos, signal: signal)
    let places = looks.indices.filter { looks[$0] != nil }
    return DuplicatePair.found(among: places.compactMap { looks[$0] }, while: signal.goesOn).map {
      (places[$0.first], places[$0.second])
    }
  }

  /// What photos look like; nil for one that cannot be read, or was not before it was to stop.
  private func looks(at photos: [Photo], signal: any StopSignal) -> [PerceptualHash?] {
    let missing = photos.filter { shelf.looks[$0.identity] == nil }
    let report = try? Trials(signal: signal).run(missing.count) { place, goesOn -> PerceptualHash? in
      guard goesOn() else { return nil }
      let copy = try? Photo.reduced(missing[place], enough: PerceptualHash.enough)
      return copy.map { PerceptualHash($0.picture, of: ($0.width, $0.height)) }
    }
    for (photo, look) in zip(missing, report?.outcomes ?? []) { shelf.looks[photo.identity] = look }
    return photos.map { shelf.looks[$0.identity] }
  }
}
