/// `whet uninstall`: makes Jupyter forget the kernel.
enum UninstallCommand {
  static let subcommand = Program.Subcommand(
    name: "uninstall", usage: "[--user | --sys-prefix | --prefix P] [--name N]",
    summary: "Takes away what install has made; the program itself stays.",
    details: """
      The options say which kernel, as with whet install. Only the files that install writes are removed, and the folder \
      when nothing else is in it; notebooks, data, models and what is remembered stay.
      """,
    run: run)

  private static func run(_ arguments: [String]) throws -> Int32 {
    let options = try Options(arguments, flags: InstallPlace.flags, values: ["--prefix", "--name"])
    let (folder, name) = try InstallCommand.target(options)
    try Kernelspec.remove(from: folder, name: name)
    print("The kernel \(name) is no longer installed in \(folder).")
    return 0
  }
}
