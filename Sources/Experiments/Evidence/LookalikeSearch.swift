import Pictures
import Training

/// Looks for photos that show the same picture, as `check` sees it; those found until it is to stop.
struct LookalikeSearch {
  /// Where what photos look like is kept.
  let cache: FeatureCache
  /// Asked whether to stop.
  let signal: any StopSignal

  /// Up to so many photos are compared with one another.
  private static let mostCompared = 1000

  /// Which photos look like others that are known; of those that are known themselves it is not asked.
  func alike(_ asked: [Photo], to known: [Photo], unless isKnown: [Bool]) -> [Bool] {
    var alike = asked.map { _ in false }
    guard !known.isEmpty else { return alike }
    for (first, second) in pairs(among: asked + known) where first < asked.count && second >= asked.count {
      alike[first] = alike[first] || !isKnown[first]
    }
    return alike
  }

  /// The photos that show the same picture, by their places, the earlier first; none of too many.
  func pairs(among photos: [Photo]) -> [(Int, Int)] {
    guard photos.count <= Self.mostCompared else { return [] }
    let looks = looks(at: photos)
    let places = looks.indices.filter { looks[$0] != nil }
    return DuplicatePair.found(among: places.compactMap { looks[$0] }, while: signal.goesOn).map {
      (places[$0.first], places[$0.second])
    }
  }

  /// What photos look like; nil for one that cannot be read, or was not before it was to stop.
  private func looks(at photos: [Photo]) -> [PerceptualHash?] {
    let missing = photos.filter { cache.looks[$0.identity] == nil }
    let report = try? ParallelTrainings(signal: signal).run(missing.count) { place, goesOn -> PerceptualHash? in
      guard goesOn() else { return nil }
      let copy = try? Photo.reduced(missing[place], enough: PerceptualHash.enough)
      return copy.map { PerceptualHash($0.picture, of: ($0.width, $0.height)) }
    }
    for (photo, look) in zip(missing, report?.outcomes ?? []) { cache.looks[photo.identity] = look }
    return photos.map { cache.looks[$0.identity] }
  }
}
