import JupyterWire

/// `whet uninstall`: makes Jupyter forget the kernel.
enum UninstallCommand {
  static let subcommand = Subcommand(
    name: "uninstall", usage: "[--user | --sys-prefix | --prefix P] [--name N]",
    summary: "Removes what install has made; the program itself stays.",
    details: """
      The options say which kernel, as with whet install. Only the files that install writes are removed, and the folder \
      when nothing else is in it; notebooks, data, models and what is remembered stay. The extension of JupyterLab goes, \
      too, unless another kernel of Whet is installed beside it.
      """,
    run: run)

  private static func run(_ arguments: [String]) throws -> Int32 {
    let options = try Options(arguments, flags: InstallPlace.flags, values: ["--prefix", "--name"])
    let (data, name) = try InstallCommand.target(options)
    let folder = "\(data)/kernels/\(name)"
    try Kernelspec.remove(from: folder, name: name)
    if !isUsed(in: "\(data)/kernels") { try LabExtension.remove(from: "\(data)/labextensions/\(LabExtension.name)") }
    print("The kernel \(name) is no longer installed in \(folder).")
    return 0
  }

  /// Whether one of the kernels is one of Whet.
  private static func isUsed(in kernels: String) -> Bool {
    InstalledFiles.names(in: kernels).contains { name in
      guard let bytes = InstalledFiles.content(of: "\(kernels)/\(name)/kernel.json") else { return false }
      return (try? JSONReader.read(bytes))?.objectValue?["language"]?.stringValue == "whet"
    }
  }
}
