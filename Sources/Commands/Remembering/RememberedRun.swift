import CommandLanguage
import Experiments
import Foundation
import RunStore
import Tensors
import Training

/// A training as it was written down.
struct RememberedRun {
  /// Its number, what it was begun with, how it stands.
  let run: Run
  /// Its settings; nil where another version wrote them another way.
  let settings: TrainingSettings?
  /// What else is known of it; nil as above.
  let details: RunDetails?
  /// Its epochs.
  let records: [EpochRecord]
  /// Whether its session ended in its midst.
  let isKilled: Bool

  /// The day it began, in UTC: 2026-11-20.
  var day: String { run.started.formatted(Date.ISO8601FormatStyle().year().month().day()) }

  /// How it stands, in a word: Core ML's, where it has one.
  var state: String {
    switch run.state {
    case .running: isKilled ? "killed" : "running"
    case .paused: "suspended"
    case .finished: "completed"
    case .failed: "failed"
    }
  }

  /// How long it took, in seconds; nil while it goes on.
  var seconds: Double? { details?.seconds ?? run.ended.map { $0.timeIntervalSince(run.started) } }
}

extension Session {
  /// The runs that were written down in this place, oldest first.
  func rememberedRuns(of model: String? = nil, last count: Int? = nil) -> [RememberedRun] {
    let runs = (try? store?.runs(of: model, in: memory?.place, last: count)) ?? []
    return runs.map(remembered)
  }

  /// The run of a number, in whatever place it was.
  ///
  /// - Throws: `RunFact.unknownRun`.
  func rememberedRun(_ number: GivenValue<Int>) throws(Fault) -> RememberedRun {
    guard let run = try? store?.run(Int64(number.value)) else {
      let known = ((try? store?.runs(in: memory?.place, last: 5)) ?? []).map { Int($0.id) }
      throw Fault(.run(.unknownRun(number.value, known: known)), at: number.span)
    }
    return remembered(run)
  }

  /// The last training of a model of this name that was written down with epochs; nil where there is none.
  func lastRun(of model: String) -> RememberedRun? {
    rememberedRuns(of: model, last: 1).last.flatMap { $0.records.isEmpty ? nil : $0 }
  }

  private func remembered(_ run: Run) -> RememberedRun {
    let decoder = JSONDecoder()
    let records = ((try? store?.epochs(of: run.id)) ?? []).compactMap { epoch in
      try? decoder.decode(EpochRecord.self, from: Data(epoch.record.utf8))
    }
    let details = RunDetails(run.start.details)
    let isAlive = details?.session.map { journal.files?.isAlive($0) ?? false } ?? false
    return RememberedRun(
      run: run, settings: try? decoder.decode(TrainingSettings.self, from: Data(run.start.settings.utf8)),
      details: details, records: records, isKilled: run.state == .running && !isAlive)
  }

  /// What identifies the samples of a training: the photos' names, classes and sizes; of a table the numbers and classes,
  /// whatever the file they came from is called and however it is packed.
  ///
  /// - Throws: `Fact.table` where a table's numbers cannot be read back from their file.
  static func fingerprint(_ selection: Selection) throws(Fault) -> String {
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
}

extension Fingerprint {
  /// Adds the numbers of a table's samples as one piece, a few of them in memory at a time.
  fileprivate mutating func add(_ selection: TableSelection, _ places: Range<Int>) throws(Fault) {
    begin(places.count * selection.dataset.sampleShape.reduce(1, *) * MemoryLayout<Float>.size)
    for start in stride(from: places.lowerBound, to: places.upperBound, by: selection.pieceSize) {
      let portion = try selection.tensor(start..<min(start + selection.pieceSize, places.upperBound))
      portion.values.withUnsafeBytes { proceed($0) }
    }
    end()
  }
}
