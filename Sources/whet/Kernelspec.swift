import Foundation
import JupyterWire

/// The folder that tells Jupyter of the kernel: how to start it, what to call it, and its logos.
struct Kernelspec {
  /// What notebooks call the kernel.
  static let displayName = "Whet"

  /// The absolute path of the program.
  let program: String

  /// Whether Jupyter accepts a folder of that name.
  static func canBeNamed(_ name: String) -> Bool {
    let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")
    return !name.isEmpty && name.allSatisfy(allowed.contains) && !name.allSatisfy { $0 == "." }
  }

  /// Writes the folder, or replaces its files. `kernel.json` comes last: a folder that has one is complete.
  ///
  /// - Throws: `InstallError` naming the path.
  func write(to folder: String) throws(InstallError) {
    try InstalledFiles.makeFolder(folder)
    for (name, bytes) in files { try InstalledFiles.write(bytes, to: "\(folder)/\(name)") }
  }

  /// Removes the files, `kernel.json` first: a folder without it is no kernel. The folder goes, too, unless somebody else
  /// has put something there.
  ///
  /// - Parameters:
  ///   - folder: The kernel's folder.
  ///   - name: What the kernel is called, for the error.
  /// - Throws: `InstallError` when there is none, or another one, or when it cannot be removed.
  static func remove(from folder: String, name: String) throws(InstallError) {
    let description = "\(folder)/kernel.json"
    guard access(description, F_OK) == 0 else { throw .notInstalled(name: name, folder: folder) }
    guard let kernel = FileManager.default.contents(atPath: description),
      let root = try? JSONReader.read([UInt8](kernel)).objectValue, root["language"]?.stringValue == "whet"
    else { throw .otherKernel(folder: folder) }
    if root["argv"]?.arrayValue?.first?.stringValue?.hasPrefix("{resource_dir}") == true {
      throw .ofPackage(folder: folder)
    }
    try InstalledFiles.remove(fileNames.reversed(), from: folder)
  }

  private static let logos = ["logo-svg.svg", "logo-64x64.png", "logo-32x32.png"]
  private static let fileNames = logos + ["kernel.json"]

  private var files: [(String, [UInt8])] {
    Self.logos.map { ($0, Resource.bytes($0)) }
      + [("kernel.json", JSONWriter.write(description) + [UInt8(ascii: "\n")])]
  }

  private var description: JSONObject {
    [
      "argv": [.string(program), "kernel", "-f", "{connection_file}"],
      "display_name": .string(Self.displayName), "language": "whet", "interrupt_mode": "message",
      "kernel_protocol_version": .string(Composer.protocolVersion),
      "metadata": ["debugger": false, "supported_encryption": ["curve"]],
    ]
  }
}
