import Tensors

extension Folds {
  /// Folds of samples: stratified where they have classes, and where they have groups with each group in one fold.
  ///
  /// Precondition: 2 ≤ folds ≤ the number of samples, and of groups where they have some.
  ///
  /// - Parameters:
  ///   - folds: How many.
  ///   - samples: How many samples there are.
  ///   - classes: The class of each; nil where they have numbers to predict.
  ///   - groups: The group of each, as any number; nil where they have none.
  ///   - seeds: What the order is drawn from.
  ///   - repetition: Which of several divisions, from 0.
  /// - Returns: A split for each fold.
  public static func drawn(
    _ folds: Int, of samples: Int, classes: [String]?, groups: [Int]?, seeds: SeedPlan, repetition: Int = 0
  ) -> [Split] {
    if let groups { return grouped(groups, classes: classes, count: folds, seeds: seeds, repetition: repetition) }
    let labels = classes ?? [String](repeating: "", count: samples)
    return stratified(labels, count: folds, seeds: seeds, repetition: repetition)
  }

  /// Folds that keep the samples of a group together, and the classes in proportion as far as the groups allow: groups are
  /// dealt out one by one, the largest first and equal ones in random order, each to the fold that has least of its classes,
  /// of several the one with the fewest samples. Without classes folds differ by the largest group at most; where each sample
  /// is a group of its own, the classes within folds differ by one sample at most.
  ///
  /// Precondition: 2 ≤ count ≤ the number of groups; as many classes as samples.
  ///
  /// - Parameters:
  ///   - groups: The group of each sample, as any number.
  ///   - classes: The class of each sample; nil where they have none.
  ///   - count: How many folds.
  ///   - seeds: What the order is drawn from.
  ///   - repetition: Which of several divisions, from 0.
  /// - Returns: A split for each fold.
  public static func grouped(
    _ groups: [Int], classes: [String]?, count: Int, seeds: SeedPlan, repetition: Int = 0
  ) -> [Split] {
    precondition(classes.map { $0.count == groups.count } ?? true, "as many classes as samples")
    var classOfSample = [Int](repeating: 0, count: groups.count)
    var sizes = [groups.count]
    if let classes {
      let places = LabelSpelling.groups(of: classes)
      sizes = places.map(\.count)
      for (number, own) in places.enumerated() { for place in own { classOfSample[place] = number } }
    }
    let members = groups.placesOfEquals
    precondition((2...max(2, members.count)).contains(count), "\(count) folds of \(members.count) groups")
    var generator = seeds.generator(for: .folds, repetition)
    let lot = generator.permutation(members.count)
    let order = lot.indices.sorted { one, other in
      let (first, second) = (members[lot[one]].count, members[lot[other]].count)
      return first != second ? first > second : one < other
    }.map { lot[$0] }

    var counts = [[Int]](repeating: [Int](repeating: 0, count: sizes.count), count: count)
    var samples = [Int](repeating: 0, count: count)
    var foldOfSample = [Int](repeating: 0, count: groups.count)
    for group in order {
      var own: [Int: Int] = [:]
      for place in members[group] { own[classOfSample[place], default: 0] += 1 }
      let classes = own.sorted { $0.key < $1.key }
      // The sum of squared shares grows by this much, but for what is the same in every fold.
      let growths = counts.map { fold in
        classes.reduce(0.0) { $0 + Double(fold[$1.key]) * Double($1.value) / squared(sizes[$1.key]) }
      }
      let least = growths.indices.min { (growths[$0], samples[$0]) < (growths[$1], samples[$1]) } ?? 0
      for (number, amount) in classes { counts[least][number] += amount }
      samples[least] += members[group].count
      for place in members[group] { foldOfSample[place] = least }
    }
    return (0..<count).map { fold in
      Split(
        learning: groups.indices.filter { foldOfSample[$0] != fold },
        held: groups.indices.filter { foldOfSample[$0] == fold })
    }
  }

  private static func squared(_ size: Int) -> Double { Double(size) * Double(size) }
}
