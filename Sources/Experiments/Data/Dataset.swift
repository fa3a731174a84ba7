import Training

/// Something to learn from, of either kind.
public enum Dataset: Sendable {
  /// Photos in folders.
  case photos(PhotoDataset)
  /// Numbers in a table.
  case table(TableDataset)

  /// What the user calls it.
  public var name: String {
    switch self {
    case .photos(let dataset): dataset.name
    case .table(let dataset): dataset.name
    }
  }

  /// The classes, in the order of a network's outputs.
  public var labels: [String] {
    switch self {
    case .photos(let dataset): dataset.labels
    case .table(let dataset): dataset.labels
    }
  }

  /// Its photos, split by split; none for a table.
  public var photos: [(split: String, photos: [Photo])] {
    switch self {
    case .photos(let dataset): dataset.splits.map { ($0.name, $0.photos) }
    case .table: []
    }
  }

  /// What its samples are called.
  public var noun: String {
    switch self {
    case .photos: "photo"
    case .table: "sample"
    }
  }

  /// The dataset with the line that reads it again.
  public func read(by statement: String) -> Dataset {
    switch self {
    case .photos(var photos):
      photos.statement = statement
      return .photos(photos)
    case .table(var table):
      table.statement = statement
      return .table(table)
    }
  }

  /// The splits, with how many samples each has.
  public var splits: [(name: String, count: Int)] {
    switch self {
    case .photos(let dataset): dataset.splits.map { ($0.name, $0.photos.count) }
    case .table(let dataset): dataset.splits.map { ($0.name, $0.places.count) }
    }
  }
}

/// Samples somebody named, of either kind: what models are trained on and asked about.
public enum Selection: Sendable {
  /// Photos in folders.
  case photos(PhotoSelection)
  /// Numbers in a table.
  case table(TableSelection)

  /// How they were named: `hands.train`.
  public var text: String {
    switch self {
    case .photos(let selection): selection.text
    case .table(let selection): selection.text
    }
  }

  /// The classes of their dataset.
  public var labels: [String] {
    switch self {
    case .photos(let selection): selection.dataset.labels
    case .table(let selection): selection.dataset.labels
    }
  }

  /// Whether they have numbers to be predicted, no classes.
  public var isRegression: Bool {
    switch self {
    case .photos: false
    case .table(let selection): selection.dataset.isRegression
    }
  }

  /// What the numbers to predict are called, where a table has several.
  public var outputNames: [String]? {
    if case .table(let selection) = self { selection.dataset.outputNames } else { nil }
  }

  /// How many there are.
  public var count: Int {
    switch self {
    case .photos(let selection): selection.photos.count
    case .table(let selection): selection.count
    }
  }

  /// Some of them, by their places.
  public func part(_ places: Range<Int>) -> Selection {
    switch self {
    case .photos(let selection):
      .photos(
        PhotoSelection(text: selection.text, dataset: selection.dataset, photos: Array(selection.photos[places])))
    case .table(let selection): .table(selection.part(places))
    }
  }

  /// Some of them, by their places, in the order of these.
  public func part(_ places: [Int]) -> Selection {
    switch self {
    case .photos(let selection):
      .photos(
        PhotoSelection(
          text: selection.text, dataset: selection.dataset, photos: places.map { selection.photos[$0] }))
    case .table(let selection):
      .table(
        TableSelection(
          text: selection.text, dataset: selection.dataset, splits: places.map { selection.single($0) }))
    }
  }

  /// These samples, then others; nil where they cannot be taken together: photos and numbers, or two tables.
  public func joined(with other: Selection) -> Selection? {
    switch (self, other) {
    case (.photos(let one), .photos(let other)):
      return .photos(PhotoSelection(text: one.text, dataset: one.dataset, photos: one.photos + other.photos))
    case (.table(let one), .table(let other)):
      guard one.dataset.name == other.dataset.name else { return nil }
      return .table(TableSelection(text: one.text, dataset: one.dataset, splits: one.splits + other.splits))
    default: return nil
    }
  }

  /// Whether one of these samples is one of another selection's: the same photo, or the same line of a table.
  public func isSame(_ place: Int, as other: Selection, _ otherPlace: Int) -> Bool {
    switch (self, other) {
    case (.photos(let one), .photos(let other)): one.photos[place].url == other.photos[otherPlace].url
    case (.table(let one), .table(let other)): one.text == other.text && place == otherPlace
    default: false
    }
  }

  /// All samples, or of a table that is in a file one piece after the other.
  public var largePieces: [Selection] {
    guard case .table(let selection) = self else { return [self] }
    return selection.largePieces.map { .table($0) }
  }

  /// The class of each.
  public var truths: [String] {
    switch self {
    case .photos(let selection): selection.truths
    case .table(let selection): selection.truths
    }
  }

  /// What one is called in a list.
  public func sampleName(_ index: Int) -> String {
    switch self {
    case .photos(let selection): selection.photos[index].shortName
    case .table: "\(index)"
    }
  }
}
