import DataFiles
import Pictures
import Training

/// Which of the samples that a model is asked about it has learnt from, or from one that shows the same picture.
public struct LearntOverlap: Sendable, Equatable {
  /// By the samples' places.
  public let learnt: [Bool]
  /// Photos that look like one that was learnt, without being one.
  public let alike: [Bool]

  /// Puts it together.
  public init(learnt: [Bool], alike: [Bool]) {
    self.learnt = learnt
    self.alike = alike
  }

  /// How many were learnt, and how many look like it.
  public var counts: (learnt: Int, alike: Int) { (learnt.count { $0 }, alike.count { $0 }) }

  /// Whether a sample is new to the model.
  public func isNew(_ place: Int) -> Bool { !learnt[place] && !alike[place] }
}

extension LearntSamples {
  /// The samples of a selection.
  public init(_ selection: Selection) {
    self.init()
    switch selection {
    case .photos(let photos): add(photos.photos)
    case .table(let table): for split in table.splits { add(split.places, of: split.key(in: table)) }
    }
  }

  /// Which samples of a selection are among them.
  public func contains(_ selection: Selection) -> [Bool] {
    switch selection {
    case .photos(let photos): contains(photos.photos)
    case .table(let table): table.splits.flatMap { contains($0.places, of: $0.key(in: table)) }
    }
  }
}

extension TableSplit {
  /// What tells its table from others.
  fileprivate func key(in table: TableSelection) -> String { "\(data.count) \(table.dataset.source)" }
}

extension Model {
  /// Which samples it has learnt from, itself or by the network that its features come from.
  public func hasLearnt(_ selection: Selection) -> [Bool] {
    guard let known = basis?.learnt?.contains(selection) else { return hasLearntItself(selection) }
    return zip(hasLearntItself(selection), known).map { $0 || $1 }
  }

  private func hasLearntItself(_ selection: Selection) -> [Bool] {
    let none = Array(repeating: false, count: selection.count)
    switch self {
    case .network(let network): return network.training.learnt?.samples?.contains(selection) ?? none
    case .hybrid(let hybrid):
      return hybrid.members.map { $0.hasLearnt(selection) }.reduce(none) { zip($0, $1).map { $0 || $1 } }
    case .neighbors(let neighbors):
      let keys = Set(neighbors.memory.keys.compactMap(\.self))
      guard !keys.isEmpty else { return none }
      switch selection {
      case .photos(let photos):
        return photos.photos.map { photo in
          CropAndScale.allCases.contains { scaling in
            var photo = photo
            photo.scaling = scaling
            return keys.contains(photo.identity)
          }
        }
      case .table(let table): return table.keys.map(keys.contains)
      }
    }
  }
}

extension TableSelection {
  /// What a k-NN model knows the samples by.
  public var keys: [String] {
    splits.flatMap { split in split.places.map { "\(dataset.source) \(split.data.count) \($0)" } }
  }
}
