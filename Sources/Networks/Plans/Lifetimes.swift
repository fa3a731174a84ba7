/// When each part of a sample's memory is needed, and where it lies so that what is needed at the same time lies apart.
struct Lifetimes {
  /// What takes memory: a tensor's numbers, or its gradient's.
  struct Slot: Hashable {
    var tensor: Int
    var isGradient = false
  }

  private var lives: [Slot: ClosedRange<Int>] = [:]

  /// Lets a part of the memory be needed at a time as well, and at all times between.
  mutating func extend(_ slot: Slot, to time: Int) {
    let known = lives[slot] ?? time...time
    lives[slot] = min(known.lowerBound, time)...max(known.upperBound, time)
  }

  /// First fit, the largest first: every part takes the lowest place that is free as long as it is needed.
  ///
  /// - Returns: Where each begins, and how much memory it takes in all.
  func firstFit(size: (Slot) -> Int) -> (offsets: [Slot: Int], total: Int) {
    var (offsets, total): ([Slot: Int], Int) = ([:], 0)
    let order = lives.sorted {
      (size($1.key), $0.key.tensor, $0.key.isGradient ? 1 : 0) < (
        size($0.key), $1.key.tensor, $1.key.isGradient ? 1 : 0
      )
    }
    // What takes which memory at each time: a program may have a hundred thousand parts, of which few are needed at once.
    let first = lives.values.lazy.map(\.lowerBound).min() ?? 0
    let last = lives.values.lazy.map(\.upperBound).max() ?? 0
    var taken = [[Range<Int>]](repeating: [], count: last - first + 1)
    for (slot, life) in order {
      let times = (life.lowerBound - first)...(life.upperBound - first)
      let (size, others) = (size(slot), Set(times.flatMap { taken[$0] }).sorted { $0.lowerBound < $1.lowerBound })
      var place = 0
      for range in others where place + size > range.lowerBound { place = max(place, range.upperBound) }
      offsets[slot] = place
      total = max(total, place + size)
      if size > 0 { for time in times { taken[time].append(place..<place + size) } }
    }
    return (offsets, total)
  }
}
