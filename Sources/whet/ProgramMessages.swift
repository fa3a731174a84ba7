import Clusters
import Commands
import Experiments
import Files
import Glibc
import JupyterKernel
import JupyterWire
import RunStore
import Views

/// Everything the program says when something is wrong with its call, its files or its surroundings.
enum ProgramMessages {
  static func unknownSubcommand(_ name: String) -> String {
    let names = Program.subcommands.map(\.name).joined(separator: ", ")
    return "whet has no subcommand \(name). There are: \(names), help."
  }

  static func sentence(_ error: UsageError) -> String {
    switch error {
    case .unknownOption(let option): "There is no option \(option)."
    case .missingValue(let option): "A value must follow \(option)."
    case .missingOption(let option): "The option \(option) is missing."
    case .missingFile: "A file must be named."
    case .missingFolder: "A folder must be named."
    case .conflict(let one, let other): "\(one) and \(other) cannot be given together."
    case .unexpected(let word): "\(word) is one argument too many."
    }
  }

  static func sentence(_ error: any Error) -> String {
    switch error {
    case let error as ConnectionFileError: sentence(error)
    case let error as KernelError: sentence(error)
    case let error as InstallError: sentence(error)
    case let error as FileReadError: sentence(error)
    case let error as FileWriteError: sentence(error)
    case let error as StoreError: "The state folder cannot be used: \(error.sentence)."
    case WrittenFileError.file(let error): sentence(error)
    case WrittenFileError.noJournal:
      "The state folder cannot be written, so the file could not be brought back; nothing was changed."
    case WrittenFileError.journal: "The present file cannot be kept for undo; nothing was changed."
    case let error as ClusterError: sentence(ExperimentError.cluster(.launch("the job", error)))
    default: Workbench.sentence(of: error) ?? "\(error)"
    }
  }

  private static func sentence(_ error: FileReadError) -> String {
    switch error {
    case .unreadable(let path, let code): "\(path) cannot be read: \(system(code))."
    case .notRegular(let path, let kind): "\(path) is not a regular file but \(kind.phrase)."
    case .tooLarge(let path, _, let limit): "\(path) is longer than \(limit) bytes, the most that is read."
    }
  }

  private static func sentence(_ error: FileWriteError) -> String {
    switch error {
    case .unwritable(let path, let code): "\(path) cannot be written: \(system(code))."
    case .notRegular(let path, let kind):
      "\(path) is not a regular file but \(kind.phrase), and is not written over. Name another path."
    case .foreign(let path): "\(path) was not written by whet. To replace it, add --replace."
    }
  }

  private static func sentence(_ error: ConnectionFileError) -> String {
    switch error {
    case .unreadable(let path, let code): "The connection file \(path) cannot be read: \(system(code))."
    case .tooLarge(let path): "\(path) is not a connection file: it is larger than 1 MiB."
    case .notJSON(let error): "The connection file is not JSON (byte \(error.offset))."
    case .notAnObject: "The connection file holds no JSON object."
    case .missing(let field): "The connection file has no proper \(field)."
    case .port(let field, let value): "The connection file asks for \(field) \(value), but ports go from 1 to 65535."
    case .transport(let name): "The connection file asks for transport \(name); whet knows tcp and ipc."
    case .signatureScheme(let name):
      "The connection file asks for signature_scheme \(name); whet knows hmac-sha256."
    case .curveKey(let field): "The connection file's \(field) is not a key: it needs 40 digits of Z85."
    }
  }

  private static func sentence(_ error: KernelError) -> String {
    switch error {
    case .bind(let channel, let endpoint, let code):
      "The \(channel.rawValue) channel cannot listen at \(endpoint): \(system(code))."
    case .unregistered(let endpoint):
      "The launcher at \(endpoint) has not acknowledged the kernel's ports (handshake_reply with status ok)."
    case .zeroMQ(let code): "The system has no more sockets or threads: \(system(code))."
    case .pipe(let code): "The system has no more file descriptors: \(system(code))."
    }
  }

  private static func sentence(_ error: InstallError) -> String {
    switch error {
    case .noHome:
      "Neither HOME nor JUPYTER_DATA_DIR is set, so there is no folder to install to. Give --prefix."
    case .noEnvironment:
      "--sys-prefix means the active Python environment, but neither VIRTUAL_ENV nor CONDA_PREFIX is set."
        + " Activate one, or give --prefix."
    case .name(let name):
      "A kernel cannot be named \"\(name)\": use letters, digits, dots, hyphens and underscores."
    case .noProgramPath(let code): "The path of this program cannot be determined: \(system(code))."
    case .folder(let path, let code): "The folder \(path) cannot be made: \(system(code)).\(elsewhere(code))"
    case .file(let path, let code): "\(path) cannot be written: \(system(code)).\(elsewhere(code))"
    case .notInstalled(let name, let folder):
      "No kernel \(name) is installed in \(folder). To see where kernels are: jupyter kernelspec list"
    case .otherKernel(let folder): "\(folder) holds a kernel that whet install has not made; it stays."
    case .ofPackage(let folder):
      "\(folder) is part of a package; it stays. To remove that: pip uninstall whet-kernel, or delete what was unpacked."
    case .removal(let path, let code): "\(path) cannot be removed: \(system(code))."
    }
  }

  /// What to do where one may not write.
  private static func elsewhere(_ code: Int32) -> String {
    code == EACCES || code == EROFS || code == EPERM
      ? " Give a folder of your own: --prefix, or JUPYTER_DATA_DIR=…" : ""
  }

  private static func system(_ code: Int32) -> String { String(cString: strerror(code)) }
}
