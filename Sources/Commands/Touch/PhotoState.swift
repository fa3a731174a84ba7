import CommandLanguage
import Experiments

/// How the photos of a split stand that a page shows.
struct PhotoState: Equatable, Sendable {
  /// The classes of the split's dataset.
  let labels: [String]
  /// How many photos of the split each class has.
  let counts: [String: Int]
  /// The classes that photos of a name have: none where there is none of that name.
  let photos: [String: [String]]
  /// The names, in the order of the split.
  let order: [String]

  /// Photos of these names.
  ///
  /// - Parameters:
  ///   - names: The names of files.
  ///   - split: The split, as one would type it.
  ///   - isRecalled: Whether a dataset of an earlier session is looked for.
  ///   - workspace: Where it is.
  /// - Throws: What is wrong with the split.
  init(of names: Set<String>, in split: String, isRecalled: Bool = true, _ workspace: Workspace) throws {
    let (dataset, found) = try workspace.photoSplit(named: split, isRecalled: isRecalled)
    var counts: [String: Int] = [:]
    var photos: [String: [String]] = [:]
    var order: [String] = []
    for photo in found.photos {
      counts[photo.label, default: 0] += 1
      guard names.contains(photo.name) else { continue }
      photos[photo.name, default: []].append(photo.label)
      order.append(photo.name)
    }
    (labels, self.counts, self.photos, self.order) = (dataset.labels, counts, photos, order)
  }
}
