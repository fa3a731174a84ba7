import Foundation
import RunStore
import Training

extension Session {
  /// Writes a training down: what was asked for, and every epoch. A store that cannot be written must not cost a
  /// training, so what goes wrong here is not told; the session itself still knows the history.
  func write(down model: NetworkModel, plan: TrainingPlan, progress: TrainingProgress) {
    guard let store else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    func text(_ value: some Encodable) -> String {
      (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
    let start = RunStart(
      session: nil, model: model.name, command: plan.statement, settings: text(plan.settings),
      seed: plan.settings.seed, fingerprint: Self.fingerprint(plan.on), engine: Workbench.version)
    let epochs = progress.records.filter { $0.epoch > progress.epochsBefore }
    guard let run = try? store.begin(start) else { return }
    try? store.append(epochs.map { StoredEpoch(epoch: $0.epoch, record: text($0)) }, to: run)
    _ = try? store.set(model.paused == nil ? .finished : .paused, of: run)
  }

  /// What identifies the photos of a training: their names, classes and stamps.
  private static func fingerprint(_ selection: PhotoSelection) -> String {
    var fingerprint = Fingerprint()
    for photo in selection.photos { fingerprint.add("\(photo.label) \(photo.name) \(photo.stamp.size)") }
    return fingerprint.short
  }
}
