import Experiments
import Figures
import Foundation

/// Gives a training to a thread of its own.
enum JobThread {
  /// A training on its way to its thread. Nobody who has given it away touches it again.
  private struct Parcel: @unchecked Sendable {
    let learning: TrainingLoop
    let stage: Stage
  }

  /// Begins a job.
  static func start(_ job: TrainingJob, _ learning: TrainingLoop, on stage: Stage) {
    let parcel = Parcel(learning: learning, stage: stage)
    let thread = Thread { work(parcel.learning, parcel.stage, job) }
    thread.name = "whet-job-\(job.number ?? 0)"
    thread.stackSize = 16 << 20
    thread.start()
  }

  private static func work(_ learning: TrainingLoop, _ stage: Stage, _ job: TrainingJob) {
    try? job.follow {
      try learning.run(on: stage)
    } tell: { error in
      if let remark = Sentences.interruption(error) { return remark }
      let text = error.mistake.map { Sentences.tell($0).lines.joined(separator: "\n") } ?? "\(error)"
      stage.show(Rendering.text(text))
      return text
    }
  }
}
