import Experiments
import Foundation
import Language
import Pictures
import RunStore

extension ModelKeeper.Conflict {
  /// What the reader is told.
  var sentence: String {
    "⚠️ Another kernel on this notebook has changed \(name) meanwhile: there it is \(told). For later sessions that one is "
      + "kept as \(name), and this kernel's as \(keptAs)."
  }
}

/// What a session keeps for the next one, and what it has from the one before: models, datasets, and settings, each under
/// its name in this place.
///
/// Names come back when they are first used, so that beginning a session costs nothing and a damaged model costs only
/// itself. Used by the thread that runs cells.
final class SessionMemory {
  /// Keeps the models.
  let keeper: ModelKeeper
  /// What names belong to.
  let place: String
  /// Whether the reader was told that nothing can be kept.
  private var hasToldOfTrouble = false

  /// A memory for a place.
  init(store: RunStore, place: String) {
    self.place = place
    keeper = ModelKeeper(store: store, place: place)
  }

  private var datasetScope: String { "datasets \(place)" }

  // MARK: Keeping

  /// Keeps what a statement has changed.
  ///
  /// - Returns: What the reader must be told, at most once in a session: that it could not be kept.
  func keep(_ changes: ChangeLog, in session: Session) -> String? {
    let (models, datasets) = (changes.models.keys.sorted(), changes.datasets.keys.sorted())
    do throws(KeepingError) {
      for name in models {
        if let model = session.models[name] { try keeper.keep(model) } else { try keeper.forget(name) }
      }
      for name in datasets { try keep(session.datasets[name], named: name) }
      return nil
    } catch {
      guard !hasToldOfTrouble else { return nil }
      hasToldOfTrouble = true
      let names = (models + datasets).joined(separator: ", ")
      return Sentences.tell(.run(.notKept(names, error))).lines.joined(separator: " ")
    }
  }

  private func keep(_ dataset: Dataset?, named name: String) throws(KeepingError) {
    let kept: KeptDataset? =
      switch dataset {
      case .photos(let dataset):
        .photos(
          folder: dataset.folder.path(percentEncoded: false), labels: dataset.labels, maxClasses: dataset.maxClasses,
          scaling: dataset.scaling)
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
  /// - Throws: `RunFact.notRecalled`.
  func model(_ name: String) throws(Fault) -> Model? {
    do throws(KeepingError) { return try keeper.recall(name) } catch { throw Fault(.run(.notRecalled(name, error))) }
  }

  /// What is kept of a dataset.
  func dataset(_ name: String) -> KeptDataset? {
    (try? keeper.store.remembered(name, in: datasetScope)).flatMap { KeptDataset($0) }
  }

  // MARK: Taking out

  /// What is kept under a name, as it is written.
  struct Entry {
    /// The name.
    let name: String
    /// What is kept of a model, and of a dataset.
    fileprivate let model: String?, dataset: String?
  }

  /// Whether a model or a dataset is kept under a name.
  func has(_ name: String) -> Bool { keeper.entries[name] != nil || dataset(name) != nil }

  /// Takes out what is kept under a name, unread.
  ///
  /// - Throws: `KeepingError.store`.
  func takeOut(_ name: String) throws(KeepingError) -> Entry {
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
  func putBack(_ entry: Entry) throws(KeepingError) {
    do throws(StoreError) {
      if let dataset = entry.dataset { try keeper.store.remember(dataset, as: entry.name, in: datasetScope) }
      if let model = entry.model { try keeper.store.keep(model, as: entry.name, in: keeper.scope, needing: []) }
    } catch {
      throw .store(error)
    }
  }
}
