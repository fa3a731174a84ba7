import CommandLanguage
import Experiments
import Foundation
import Training

/// How the samples a model learnt from differ from what they are now.
enum Staleness: Sendable, Equatable {
  /// There are classes it has never heard of.
  case classesAdded([String])
  /// There are more samples, fewer, or others, in the split of that name.
  case samplesAdded(Int, to: String), samplesRemoved(Int, from: String), samplesChanged(String)

  /// What is to be said of a model, and how it is brought up to date.
  func remark(on model: Model, noun: String) -> String {
    let what =
      switch self {
      case .classesAdded(let labels): "\(Numbers.list(labels)) \(labels.count == 1 ? "was" : "were") added"
      case .samplesAdded(let count, let split):
        "\(Numbers.count(count, noun)) \(count == 1 ? "was" : "were") added to \(split)"
      case .samplesRemoved(let count, let split):
        "\(Numbers.count(count, noun)) \(count == 1 ? "was" : "were") taken out of \(split)"
      case .samplesChanged(let split): "\(split) was changed"
      }
    return "⚠️ \(model.name) was trained before \(what)."
  }
}

extension Model {
  /// What it learnt from; nil where that is not known.
  var learnt: LearntData? {
    switch self {
    case .network(let network): network.learnt
    case .neighbors(let neighbors): neighbors.learnt
    }
  }
}

extension Session {
  /// What the reader should know of the models a statement asks: a sentence for each whose data has changed since it was
  /// trained.
  func staleRemarks(for uses: [NameUse]) -> [String] {
    var seen: Set<String> = []
    return uses.filter { $0.effect == .asks }.map(\.name).compactMap { name in
      guard seen.insert(name).inserted, let model = models[name], let learnt = model.learnt,
        let staleness = staleness(of: model)
      else { return nil }
      let noun = datasets[String(learnt.name.prefix { $0 != "." })]?.noun ?? "sample"
      let command = model.state == .given(.regression) ? "fit" : "train"
      return staleness.remark(on: model, noun: noun) + " To bring it up to date: \(command) \(name) on=\(learnt.name)"
    }
  }

  /// How a model's samples have changed since it learnt from them; nil where they have not, or are not there.
  func staleness(of model: Model) -> Staleness? {
    guard let learnt = model.learnt, case .success(let now) = selection(named: learnt.name) else { return nil }
    switch model {
    case .network(let network): return Self.staleness(of: network, since: learnt, now)
    case .neighbors(let neighbors): return Self.staleness(of: neighbors, since: learnt, now)
    }
  }

  private static func staleness(of model: NetworkModel, since learnt: LearntData, _ now: Selection) -> Staleness? {
    let new = now.labels.filter { LabelSpelling.position(of: $0, in: model.classes) == nil }
    if !new.isEmpty, !model.isRegressor { return .classesAdded(new) }
    guard LearntData.digest(of: now, classes: model.classes, scaling: model.scaling) != learnt.digest else {
      return nil
    }
    return difference(now.count - learnt.count, learnt.name)
  }

  private static func difference(_ more: Int, _ name: String) -> Staleness {
    more > 0 ? .samplesAdded(more, to: name) : more < 0 ? .samplesRemoved(-more, from: name) : .samplesChanged(name)
  }

  private static func staleness(of model: NeighborsModel, since learnt: LearntData, _ now: Selection) -> Staleness? {
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
}

extension Session {
  /// The name, size and class of a photo, from its identity: path, size, time of change, and in which way it is brought to
  /// size where that is not the usual one.
  private static func mark(identity: String, _ label: String) -> String {
    var words = (identity.split(separator: "/").last ?? "").split(separator: " ", omittingEmptySubsequences: false)
    if words.last.map({ Double($0) == nil }) == true { words.removeLast() }
    return words.dropLast().joined(separator: " ") + " " + LabelSpelling.key(label)
  }
}
