import CommandLanguage
import Experiments
import Files
import RunStore
import Views
import Wording

extension Sentences {
  /// What is said of runs, jobs, and what is kept from session to session.
  static func runs(_ fact: RunFact) -> DiagnosticText {
    switch fact {
    case .notKept(let names, let error):
      DiagnosticText("\(names) will be gone when the kernel is restarted: \(keeping(error)). Here everything works.")
    case .notRecalled(let name, let error):
      DiagnosticText(
        "\(name) is from an earlier session and cannot be had back: \(keeping(error)). Nothing else is lost.",
        "To make it anew: network \(name) from=…   or   knn \(name) features=…")
    case .noStore:
      DiagnosticText(
        "Nothing is written down: the state folder cannot be written.",
        "Make it writable, or name another one: WHET_STATE=…")
    case .unknownRun(let number, let known):
      DiagnosticText(
        "There is no run \(number).",
        known.isEmpty
          ? "No training is written down here yet."
          : "The last ones: \(known.map(String.init).joined(separator: ", ")). All: runs")
    case .noEpochs(let number):
      DiagnosticText("Run \(number) ended before its first epoch did, so it has no curve.", "Runs with epochs: runs")
    case .noRuns(let model):
      DiagnosticText("No training of \(model) is written down here.", "Its curves: plot \(model)")
    case .twoRuns(let given):
      DiagnosticText(
        "diff compares two runs, and \(given == 1 ? "one is" : "\(given) are") given.", "For example: diff 3 7")
    case .modelNotHeld(let number, let isOver):
      isOver
        ? DiagnosticText(
          "The weights of run \(number) are not held any more: those of the last \(RunRecorder.runsHeld) runs are.",
          "Its losses and settings are: runs")
        : DiagnosticText("Run \(number) has no end: its kernel was killed, or it still goes on.")
    case .writtenOtherwise(let number, let engine):
      DiagnosticText("whet \(engine) wrote run \(number) down in a way this version does not read.")
    case .atWork(let model, nil):
      DiagnosticText(
        "\(model) is being trained by another cell, and nothing else can change it meanwhile.",
        "To stop it and keep what it learnt: stop \(model)")
    case .atWork(let model, let job?):
      DiagnosticText(
        "\(model) is being trained in the background, as job \(job), and nothing else can change it meanwhile.",
        "To stop it and keep what it learnt: stop \(job)")
    case .whichJob(let name, let working): whichJob(name, working)
    }
  }

  private static func whichJob(_ name: String?, _ working: [(number: Int?, model: String)]) -> DiagnosticText {
    let jobs = working.map { job in job.number.map { "\($0) (\(job.model))" } ?? "\(job.model) in a cell" }
    guard !jobs.isEmpty else {
      return DiagnosticText("No training is at work in the background.", "All there were: jobs")
    }
    let list = "At work \(jobs.count == 1 ? "is" : "are") \(Numbers.list(jobs))."
    guard let name else { return DiagnosticText("Which job is to stop?", list) }
    return DiagnosticText("No job \(name) is at work.", list)
  }

  /// Why something cannot be kept or had back, as the end of a sentence.
  static func keeping(_ error: KeepingError) -> String {
    switch error {
    case .store(let error): store(error)
    case .content(.cannotRead(let path, let code)): "\(path) cannot be read (\(Words.systemError(code)))"
    case .content(.cannotWrite(let path, let code)): "\(path) cannot be written (\(Words.systemError(code)))"
    case .content(.notRegular(let path, let kind)): "\(path) is not a regular file but \(kind.phrase)"
    case .content(.damaged(let hash)): "what was kept of it (\(hash.short)…) is damaged"
    case .content(.missing(let hash)): "what was kept of it (\(hash.short)…) is gone"
    case .damaged: "what was kept of it makes no sense"
    case .newer(let engine): "whet \(engine) kept it, which is newer than this one"
    }
  }
}
