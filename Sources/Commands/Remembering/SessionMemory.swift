import Foundation
import Language
import Pictures
import RunStore

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
  func keep(_ changes: SessionChanges, statement: String, in session: Session) -> String? {
    do throws(KeepingError) {
      for name in changes.models {
        if let model = session.models[name] { try keeper.keep(model) } else { try keeper.forget(name) }
      }
      for name in changes.datasets { try keep(session.datasets[name], named: name, statement: statement) }
      return nil
    } catch {
      guard !hasToldOfTrouble else { return nil }
      hasToldOfTrouble = true
      let names = (changes.models + changes.datasets).joined(separator: ", ")
      return Sentences.tell(.run(.notKept(names, error))).lines.joined(separator: " ")
    }
  }

  private func keep(_ dataset: Dataset?, named name: String, statement: String) throws(KeepingError) {
    let kept: KeptDataset? =
      switch dataset {
      case .photos(let dataset):
        .photos(
          folder: dataset.folder.path(percentEncoded: false), labels: dataset.labels, maxClasses: dataset.maxClasses,
          scaling: dataset.scaling)
      case .table(let table) where table.statement != nil: .table(statement: table.statement ?? statement)
      case .table where statement.hasPrefix("dataset "): .table(statement: statement)
      case .table, nil: nil
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

  /// The names of the datasets that are kept.
  var datasetNames: [String] { ((try? keeper.store.remembered(in: datasetScope)) ?? [:]).keys.sorted() }
}

/// The names a statement has given or taken away.
struct SessionChanges {
  private let modelsBefore: NamedThings<Model>
  private let datasetsBefore: NamedThings<Dataset>
  /// The models that are not what they were.
  private(set) var models: [String] = []
  /// The datasets that are not what they were.
  private(set) var datasets: [String] = []
  /// Whether nothing is other than it was.
  var isEmpty: Bool { models.isEmpty && datasets.isEmpty }

  /// Takes note of what there is before a statement.
  init(before session: Session) {
    modelsBefore = session.models
    datasetsBefore = session.datasets
  }

  /// Compares with what there is after it.
  mutating func compare(with session: Session) {
    let others = session.changesOfOthers
    models = session.models.changes(since: modelsBefore).filter { !others.models.contains($0) }
    session.putBack(models, from: modelsBefore)
    datasets = session.datasets.changes(since: datasetsBefore).filter { !others.datasets.contains($0) }
  }
}
