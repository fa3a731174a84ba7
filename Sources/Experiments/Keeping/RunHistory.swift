import Foundation
import RunStore
import Tensors
public import Training

/// The trainings that were written down.
public struct RunHistory: Sendable {
  let store: RunStore?
  let memory: ExperimentStore?
  let journal: Journal?

  /// Those of a place.
  init(store: RunStore?, memory: ExperimentStore?, journal: Journal?) {
    (self.store, self.memory, self.journal) = (store, memory, journal)
  }

  /// The runs that were written down in this place, oldest first.
  public func rememberedRuns(of model: String? = nil, last count: Int? = nil) -> [RememberedRun] {
    let runs = (try? store?.trainings.runs(of: model, in: memory?.place, last: count)) ?? []
    return runs.map(remembered)
  }

  /// The run of a number, in whatever place it was.
  ///
  /// - Throws: `RunDiagnostic.unknownRun`.
  public func rememberedRun(_ number: Int) throws(ExperimentError) -> RememberedRun {
    guard let run = try? store?.trainings.run(Int64(number)) else {
      let known = ((try? store?.trainings.runs(in: memory?.place, last: 5)) ?? []).map { Int($0.id) }
      throw .run(.unknownRun(number, known: known))
    }
    return remembered(run)
  }

  /// The last training of a model of this name that was written down with epochs; nil where there is none.
  public func lastRun(of model: String) -> RememberedRun? {
    rememberedRuns(of: model, last: 1).last.flatMap { $0.records.isEmpty ? nil : $0 }
  }

  /// The epochs of a model's life up to the end of a run, as far back as they were written down without a gap.
  public func records(through run: RememberedRun) -> [EpochRecord] {
    var records = run.records
    guard records.first.map({ $0.epoch > 1 }) ?? run.details?.isResuming ?? false else { return records }
    let earlier = rememberedRuns(of: run.run.start.model, last: Self.runsJoined).filter { $0.run.id < run.run.id }
    for run in earlier.reversed() {
      let before = run.records.prefix { $0.epoch < records.first?.epoch ?? .max }
      guard let last = before.last, records.isEmpty || last.epoch + 1 == records[0].epoch else { continue }
      records.insert(contentsOf: before, at: 0)
      if records[0].epoch == 1 { break }
    }
    return records
  }

  /// Among how many runs of a model earlier epochs are looked for.
  private static let runsJoined = 50

  /// The last run of a model in this place, by its number; nil where there is none.
  public func lastNumber(of model: String) -> Int? {
    ((try? store?.trainings.runs(of: model, in: memory?.place, last: 1)) ?? []).last.map { Int($0.id) }
  }

  /// Whether the model of a run was kept since it began, so that a training of it goes on where it was stopped.
  public func canGoOn(_ run: RememberedRun) -> Bool {
    guard let kept = memory?.keeper.entries[run.run.start.model]?.time else { return false }
    return kept >= run.run.started.timeIntervalSince1970
  }

  /// Whether a run was begun in this place.
  public func isOfPlace(_ run: RememberedRun) -> Bool { run.run.start.place == memory?.place }

  /// The name of the session that looks at them; nil where nothing is written down.
  public var session: String? { journal?.session }

  /// Whether a session goes on, by its name.
  public func isAlive(_ session: String) -> Bool { journal?.isAlive(session) ?? false }

  private func remembered(_ run: Run) -> RememberedRun {
    let decoder = JSONDecoder()
    let records = ((try? store?.trainings.epochs(of: run.id)) ?? []).compactMap { epoch in
      try? decoder.decode(EpochRecord.self, from: Data(epoch.record.utf8))
    }
    let details = RunDetails(run.start.details)
    let isAlive = details?.session.map(isAlive) ?? false
    return RememberedRun(
      run: run, settings: try? decoder.decode(TrainingSettings.self, from: Data(run.start.settings.utf8)),
      details: details, records: records, isKilled: run.state == .running && !isAlive)
  }

  /// What identifies the samples of a training: the photos' names, classes and sizes; of a table the numbers and classes,
  /// whatever the file they came from is called and however it is packed.
  ///
  /// - Throws: `SourceError.table` where a table's numbers cannot be read back from their file.
  public static func fingerprint(_ selection: Selection) throws(ExperimentError) -> String {
    var fingerprint = Fingerprint()
    switch selection {
    case .photos(let selection):
      for photo in selection.photos { fingerprint.add("\(photo.label) \(photo.name) \(photo.stamp.size)") }
    case .table(let selection):
      fingerprint.add("\(selection.count) \(selection.truths.joined(separator: " "))")
      for start in stride(from: 0, to: selection.count, by: 1024) {
        try fingerprint.add(selection, start..<min(start + 1024, selection.count))
      }
    }
    return fingerprint.short
  }

  /// A model as it stood after a run.
  ///
  /// - Throws: `RunDiagnostic.modelNotHeld`, `notRecalled`.
  public func model(after run: RememberedRun) throws(ExperimentError) -> Model {
    guard let keeper = memory?.keeper, let description = run.details?.after else {
      throw .run(.modelNotHeld(Int(run.run.id), isOver: run.run.state != .running))
    }
    return try model(description, of: run, keeper)
  }

  /// A model as it stood before a run.
  ///
  /// - Throws: as `model(after:)`.
  public func model(before run: RememberedRun) throws(ExperimentError) -> Model {
    guard let keeper = memory?.keeper, let description = run.details?.before else {
      throw .run(.modelNotHeld(Int(run.run.id), isOver: true))
    }
    return try model(description, of: run, keeper)
  }

  private func model(
    _ description: ContentHash, of run: RememberedRun, _ keeper: ModelKeeper
  ) throws(ExperimentError) -> Model {
    do throws(KeepingError) {
      return try keeper.read(description, named: run.run.start.model)
    } catch .content(.missing) {
      throw .run(.modelNotHeld(Int(run.run.id), isOver: true))
    } catch {
      throw .run(.notRecalled("\(run.run.start.model) of run \(run.run.id)", error))
    }
  }
}

extension Fingerprint {
  /// Adds the numbers of a table's samples as one piece, a few of them in memory at a time.
  fileprivate mutating func add(_ selection: TableSelection, _ places: Range<Int>) throws(ExperimentError) {
    begin(places.count * selection.dataset.sampleShape.reduce(1, *) * MemoryLayout<Float>.size)
    for start in stride(from: places.lowerBound, to: places.upperBound, by: selection.pieceSize) {
      let chunkSize = try selection.tensor(start..<min(start + selection.pieceSize, places.upperBound))
      chunkSize.values.withUnsafeBytes { proceed($0) }
    }
    end()
  }
}
