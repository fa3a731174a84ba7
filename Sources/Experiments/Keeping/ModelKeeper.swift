import Foundation
import ModelFile
public import RunStore
import Synchronization
import Training

/// Keeps models from one session to the next: descriptions and numbers in the content store, names in the store of runs.
///
/// What a training does not change, such as the frozen layers of a network, is written once and referred to from then on.
/// Nothing waits for the disk: what was kept survives the end of the process at any moment. May be used from any thread.
public final class ModelKeeper: Sendable {
  /// Where names are kept.
  public let store: RunStore
  /// Where descriptions and numbers are kept.
  public let contents: ContentStore
  /// What the names belong to: the folder, or the notebook in it.
  public let place: String
  /// Says in a few words what a model is, for lists of models that are not read.
  private let describe: @Sendable (Model) -> String

  /// Tells this keeper's writing from that of other kernels.
  private let writer = UUID().uuidString
  private let began = Date.now.timeIntervalSince1970

  /// A name that another kernel in the same place has given to a model of its own meanwhile.
  public struct Conflict: Sendable, Equatable {
    /// The name.
    public let name: String
    /// The name under which this kernel's model is kept instead.
    public let keptAs: String
    /// What the other's model is, for people.
    public let told: String
  }

  private struct State {
    /// The names under which models are kept whose own name another kernel has taken.
    var otherNames: [String: String] = [:]
    /// Names taken by other kernels that nobody was told of yet.
    var conflicts: [Conflict] = []
    /// The descriptions that were recalled, by name: those are no surprise.
    var recalled: [String: ContentHash] = [:]
    var known: [String: [ArrayPlace: NumberPacker.Known]] = [:]
    var files: [(file: ModelFile, hash: ContentHash)] = []
    /// What tells the numbers of ML programs that networks were made from.
    var programs: [(file: ModelFile, sources: [NumberPlace: [Int]])] = []
  }

  private let state = Mutex(State())

  /// How many model files are remembered as stored.
  private static let filesRemembered = 8

  /// A keeper for a place.
  public init(store: RunStore, place: String, describe: @escaping @Sendable (Model) -> String) {
    self.store = store
    self.place = place
    self.describe = describe
    contents = ContentStore(stateFolder: store.folder)
  }

  /// Under what names are kept.
  public var scope: String { "models \(place)" }

  /// A model as it was kept: the digest of its description, and all content it needs.
  public struct Snapshot: Sendable, Equatable {
    /// The digest of its description.
    public let description: ContentHash
    /// All content it needs.
    public let contents: Set<ContentHash>
  }

  /// Keeps a model under its name, in place of an earlier one.
  ///
  /// - Throws: `KeepingError`; what was kept before stays kept then.
  @discardableResult
  public func keep(_ model: Model) throws(KeepingError) -> Snapshot {
    let snapshot = try write(model)
    do throws(StoreError) {
      let name = try ownName(for: model.name)
      let entry = KeptEntry(
        model, told: describe(model), snapshot.description, writer: writer, time: Date.now.timeIntervalSince1970)
      try store.keep(entry.text, as: name, in: scope, needing: snapshot.contents)
    } catch {
      throw .store(error)
    }
    return snapshot
  }

  /// The name under which a model is kept: its own, unless another kernel in this place has given that to a model of its own
  /// since this one began.
  private func ownName(for name: String) throws(StoreError) -> String {
    let (other, recalled) = state.withLock { ($0.otherNames[name], $0.recalled[name]) }
    if let other { return other }
    guard let entry = try store.remembered(name, in: scope).flatMap({ KeptEntry($0) }), let time = entry.time,
      entry.writer != writer, time > began, entry.description != recalled
    else { return name }
    let taken = try store.remembered(in: scope)
    let free = (2...).lazy.map { "\(name)_\($0)" }.first { taken[$0] == nil } ?? name
    state.withLock {
      $0.otherNames[name] = free
      $0.conflicts.append(Conflict(name: name, keptAs: free, told: entry.told))
    }
    return free
  }

  /// The conflicts with other kernels that were found since this was asked last.
  public func takeConflicts() -> [Conflict] {
    state.withLock { state in
      defer { state.conflicts = [] }
      return state.conflicts
    }
  }

  /// A model as it stands, without giving it the name: whoever wants it later must hold its content.
  ///
  /// - Throws: `KeepingError.content`.
  public func snapshot(of model: Model) throws(KeepingError) -> Snapshot { try write(model) }

  /// Forgets a model.
  ///
  /// - Throws: `KeepingError.store`.
  public func forget(_ name: String) throws(KeepingError) {
    let own = state.withLock { state in
      state.known[name] = nil
      return state.otherNames[name] ?? name
    }
    do throws(StoreError) { try store.forget(own, in: scope) } catch { throw .store(error) }
  }

  /// The models that are kept.
  public var entries: [String: KeptEntry] {
    ((try? store.remembered(in: scope)) ?? [:]).compactMapValues { KeptEntry($0) }
  }

