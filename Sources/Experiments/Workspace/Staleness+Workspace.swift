import Foundation
import Training

extension Staleness {
  /// How a model's samples have changed since it learnt from them; nil where they have not, or are not there.
  public init?(of model: Model, in workspace: Workspace) {
    guard let learnt = model.learnt, let now = try? workspace.selection(named: learnt.name) else { return nil }
    let found: Staleness? =
      switch model {
      case .hybrid: nil
      case .network(let network): Self.found(in: network, since: learnt, now)
      case .neighbors(let neighbors): Self.found(in: neighbors, since: learnt, now)
      }
    guard let found else { return nil }
    self = found
  }

  private static func found(in model: NetworkModel, since learnt: LearntData, _ now: Selection) -> Staleness? {
    let new = now.labels.filter { LabelSpelling.position(of: $0, in: model.outputs.classes) == nil }
    if !new.isEmpty, !model.outputs.isRegressor { return .classesAdded(new) }
    guard LearntData.digest(of: now, classes: model.outputs.classes, scaling: model.scaling) != learnt.digest else {
      return nil
    }
    return difference(now.count - learnt.count, learnt.name)
  }

  private static func difference(_ more: Int, _ name: String) -> Staleness {
    more > 0 ? .samplesAdded(more, to: name) : more < 0 ? .samplesRemoved(-more, from: name) : .samplesChanged(name)
  }

  private static func found(in model: NeighborsModel, since learnt: LearntData, _ now: Selection) -> Staleness? {
    let known = learnt.labels + model.memory.labels
    let new = now.labels.filter { LabelSpelling.position(of: $0, in: known) == nil }
    if !new.isEmpty { return .classesAdded(new) }
    guard case .photos(let photos) = now else { return nil }
    // A photo is known by its name, size and class: a class that was renamed has another folder, and a photo that was
    // put back another time of change.
    let folder = photos.dataset.folder.path(percentEncoded: false)
    var remembered: Set<String> = []
    for (key, label) in zip(model.memory.keys, model.memory.sampleLabels) {
      if let key, key.hasPrefix(folder) { remembered.insert(mark(identity: key, label)) }
    }
    func marks(_ photos: [Photo]) -> Set<String> { Set(photos.map { mark(identity: $0.identity, $0.label) }) }
    let missing = learnt.isWhole ? marks(photos.photos).subtracting(remembered).count : 0
    let gone = remembered.subtracting(marks(photos.dataset.splits.flatMap(\.photos))).count
    if missing == 0, gone == 0 { return nil }
    if missing > 0, gone > 0 { return .samplesChanged(learnt.name) }
    return difference(missing - gone, learnt.name)
  }

  /// The name, size and class of a photo, from its identity: path, size, time of change, and in which way it is brought to
  /// size where that is not the usual one.
  private static func mark(identity: String, _ label: String) -> String {
    var words = (identity.split(separator: "/").last ?? "").split(separator: " ", omittingEmptySubsequences: false)
    if words.last.map({ Double($0) == nil }) == true { words.removeLast() }
    return words.dropLast().joined(separator: " ") + " " + LabelSpelling.key(label)
  }
}
