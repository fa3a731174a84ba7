import Glibc

/// `whet install`: makes the kernel, and the extension that colours and draws, known to Jupyter.
enum InstallCommand {
  static let subcommand = Subcommand(
    name: "install", usage: "[--user | --sys-prefix | --prefix P] [--name N]",
    summary: "Registers the kernel with Jupyter, so that notebooks can choose it.",
    details: """
      --user        for you alone; what happens without any of the three
      --sys-prefix  for the active Python environment (VIRTUAL_ENV or CONDA_PREFIX)
      --prefix P    below P/share/jupyter
      --name N      the folder's name, and what notebooks call the kernel (whet)

      Beside the kernel goes an extension for JupyterLab and Notebook, which colours the language, gives draw its \
      canvas and brings back outputs that a page has missed; reload the page to have it. Installing again replaces what was installed. To remove it: whet uninstall, \
      with the same options.
      """,
    run: run)

  private static func run(_ arguments: [String]) throws -> Int32 {
    let options = try Options(arguments, flags: InstallPlace.flags, values: ["--prefix", "--name"])
    let (data, name) = try target(options)
    let folder = "\(data)/kernels/\(name)"
    try Kernelspec(program: try programPath()).write(to: folder)
    try LabExtension.write(to: "\(data)/labextensions/\(LabExtension.name)")
    print("The kernel \(name) is installed in \(folder). Notebooks list it as \(Kernelspec.displayName).")
    return 0
  }

  /// Jupyter's data folder and the kernel's name, as options tell.
  ///
  /// - Throws: `UsageError` or `InstallError`.
  static func target(_ options: Options) throws -> (data: String, name: String) {
    let name = options["--name"] ?? "whet"
    guard Kernelspec.canBeNamed(name) else { throw InstallError.name(name) }
    return (try InstallPlace(options).dataFolder(environment), name)
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  private static func programPath() throws(InstallError) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &bytes, bytes.count - 1)
    guard count > 0 else { throw .noProgramPath(code: errno) }
    return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
