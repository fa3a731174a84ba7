/// Where Jupyter looks for kernels (Jupyter's documentation, "Kernel specs").
enum InstallPlace: Equatable {
  /// The user's own data folder.
  case user
  /// The active Python environment.
  case environment
  /// Below any other folder.
  case prefix(String)

  /// The options that name a place.
  static let flags: Set<String> = ["--user", "--sys-prefix"]

  /// The place that options name; the user's own where they name none.
  ///
  /// - Throws: `UsageError.conflict` where they name two.
  init(_ options: Options) throws(UsageError) {
    let given = Self.flags.sorted().reversed().filter(options.has) + (options["--prefix"] == nil ? [] : ["--prefix"])
    guard given.count < 2 else { throw .conflict(given[0], given[1]) }
    if let prefix = options["--prefix"] {
      self = .prefix(prefix)
    } else {
      self = options.has("--sys-prefix") ? .environment : .user
    }
  }

  /// Jupyter's data folder there, given the process's environment variables: it holds `kernels`, a folder per kernel, and
  /// `labextensions`, a folder per extension of JupyterLab.
  ///
  /// - Throws: `InstallError` when the variables that would tell are not set.
  func dataFolder(_ variable: (String) -> String?) throws(InstallError) -> String {
    switch self {
    case .user:
      if let data = variable("JUPYTER_DATA_DIR") { return data }
      if let data = variable("XDG_DATA_HOME") { return "\(data)/jupyter" }
      guard let home = variable("HOME") else { throw .noHome }
      return "\(home)/.local/share/jupyter"
    case .environment:
      guard let prefix = variable("VIRTUAL_ENV") ?? variable("CONDA_PREFIX") else { throw .noEnvironment }
      return "\(prefix)/share/jupyter"
    case .prefix(let prefix): return "\(prefix)/share/jupyter"
    }
  }
}

/// Why the kernel cannot be installed or removed. Codes are the system's `errno`.
enum InstallError: Error, Equatable {
  /// No variable says where the user's data is.
  case noHome
  /// No Python environment is active.
  case noEnvironment
  /// No folder Jupyter would accept can have this name.
  case name(String)
  /// The system does not say where this program is.
  case noProgramPath(code: Int32)
  /// A folder cannot be made.
  case folder(path: String, code: Int32)
  /// A file cannot be written.
  case file(path: String, code: Int32)
  /// No kernel of that name is there.
  case notInstalled(name: String, folder: String)
  /// The folder holds another kernel, or none that can be read.
  case otherKernel(folder: String)
  /// The folder is part of a package, which knows better how to remove it.
  case ofPackage(folder: String)
  /// A file or folder cannot be removed.
  case removal(path: String, code: Int32)
}
