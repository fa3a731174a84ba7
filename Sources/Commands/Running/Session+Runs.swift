import Foundation
import RunStore
import Tensors
import Training

extension Session {
  /// Writes a training down: what was asked for, and every epoch. A store that cannot be written must not cost a
  /// training, so what goes wrong here is not told; the session itself still knows the history.
  func write(
    down model: NetworkModel, plan: TrainingPlan, fingerprint: String, progress: TrainingProgress
  ) {
    guard let store else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    func text(_ value: some Encodable) -> String {
      (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
    let start = RunStart(
      session: nil, model: model.name, command: plan.statement, settings: text(plan.settings),
      seed: plan.settings.seed, fingerprint: fingerprint, engine: Workbench.version)
    let epochs = progress.records.filter { $0.epoch > progress.epochsBefore }
    guard let run = try? store.begin(start) else { return }
    try? store.append(epochs.map { StoredEpoch(epoch: $0.epoch, record: text($0)) }, to: run)
    _ = try? store.set(model.paused == nil ? .finished : .paused, of: run)
  }

  /// The last training of a model of this name that was written down; nil where there is none.
  func lastRun(of model: String) -> RememberedRun? {
    guard let store, let run = try? store.runs(of: model, last: 1).first else { return nil }
    let decoder = JSONDecoder()
    let records = ((try? store.epochs(of: run.id)) ?? []).compactMap { epoch in
      try? decoder.decode(EpochRecord.self, from: Data(epoch.record.utf8))
    }
    guard !records.isEmpty else { return nil }
    let day = run.started.formatted(Date.ISO8601FormatStyle().year().month().day())
    return RememberedRun(model: model, command: run.start.command, day: day, records: records)
  }

  /// What identifies the photos of a training: their names, classes and stamps.
  static func fingerprint(_ selection: Selection) -> String {
    var fingerprint = Fingerprint()
    switch selection {
    case .photos(let selection):
      for photo in selection.photos { fingerprint.add("\(photo.label) \(photo.name) \(photo.stamp.size)") }
    case .table(let selection):
      fingerprint.add("\(selection.dataset.source) \(selection.count)")
      for start in stride(from: 0, to: selection.count, by: 1024) {
        fingerprint.add(selection.tensor(start..<min(start + 1024, selection.count)).values)
      }
    }
    return fingerprint.short
  }
}

/// A training of an earlier session, as it was written down.
struct RememberedRun {
  /// The model's name.
  let model: String
  /// The statement that began it.
  let command: String
  /// The day it began, in UTC: 2026-11-20.
  let day: String
  /// Its epochs.
  let records: [EpochRecord]
}
