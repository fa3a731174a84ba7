import Foundation

/// Gives a training to a thread of its own.
enum JobThread {
  /// A training on its way to its thread. Nobody who has given it away touches it again.
  private struct Parcel: @unchecked Sendable {
    let training: ModelTraining
    let observer: any TrainingObserver
  }

  /// Begins a job.
  static func start(_ job: TrainingJob, _ training: ModelTraining, for observer: any TrainingObserver) {
    let parcel = Parcel(training: training, observer: observer)
    let thread = Thread { work(parcel.training, parcel.observer, job) }
    thread.name = "whet-job-\(job.number ?? 0)"
    thread.stackSize = 16 << 20
    thread.start()
  }

  private static func work(_ training: ModelTraining, _ observer: any TrainingObserver, _ job: TrainingJob) {
    try? job.follow {
      defer { for work in training.postponed { work() } }
      try training.run(as: job, handsOnEpochs: { true }, for: observer)
    } tell: {
      observer.tell($0)
    }
  }
}