  /// The model of a name; nil where none is kept.
  ///
  /// - Throws: `KeepingError` where it cannot be had back.
  public func recall(_ name: String) throws(KeepingError) -> Model? {
    let text: String?
    do throws(StoreError) { text = try store.remembered(name, in: scope) } catch { throw .store(error) }
    guard let text else { return nil }
    guard let entry = KeptEntry(text) else { throw .damaged }
    state.withLock { $0.recalled[name] = entry.description }
    return try read(entry.description, named: name)
  }

  // MARK: Content

  /// Writes what of a model is not written yet.
  private func write(_ model: Model) throws(KeepingError) -> Snapshot {
    try state.withLock { (state) throws(KeepingError) in
      let earlier = state.known
      var packer = NumberPacker(ofFile: Self.sources(of: model, &state)) { place in
        for arrays in earlier.values {
          if let known = arrays[place] { return known.kept }
        }
        return nil
      }
      var kept = KeptModel(model, &packer)
      do throws(ContentError) {
        if !packer.data.isEmpty { kept.pack = try contents.put(packer.data, isDurable: false) }
        kept.file = try model.file.map { (file) throws(ContentError) in try Self.put(file, contents, &state) }
        let description = try contents.put(kept.data, isDurable: false)
        state.known[model.name] = packer.known(in: kept.pack)
        return Snapshot(description: description, contents: kept.contents.union([description]))
      } catch {
        throw .content(error)
      }
    }
  }

  /// What tells the numbers of the ML program that a network was made from; none for others.
  private static func sources(of model: Model, _ state: inout State) -> [NumberPlace: [Int]] {
    guard case .network = model, let file = model.file, file.kind == .mlProgram else { return [:] }
    if let known = state.programs.first(where: { $0.file == file }) { return known.sources }
    let sources = (try? file.network())?.sources ?? [:]
    state.programs.append((file, sources))
    if state.programs.count > filesRemembered { state.programs.removeFirst() }
    return sources
  }

  private static func put(
    _ file: ModelFile, _ contents: ContentStore, _ state: inout State
  ) throws(ContentError) -> ContentHash {
    if let known = state.files.first(where: { $0.file == file }) { return known.hash }
    let hash = try contents.put(isDurable: false) { (add) throws(ContentError) in
      try ModelBytes(of: file).forEachPiece { (piece) throws(ContentError) in
        try piece.withUnsafeBytes { bytes in Result { () throws(ContentError) in try add(bytes) } }.get()
      }
    }
    state.files.append((file, hash))
    if state.files.count > filesRemembered { state.files.removeFirst() }
    return hash
  }

  /// The model behind a description.
  ///
  /// - Throws: `KeepingError`.
  public func read(_ description: ContentHash, named name: String) throws(KeepingError) -> Model {
    let kept: KeptModel
    do { kept = try KeptModel(data: try contents.get(description)) } catch let error as ContentError {
      throw .content(error)
    } catch {
      throw error as? KeepingError ?? .damaged
    }
    var file: ModelFile?
    if let hash = kept.file {
      file = try state.withLock { (state) throws(KeepingError) in try Self.file(hash, contents, &state) }
    }
    var reader = NumberReader(contents: contents, pack: kept.pack)
    if kept.format == 3 { reader.original = try? file?.network() }
    let model = try kept.model(named: name, file: file, &reader)
    // An earlier state of a model that is kept now must not make its arrays unknown.
    state.withLock { $0.known[name, default: [:]].merge(reader.known) { first, _ in first } }
    return model
  }

  private static func file(
    _ hash: ContentHash, _ contents: ContentStore, _ state: inout State
  ) throws(KeepingError) -> ModelFile {
    if let known = state.files.first(where: { $0.hash == hash }) { return known.file }
    let data: Data
    do throws(ContentError) { data = try contents.get(hash) } catch { throw .content(error) }
    guard let file = try? ModelFile(bytes: [UInt8](data)) else { throw .damaged }
    state.files.append((file, hash))
    return file
  }
}

/// What is known of a kept model without reading it.
public struct KeptEntry: Sendable, Equatable, Codable {
  /// The digest of its description.
  public let description: ContentHash
  /// What it is, for people: "a neural network from squeezenet, 50 epochs old".
  public let told: String
  /// The samples it learnt from, as typed.
  public let data: [String]
  /// Which kernel kept it, and when, in seconds since 1970; absent in what was kept before that was noted.
  public let writer: String?
  /// When it was kept, in seconds since 1970.
  public let time: Double?

  /// Describes a model.
  public init(_ model: Model, told: String, _ description: ContentHash, writer: String, time: Double) {
    self.description = description
    self.writer = writer
    self.time = time
    self.told = told
    data = if case .network(let model) = model { model.training.splits } else { [] }
  }

  /// Reads an entry; nil where the text is none.
  public init?(_ text: String) {
    guard let entry = try? JSONDecoder().decode(KeptEntry.self, from: Data(text.utf8)) else { return nil }
    self = entry
  }

  /// The entry as text.
  public var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
