import DataFiles

extension Selection {
  /// The group of each sample as a number, where `group=` says which belong together; nil where nothing says so. A sample of
  /// which no group is known is a group of its own.
  public var groups: [Int]? {
    switch self {
    case .photos(let selection):
      return selection.dataset.division?.group?.groups(of: selection.photos.map(\.name))
    case .table(let selection):
      guard selection.splits.contains(where: { $0.data.groups != nil }) else { return nil }
      var groups: [Int] = []
      for split in selection.splits {
        for place in split.places {
          // Tables count their groups from 0 on.
          groups.append(split.data.groups.map { Int($0[place]) } ?? -1 - groups.count)
        }
      }
      return groups
    }
  }
}
