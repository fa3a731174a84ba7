import Clusters
import CommandLanguage
import Experiments
import Foundation
import RunStore
import Wording

extension DiagnosticTexts {
  /// What is said where work goes to a cluster.
  static func cluster(_ kind: ClusterDiagnostic) -> DiagnosticText {
    switch kind {
    case .unknown(let name, let known):
      DiagnosticText(
        "There is no cluster called \(name).\(nearest(name, known))",
        known.isEmpty
          ? "To name one: cluster \(name) launcher=slurm   or   cluster \(name) launcher=mpi" : thereIs(known))
    case .noFolder(let name):
      DiagnosticText(
        "There is no state folder in which this kernel and the workers of \(name) could meet.",
        "Name a folder that every machine sees: cluster \(name) launcher=slurm folder=\"jobs\"")
    case .streamed(let model):
      DiagnosticText(
        "The samples that \(model) learns from do not fit memory, and are not sent to other machines.",
        "Leave cluster= out: here they are read from their file a part at a time.")
    case .content(let name, let error):
      DiagnosticText("What the workers of \(name) need cannot be written: \(keeping(.content(error))).")
    case .failed(let failure): failed(failure)
    case .smallBatch(let size, let ranks, let fewer, let larger):
      DiagnosticText(
        message: "A mini-batch of \(Numbers.count(size, "sample")) is too small for \(ranks) ranks.",
        remedies: ["With this mini-batch: ranks=\(fewer)"]
          + (larger.map { ["For \(ranks) ranks: miniBatchSize=\($0)"] } ?? []))
    case .lostRanks(let lost): self.lost(lost)
    case .launch(let name, let error): launch(name, error)
    }
  }

  private static func failed(_ failure: ClusterFailure) -> DiagnosticText {
    let first = failure.first
    let place = first.node.map { " on \($0)" } ?? ""
    let reason = first.reason.map { ": \($0)" } ?? ""
    let lines = first.printed.split(whereSeparator: \.isNewline).suffix(6).map(String.init)
    return DiagnosticText(
      message: "\(Numbers.grouped(failure.missing)) of \(Numbers.count(failure.count, failure.noun)) have failed on "
        + "\(failure.cluster). Worker \(first.worker)\(place) ended\(reason).",
      remedies: (lines.isEmpty ? [] : ["The end of what it printed:"] + lines)
        + ["The same statement again tries those alone."])
  }

  private static func lost(_ lost: LostRanks) -> DiagnosticText {
    let place = lost.failure.node.map { " on \($0)" } ?? ""
    let reason = lost.failure.reason.map { ": \($0)" } ?? ""
    let lines = lost.failure.printed.split(whereSeparator: \.isNewline).suffix(6).map(String.init)
    return DiagnosticText(
      message:
        "The \(Numbers.count(lost.ranks, "rank")) on \(lost.cluster) ended\(place) before the training did\(reason). "
        + "It stands after epoch \(Numbers.grouped(lost.epochs)).",
      remedies: (lines.isEmpty ? [] : ["The end of what they printed:"] + lines)
        + ["The same statement again goes on from there, on as many ranks as you like."])
  }

  private static func launch(_ name: String, _ error: ClusterError) -> DiagnosticText {
    switch error {
    case .missingProgram(let program, let packages):
      DiagnosticText(
        "\(name) needs the command \(program), which this machine does not have.",
        "Debian's package: \(Numbers.list(packages)). On a cluster it may be a module to load before Jupyter starts.")
    case .missingLibrary(let library, let said, let packages):
      DiagnosticText(
        "\(name) needs the library \(library), which cannot be loaded: \(said).",
        "Debian's package: \(Numbers.list(packages)). On a cluster it may be a module: before=\"module load mpi\"")
    case .fewProcessors(let ranks, let each, let there):
      DiagnosticText(
        message: "\(name) has \(Numbers.count(there, "processor")), and \(Numbers.count(ranks, "rank")) need "
          + "\(Numbers.grouped(ranks * each)): they would wait for ever.",
        remedies: there < each ? [] : ["As many as fit: ranks=\(there / each)"])
    case .ranks(let said): DiagnosticText("The ranks of \(name) did not come together: \(said).")
    case .program(let program, let said):
      DiagnosticText("\(program) did not do what \(name) needs. It said: \(said.isEmpty ? "nothing" : said)")
    case .folder(let path, let code):
      DiagnosticText("\(path) cannot be read or written: \(String(cString: strerror(code))).")
    case .damaged(let path): DiagnosticText("\(path) is not what it should be.", "Remove its folder, and try again.")
    case .otherEngine(let job, let here):
      DiagnosticText("The job was made by whet \(job), and this is whet \(here): the bits would differ.")
    }
  }
}
