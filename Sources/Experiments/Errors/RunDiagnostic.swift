/// What can be the matter with runs, jobs, and what is kept from session to session.
public enum RunDiagnostic: Sendable {
  /// Names could not be kept for the next session.
  case notKept(String, KeepingError)
  /// A model of an earlier session cannot be had back.
  case notRecalled(String, KeepingError)
  /// There is no store of runs.
  case noStore
  /// No run has this number; the last ones have these.
  case unknownRun(Int, known: [Int])
  /// A run that ended before its first epoch did.
  case noEpochs(Int)
  /// No run of a model with epochs is written down.
  case noRuns(String)
  /// Two runs are needed.
  case twoRuns(given: Int)
  /// The model before or after a run is not held any more; or the run is not over.
  case modelNotHeld(Int, isOver: Bool)
  /// Another version wrote a run down in another way.
  case writtenOtherwise(Int, engine: String)
  /// A job, or for nil another cell, is training a model.
  case atWork(model: String, job: Int?)
  /// No job, or more than one, is meant. The trainings of cells have no numbers.
  case whichJob(String?, working: [(number: Int?, model: String)])
}
