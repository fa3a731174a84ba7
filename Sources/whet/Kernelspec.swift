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
    try makeFolder(folder)
    for (name, bytes) in files { try Self.write(bytes, to: "\(folder)/\(name)") }
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
    for file in fileNames.reversed() {
      let path = "\(folder)/\(file)"
      guard unlink(path) == 0 || errno == ENOENT else { throw .removal(path: path, code: errno) }
    }
    guard rmdir(folder) == 0 || errno == ENOTEMPTY || errno == EEXIST else {
      throw .removal(path: folder, code: errno)
    }
  }

  private static let fileNames = ["logo-svg.svg", "logo-64x64.png", "logo-32x32.png", "kernel.json"]

  private var files: [(String, [UInt8])] {
    let contents = [
      PackageResources.logo_svg_svg, PackageResources.logo_64x64_png, PackageResources.logo_32x32_png,
      JSONWriter.write(description) + [UInt8(ascii: "\n")],
    ]
    return zip(Self.fileNames, contents).map { ($0, $1) }
  }

  private var description: JSONObject {
    [
      "argv": [.string(program), "kernel", "-f", "{connection_file}"],
      "display_name": .string(Self.displayName), "language": "whet", "interrupt_mode": "message",
      "kernel_protocol_version": .string(Composer.protocolVersion),
      "metadata": ["debugger": false, "supported_encryption": ["curve"]],
    ]
  }

  /// Makes a folder and those it lies in.
  private func makeFolder(_ path: String) throws(InstallError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      guard mkdir(made, 0o755) != 0, errno != EEXIST else { continue }
      throw .folder(path: made, code: errno)
    }
  }

  /// Writes a file so that at any time there is either the old one or the new one, whole.
  private static func write(_ bytes: [UInt8], to path: String) throws(InstallError) {
    let temporary = "\(path).\(getpid()).new"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .file(path: path, code: errno) }
    var rest = bytes[...]
    var code: Int32 = 0
    while !rest.isEmpty, code == 0 {
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { code = errno }
    }
    if code == 0, fsync(file) != 0 { code = errno }
    if close(file) != 0, code == 0 { code = errno }
    if code == 0, rename(temporary, path) != 0 { code = errno }
    guard code != 0 else { return }
    unlink(temporary)
    throw .file(path: path, code: code)
  }
}
