import Foundation
import Pictures
public import RunStore

/// What a notebook keeps from one run of the kernel to the next: models, datasets, and settings, each under
/// its name in this place.
///
/// Names come back when they are first used, so that beginning costs nothing and a damaged model costs only
/// itself. Used by the thread that runs cells.
public final class ExperimentStore: Sendable {
  /// Keeps the models.
  public let keeper: ModelKeeper
  /// What names belong to.
  public let place: String

  /// A memory for a place.
  public init(store: RunStore, place: String, describe: @escaping @Sendable (Model) -> String) {
    self.place = place
    keeper = ModelKeeper(store: store, place: place, describe: describe)
  }

  private var datasetScope: String { "datasets \(place)" }

  // MARK: Keeping

  /// Keeps what a statement has changed.
  ///
  /// - Throws: `RunDiagnostic.notKept`.
  public func keep(_ changes: ChangeLog, in catalogue: Catalogue) throws(ExperimentError) {
    let (models, datasets) = (changes.models.keys.sorted(), changes.datasets.keys.sorted())
    do throws(KeepingError) {
      for name in models {
        if let model = catalogue.models[name] { try keeper.keep(model) } else { try keeper.forget(name) }
      }
      for name in datasets { try keep(catalogue.datasets[name], named: name) }
    } catch {
      throw .run(.notKept((models + datasets).joined(separator: ", "), error))
    }
  }

  private func keep(_ dataset: Dataset?, named name: String) throws(KeepingError) {
    let kept: KeptDataset? =
      switch dataset {
      case .photos(let dataset):
        .photos(
          folder: dataset.folder.path(percentEncoded: false), labels: dataset.labels, maxClasses: dataset.maxClasses,
          scaling: dataset.scaling, unreadable: dataset.unreadable?.kept, division: dataset.division,
          statement: dataset.statement)
      case .table(let table): table.statement.map { .table(statement: $0) }
      case nil: nil
      }
    do throws(StoreError) {
      try keeper.store.remember(kept?.text, as: name, in: datasetScope)
    } catch {
      throw .store(error)
    }
  }

  // MARK: Recalling

  /// The model of a name; nil where none is kept.
  ///
  /// - Throws: `RunDiagnostic.notRecalled`.
  public func model(_ name: String) throws(ExperimentError) -> Model? {
    do throws(KeepingError) { return try keeper.recall(name) } catch {
      throw ExperimentError.run(.notRecalled(name, error))
    }
  }

  /// What is kept of a dataset.
  public func dataset(_ name: String) -> KeptDataset? {
    (try? keeper.store.remembered(name, in: datasetScope)).flatMap { KeptDataset($0) }
  }

  // MARK: Corrections

  private static let queue = "corrections"

  /// The queue of corrections as it was left.
  var corrections: [Correction] {
    guard let text = try? keeper.store.remembered(Self.queue, in: "\(Self.queue) \(place)"),
      let kept = try? JSONDecoder().decode([KeptCorrection].self, from: Data(text.utf8))
    else { return [] }
    return kept.compactMap(\.correction)
  }

  /// Keeps the queue of corrections. Where that fails it lasts as long as the session, as models do, which `keep` says of them.
  func keep(_ corrections: [Correction]) {
    let text = try? JSONEncoder().encode(corrections.map(KeptCorrection.init))
    try? keeper.store.remember(
      corrections.isEmpty ? nil : text.map { String(decoding: $0, as: UTF8.self) }, as: Self.queue,
      in: "\(Self.queue) \(place)")
  }

  // MARK: Taking out

  /// What is kept under a name, as it is written.
  public struct Entry: Sendable {
    /// The name.
    public let name: String
    /// What is kept of a model, and of a dataset.
    fileprivate let model: String?, dataset: String?
  }

  /// Whether a model or a dataset is kept under a name.
  public func has(_ name: String) -> Bool { keeper.entries[name] != nil || dataset(name) != nil }

  /// Takes out what is kept under a name, unread.
  ///
  /// - Throws: `KeepingError.store`.
  public func takeOut(_ name: String) throws(KeepingError) -> Entry {
    do throws(StoreError) {
      let entry = Entry(
        name: name, model: try keeper.store.remembered(name, in: keeper.scope),
        dataset: try keeper.store.remembered(name, in: datasetScope))
      if entry.model != nil { try keeper.store.forget(name, in: keeper.scope) }
      if entry.dataset != nil { try keeper.store.remember(nil, as: name, in: datasetScope) }
      return entry
    } catch {
      throw .store(error)
    }
  }

  /// Puts back what was taken out.
  ///
  /// - Throws: `KeepingError.store`.
  public func putBack(_ entry: Entry) throws(KeepingError) {
    do throws(StoreError) {
      if let dataset = entry.dataset { try keeper.store.remember(dataset, as: entry.name, in: datasetScope) }
      if let model = entry.model { try keeper.store.keep(model, as: entry.name, in: keeper.scope, needing: []) }
    } catch {
      throw .store(error)
    }
  }
}
