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
    // An array, not `offsets`: a program may have ten thousands of parts, each of which is compared with all before it.
    var placed: [(life: ClosedRange<Int>, range: Range<Int>)] = []
    placed.reserveCapacity(order.count)
    for (slot, life) in order {
      let taken = placed.filter { $0.life.overlaps(life) }.map(\.range).sorted { $0.lowerBound < $1.lowerBound }
      let size = size(slot)
      var place = 0
      for range in taken where place + size > range.lowerBound { place = max(place, range.upperBound) }
      offsets[slot] = place
      placed.append((life, place..<place + size))
      total = max(total, place + size)
    }
    return (offsets, total)
  }
}
