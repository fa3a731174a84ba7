import Commands
import Glibc
import JupyterKernel
import JupyterWire

/// `whet kernel`: what JupyterLab starts to talk to.
enum KernelCommand {
  static let subcommand = Subcommand(
    name: "kernel", usage: "-f CONNECTION_FILE", summary: "Serves Jupyter front ends; they call this themselves.",
    details: """
      The connection file says where to listen and how messages are signed. The kernel ends when a front end asks for it,
      when the front end that started it dies, or on SIGTERM or SIGHUP; SIGINT interrupts the running cell.
      """,
    run: run)

  private static func run(_ arguments: [String]) throws -> Int32 {
    // Clients append words of their own: jupyter run the files that it will send, cell by cell.
    let options = try Options(arguments, flags: [], values: ["-f"], ignoresWords: true)
    guard let path = options["-f"] else { throw UsageError.missingOption("-f") }
    let connection = try ConnectionFile(path: path)
    let workplace = Workplace(isNotebook: true)
    let endings = FigureEndings(workplace.workbench)
    let outputs = SessionOutputs(session: endings.session)
    let kernel = try Kernel(
      connection, runner: WorkbenchRunner(workplace.workbench, session: endings.session),
      history: workplace.store.map { StoredHistory($0) } ?? MemoryHistory(), outputs: outputs,
      commTargets: [
        DrawingTarget.name: DrawingTarget(workplace.workbench),
        TouchTarget.name: TouchTarget(workplace.workbench),
        OutputsTarget.name: OutputsTarget(outputs, endings),
        EditingTarget.name: EditingTarget(workplace.workbench),
      ])
    StartPages.giveBack()
    _ = try kernel.run()
    // A cell may still be at work: the process ends without asking it, as everything worth saving has been saved.
    fflush(nil)
    _exit(0)
  }
}
