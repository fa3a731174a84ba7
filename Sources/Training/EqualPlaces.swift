extension Sequence where Element: Hashable {
  /// The places of equal elements together, counted from 0, in the order in which each comes first.
  public var placesOfEquals: [[Int]] {
    var numbers: [Element: Int] = [:]
    var places: [[Int]] = []
    for (place, element) in enumerated() {
      if let number = numbers[element] {
        places[number].append(place)
      } else {
        numbers[element] = places.count
        places.append([place])
      }
    }
    return places
  }
}
