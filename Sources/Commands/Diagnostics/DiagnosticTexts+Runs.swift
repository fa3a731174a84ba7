import CommandLanguage
import Experiments
import Files
import RunStore
import Views
import Wording

extension DiagnosticTexts {
  /// What is said of runs, jobs, and what is kept from session to session.
  static func runs(_ kind: RunDiagnostic) -> DiagnosticText {
    switch kind {
    case .notKept(let names, let error):
      DiagnosticText("\(names) will be lost when the kernel restarts: \(keeping(error)). Until then everything works.")
    case .notRecalled(let name, let error):
      DiagnosticText(
        "\(name) is from an earlier session and cannot be restored: \(keeping(error)). Nothing else is lost.",
        "To create it again: network \(name) from=…   or   knn \(name) features=…")
    case .noStore:
      DiagnosticText(
        "Nothing is recorded: the state folder cannot be written.",
        "Make it writable, or name another one: WHET_STATE=…")
    case .unknownRun(let number, let known):
      DiagnosticText(
        "There is no run \(number).",
        known.isEmpty
          ? "No training is recorded yet."
          : "The last ones: \(known.map(String.init).joined(separator: ", ")). All of them: runs")
    case .noEpochs(let number):
      DiagnosticText("Run \(number) ended before its first epoch did, so it has no curve.", "Runs with epochs: runs")
    case .noRuns(let model):
      DiagnosticText("No training of \(model) is recorded.", "Its curves: plot \(model)")
    case .twoRuns(let given):
      DiagnosticText(
        "diff compares two runs; \(given == 1 ? "one is" : "\(given) are") given.", "For example: diff 3 7")
    case .modelNotHeld(let number, let isOver):
      isOver
        ? DiagnosticText(
          "The weights of run \(number) are no longer kept: only those of the last \(RunRecorder.runsHeld) runs are.",
          "Its losses and settings: runs")
        : DiagnosticText("Run \(number) has not ended: its kernel was killed, or it is still running.")
    case .writtenOtherwise(let number, let engine):
      DiagnosticText("Run \(number) was recorded by whet \(engine) in a form that this version cannot read.")
    case .atWork(let model, nil):
      DiagnosticText(
        "\(model) is in training in another cell, and nothing else can change it meanwhile.",
        "To stop it and keep its weights: stop \(model)")
    case .atWork(let model, let job?):
      DiagnosticText(
        "\(model) is in training in the background, as job \(job), and nothing else can change it meanwhile.",
        "To stop it and keep its weights: stop \(job)")
    case .whichJob(let name, let working): whichJob(name, working)
    }
  }

  private static func whichJob(_ name: String?, _ working: [(number: Int?, model: String)]) -> DiagnosticText {
    let jobs = working.map { job in job.number.map { "\($0) (\(job.model))" } ?? "\(job.model) in a cell" }
    guard !jobs.isEmpty else {
      return DiagnosticText("No training is running in the background.", "All jobs: jobs")
    }
    let list = "Running: \(Numbers.list(jobs))."
    guard let name else { return DiagnosticText("stop needs the number or the model of a job.", list) }
    return DiagnosticText("No job \(name) is running.", list)
  }

  /// Why something cannot be kept or had back, as the end of a sentence.
  static func keeping(_ error: KeepingError) -> String {
    switch error {
    case .store(let error): store(error)
    case .content(.cannotRead(let path, let code)): "\(path) cannot be read (\(Words.systemError(code)))"
    case .content(.cannotWrite(let path, let code)): "\(path) cannot be written (\(Words.systemError(code)))"
    case .content(.notRegular(let path, let kind)): "\(path) is not a regular file but \(kind.phrase)"
    case .content(.damaged(let hash)): "its stored content (\(hash.short)…) is damaged"
    case .content(.missing(let hash)): "its stored content (\(hash.short)…) is missing"
    case .damaged: "its stored content is damaged"
    case .newer(let engine): "it was stored by whet \(engine), which is newer"
    }
  }
}
