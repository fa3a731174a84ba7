public import CommandLanguage
public import Experiments
import Foundation
import Language
import Networks
import RunStore
import Sketching
import Training
import Views
import Wording

/// The names a session knows: what completion and inspection read while a cell is running.
public struct Vocabulary: KnownNames {
  /// Where files are looked for.
  public let files: DataFolder
  /// The datasets and their splits.
  public private(set) var datasets: [DatasetNames] = []
  /// The models, and what each is.
  public private(set) var models: [ModelNames] = []
  /// The variables, with their values as typed.
  public private(set) var variables: [String: String] = [:]
  /// The names of the clusters.
  public private(set) var clusters: [String] = []
  /// The photos of each dataset, split by split; none for a table.
  private var photos: [(dataset: String, split: String, photos: [Photo])] = []
  /// The marks of the workspace's models and datasets when they were learnt last.
  private var marks: (models: Int, datasets: Int)?
  /// The models of earlier sessions; nil before they were asked for.
  private var remembered: [String: KeptEntry]?
  /// Where trainings are written down, and those of which place are offered.
  private let store: RunStore?
  private let place: String?

  /// Nothing yet.
  init(files: DataFolder, store: RunStore?, place: String?) {
    self.files = files
    self.store = store
    self.place = place
  }

  /// Takes over what a statement, or a question from a page, has changed of a session's names: what it has not would be
  /// copied for nothing, and a cell may have thousands of statements.
  mutating func learn(_ statement: Statement?, from conversation: Conversation) {
    let workspace = conversation.workspace
    if case .assignment(let assignment)? = statement {
      let name = assignment.name.value
      variables[name] = conversation.variables[name]?.text
    }
    clusters = workspace.clusters.clusters.keys.sorted()
    let now = (models: workspace.models.lastMark, datasets: workspace.datasets.lastMark)
    if let marks, marks == now { return }
    marks = now
    learnThings(from: workspace)
  }

  private mutating func learnThings(from workspace: Workspace) {
    if remembered == nil { remembered = workspace.memory?.keeper.entries ?? [:] }
    let known = workspace.datasets.values.sorted { $0.name < $1.name }
    datasets = known.map { DatasetNames(name: $0.name, splits: $0.splits, labels: $0.labels) }
    photos = known.flatMap { dataset in dataset.photos.map { (dataset.name, $0.split, $0.photos) } }
    models = workspace.models.values.sorted { $0.name < $1.name }.map {
      ModelNames(
        name: $0.name, remark: $0.kind, isLoaded: $0.isLoadedNetwork, layers: $0.layers, allowed: $0.allowed)
    }
    let others = (remembered ?? [:]).filter { workspace.models[$0.key] == nil && workspace.datasets[$0.key] == nil }
    models += others.sorted { $0.key < $1.key }.map {
      ModelNames(name: $0.key, remark: "from an earlier session: \($0.value.told)", isLoaded: false)
    }
  }
}

extension Vocabulary {
  /// The photos whose names begin like this, each by the shortest beginning that no other of its split has.
  public func photos(of split: String, beginning partial: String) -> [Completion.Match] {
    let partial = partial.lowercased()
    let named = photos.filter { split.isEmpty || split == $0.dataset || split == "\($0.dataset).\($0.split)" }
    return named.flatMap { named in
      named.photos.lazy.filter { $0.name.lowercased().hasPrefix(partial) }.prefix(200).map { photo in
        Completion.Match(photo.beginning(among: named.photos), "photo", photo.label)
      }
    }
  }

  /// The trainings of the place, the last first.
  public var runs: [RunNumber] {
    let runs = (try? store?.trainings.runs(in: place, last: Self.mostRuns)) ?? []
    return runs.reversed().map { RunNumber(Int($0.id), remark: $0.start.command) }
  }

  /// The most trainings that are offered.
  private static let mostRuns = 50

  /// The model that is part of the program, and those of the data folder.
  public func shortModelNames(withLayer: Bool) -> [Completion.Match] {
    let sketch = withLayer ? "\(SketchModel.name).\(SketchModel.featureLayer)" : SketchModel.name
    return [Completion.Match(sketch, "value", "a small network that is part of the program")]
      + DataFolder.shortNames.keys.sorted().map {
        // MobileNet's layers are called as whoever converted it liked.
        Completion.Match(withLayer && $0 == "squeezenet" ? "\($0).pool10" : $0, "value", "a model in the data folder")
      }
  }

  /// Files and folders whose path begins like this: from the working folder, then from the data folder. What is wanted comes
  /// first, notebooks last.
  public func files(beginning partial: String, wanted: WantedFiles) -> [Completion.Match] {
    let folder = partial.lastIndex(of: "/").map { String(partial[...$0]) } ?? ""
    let places =
      partial.hasPrefix("/") || partial.hasPrefix("~")
      ? [files.destination(folder)] : [files.destination(folder), files.folder.appending(path: folder)]
    var seen: Set<String> = []
    return places.flatMap { place in
      let typed = partial.dropFirst(folder.count).lowercased()
      let names = OfferedFile.names(in: place).filter { $0.lowercased().hasPrefix(typed) && seen.insert($0).inserted }
      let entries = names.prefix(500).map { OfferedFile(name: $0, in: place, wanted: wanted) }
      return entries.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }.map { entry in
        Completion.Match(folder + entry.name + (entry.isFolder ? "/" : ""), entry.isFolder ? "folder" : "file")
      }
    }
  }

  /// The classes of a folder of photos: the names of its folders, or of those of its splits.
  public func labels(ofFolder path: String) -> [String] {
    let places = [files.destination(path), files.folder.appending(path: path)]
    return places.lazy.map(OfferedFile.labels).first { !$0.isEmpty } ?? []
  }
}

extension Model {
  /// The values its settings may have where there are only some, as one would type them.
  fileprivate var allowed: [String: [String]] {
    switch self {
    case .network(let network):
      let names: [SettingError.Name] = [.epochs, .miniBatchSize, .learningRate, .momentum, .beta1, .beta2, .eps]
      return Dictionary(
        uniqueKeysWithValues: names.compactMap { name in
          network.update.limits[name]?.some.map { (name.rawValue, $0) }
        })
    case .neighbors(let model): return model.allowedNeighbors?.some.map { ["numberOfNeighbors": $0] } ?? [:]
    default: return [:]
    }
  }

  /// The names of a network's layers; none of a k-NN model.
  fileprivate var layers: [String] {
    guard case .network(let network) = self else { return [] }
    return network.definition.layers.map(\.name)
  }
}

extension AllowedValues {
  /// The only values there are, as one would type them; nil for ranges.
  fileprivate var some: [String]? {
    guard case .set(let values) = self else { return nil }
    return values.map { Numbers.short($0) }
  }
}
