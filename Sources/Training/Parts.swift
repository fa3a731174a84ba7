import Tensors

/// How samples are divided into those to learn from and those to be asked about.
public enum Parts {
  /// Divides samples by lot, so that each class is in both parts in the shares wanted, and what belongs together stays on
  /// one side.
  ///
  /// Without groups each class is put in random order, its first samples are learnt from and its last are asked about; of a
  /// class of at least two samples one is on each side. Fractions of samples are carried from class to class, so that the
  /// parts as a whole have the shares too. With groups these are taken largest first, those of one size in random order, and
  /// each goes where it brings the classes nearest to the shares wanted.
  ///
  /// Precondition: two shares, the first above 0, together at most 1; classes and groups for every sample where given.
  ///
  /// - Parameters:
  ///   - count: How many samples there are.
  ///   - classes: The class of each as a number from 0; nil where there are none.
  ///   - groups: The group of each; nil where each is alone.
  ///   - shares: What part of them is learnt from, and what part asked about.
  ///   - seeds: What the order is drawn from.
  /// - Returns: The places of both parts, ascending.
  public static func divide(
    _ count: Int, classes: [Int]?, groups: [Int]?, shares: [Double], seeds: SeedPlan
  ) -> (train: [Int], test: [Int]) {
    precondition(shares.count == 2 && shares[0] > 0 && shares[0] + shares[1] <= 1 + 1e-9, "shares \(shares)")
    precondition(classes.map { $0.count == count } ?? true, "a class for every sample")
    var generator = seeds.generator(for: .parts)
    let classes = classes ?? [Int](repeating: 0, count: count)
    if let groups { return byGroups(classes, groups, shares, &generator) }
    var members = [[Int]](repeating: [], count: (classes.max() ?? -1) + 1)
    for (place, own) in classes.enumerated() { members[own].append(place) }
    var (train, test): ([Int], [Int]) = ([], [])
    var (wantedTrain, wantedTest) = (0.0, 0.0)
    // A class of one sample is learnt, unless most are of one.
    let singles = members.count { $0.count == 1 }
    let leastLearnt = 2 * singles > members.count ? 2 : 1
    for own in members where !own.isEmpty {
      let order = generator.permutation(own.count)
      wantedTrain += shares[0] * Double(own.count)
      wantedTest += shares[1] * Double(own.count)
      let least = own.count > 1 && shares[1] > 0 ? 1 : 0
      var first = Int((wantedTrain - Double(train.count)).rounded())
      first = min(max(first, own.count >= leastLearnt ? 1 : 0), own.count - least)
      var last = Int((wantedTest - Double(test.count)).rounded())
      last = min(max(last, least), own.count - first)
      train += order[..<first].map { own[$0] }
      test += order[(own.count - last)...].map { own[$0] }
    }
    return (train.sorted(), test.sorted())
  }

  /// Divides samples in an order: those with the least numbers are learnt from, those with the greatest asked about, so that nothing
  /// of what comes later is known. Samples of one number stay on one side, if there are others.
  ///
  /// Precondition: two shares, the first above 0, together at most 1; numbers, no NaN.
  ///
  /// - Parameters:
  ///   - numbers: The number of each sample by which they stand in an order; of equal ones the first comes first.
  ///   - shares: What part of them is learnt from, and what part asked about.
  /// - Returns: The places of both parts, ascending.
  public static func divide(inOrderOf numbers: [Double], shares: [Double]) -> (train: [Int], test: [Int]) {
    precondition(shares.count == 2 && shares[0] > 0 && shares[0] + shares[1] <= 1 + 1e-9, "shares \(shares)")
    let order = numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
    let count = order.count
    /// The nearest place to one wanted at which the numbers change.
    func cut(_ wanted: Int) -> Int {
      let isCut = { (place: Int) in numbers[order[place - 1]] != numbers[order[place]] }
      for distance in 0...count {
        for place in [wanted - distance, wanted + distance] where place > 0 && place < count && isCut(place) {
          return place
        }
      }
      return wanted
    }
    let learnt = min(count, Int((shares[0] * Double(count)).rounded())), asked = shares[1] * Double(count)
    let first = shares[1] > 0 || learnt < count ? cut(learnt) : count
    let last = shares[0] + shares[1] > 1 - 1e-9 ? first : asked < 0.5 ? count : cut(count - Int(asked.rounded()))
    return (order[..<first].sorted(), order[max(first, last)...].sorted())
  }

  private static func byGroups(
    _ classes: [Int], _ groups: [Int], _ shares: [Double], _ generator: inout SeededGenerator
  ) -> (train: [Int], test: [Int]) {
    precondition(groups.count == classes.count, "a group for every sample")
    let members = groups.placesOfEquals
    let width = (classes.max() ?? 0) + 1
    var totals = [Double](repeating: 0, count: width)
    for own in classes { totals[own] += 1 }
    let all = [shares[0], shares[1], max(0, 1 - shares[0] - shares[1])]
    // What each part still lacks of each class, as a share of the class.
    var lacks = all.map { share in [Double](repeating: share, count: width) }
    var parts = [[Int]](repeating: [], count: 3)
    let drawn = generator.permutation(members.count)
    let order = drawn.enumerated().sorted {
      (-members[$0.element].count, $0.offset) < (-members[$1.element].count, $1.offset)
    }.map(\.element)
    for group in order {
      var counts: [Int: Double] = [:]
      for place in members[group] { counts[classes[place], default: 0] += 1 }
      let own = counts.sorted { $0.key < $1.key }
      // How much nearer to the shares wanted a part comes: the fall of the squared lacks.
      func gain(_ part: Int) -> Double {
        own.reduce(0) { sum, entry in
          let (lack, share) = (lacks[part][entry.key], entry.value / totals[entry.key])
          return sum + lack * lack - (lack - share) * (lack - share)
        }
      }
      let open = (0..<3).filter { all[$0] > 1e-9 }
      let best = open.max { (gain($0), -$0) < (gain($1), -$1) } ?? 0
      parts[best] += members[group]
      for (label, count) in own { lacks[best][label] -= count / totals[label] }
    }
    // Of at least two groups one is on each side, though the shares lie nearer to all on one.
    if let smallest = order.last, members.count > 1 {
      for (empty, other) in [(0, 1), (1, 0)] where parts[empty].isEmpty && all[empty] > 1e-9 && !parts[other].isEmpty {
        let moved = Set(members[smallest])
        for part in parts.indices { parts[part].removeAll { moved.contains($0) } }
        parts[empty] = members[smallest]
      }
    }
    return (parts[0].sorted(), parts[1].sorted())
  }
}
