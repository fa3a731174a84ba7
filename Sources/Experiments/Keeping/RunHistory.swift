import Foundation
import RunStore
import Tensors
import Training

/// The trainings that were written down.
public struct RunHistory {
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
  /// - Throws: `RunFact.unknownRun`.
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

  private func remembered(_ run: Run) -> RememberedRun {
    let decoder = JSONDecoder()
    let records = ((try? store?.trainings.epochs(of: run.id)) ?? []).compactMap { epoch in
      try? decoder.decode(EpochRecord.self, from: Data(epoch.record.utf8))
    }
    let details = RunDetails(run.start.details)
    let isAlive = details?.session.map { journal?.isAlive($0) ?? false } ?? false
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
  /// - Throws: `RunFact.modelNotHeld`, `notRecalled`.
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
      let portion = try selection.tensor(start..<min(start + selection.pieceSize, places.upperBound))
      portion.values.withUnsafeBytes { proceed($0) }
    }
    end()
  }
}
