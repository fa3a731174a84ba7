/// Keeps labels that stand in a column from covering each other.
enum LabelPlacement {
  /// Moves labels apart as little as needed.
  ///
  /// Labels that would touch are gathered into groups; a group stands centred on where its members want to be. The
  /// order of the wishes is kept, equal ones stay in the order given.
  ///
  /// - Parameters:
  ///   - wishes: where each label would like to be.
  ///   - spacing: the least distance between two.
  ///   - range: where labels may be; when there is not room for all they keep their distance and reach beyond its end.
  /// - Returns: a place for each, in the order given.
  static func spread(_ wishes: [Double], spacing: Double, within range: ClosedRange<Double>) -> [Double] {
    let order = wishes.indices.sorted { (wishes[$0], $0) < (wishes[$1], $1) }
    var groups: [Group] = []
    for index in order {
      groups.append(Group(members: [index], centre: wishes[index]))
      while let last = groups.last {
        let settled = last.moved(into: range, spacing: spacing)
        groups[groups.count - 1] = settled
        guard groups.count > 1 else { break }
        let before = groups[groups.count - 2]
        guard settled.top(spacing) < before.bottom(spacing) + spacing - 1e-9 else { break }
        groups.removeLast(2)
        let members = before.members + settled.members
        groups.append(Group(members: members, centre: members.map { wishes[$0] }.reduce(0, +) / Double(members.count)))
      }
    }
    var places = wishes
    for group in groups {
      for (offset, member) in group.members.enumerated() {
        places[member] = group.top(spacing) + Double(offset) * spacing
      }
    }
    return places
  }

  private struct Group {
    let members: [Int]
    let centre: Double

    func top(_ spacing: Double) -> Double { centre - Double(members.count - 1) * spacing / 2 }
    func bottom(_ spacing: Double) -> Double { centre + Double(members.count - 1) * spacing / 2 }

    func moved(into range: ClosedRange<Double>, spacing: Double) -> Group {
      let half = Double(members.count - 1) * spacing / 2
      let highest = max(range.lowerBound + half, range.upperBound - half)
      return Group(members: members, centre: max(range.lowerBound + half, min(centre, highest)))
    }
  }
}
