import Foundation
import Glibc
import JupyterWire
import RunStore

/// The extension for JupyterLab 4 and Notebook 7 that colours the language, marks mistakes while they are typed, gives `draw`
/// its canvas, brings back outputs that a page has missed, makes figures and tables serve their readers, and lets views and
/// photos be touched.
///
/// It is a prebuilt one (JupyterLab's documentation, "Packaging extensions"), written by hand: a folder with a
/// `package.json` and, in `static`, the scripts. Pages keep scripts by their address, so the scripts lie in a folder named
/// after their content.
enum LabExtension {
  /// The name of the folder, and of the package in it.
  static let name = "whet"

  /// Writes the folder, or replaces what an earlier version left. `package.json` comes before what it replaces goes.
  ///
  /// - Throws: `InstallError` naming the path.
  static func write(to folder: String) throws(InstallError) {
    let scripts = "\(folder)/static/\(digest)"
    try InstalledFiles.makeFolder(scripts)
    for (name, bytes) in files { try InstalledFiles.write(bytes, to: "\(scripts)/\(name)") }
    try InstalledFiles.write(JSONWriter.write(package) + [UInt8(ascii: "\n")], to: "\(folder)/package.json")
    try removeScripts(from: folder) { $0 != digest }
  }

  /// Removes the folder with what any version of `write` put there; what is not of it stays.
  ///
  /// - Throws: `InstallError.removal` naming the path.
  static func remove(from folder: String) throws(InstallError) {
    try InstalledFiles.remove(["package.json"], from: folder)
    try removeScripts(from: folder) { _ in true }
    try InstalledFiles.remove([], from: "\(folder)/static")
    try InstalledFiles.remove([], from: folder)
  }

  private static func removeScripts(
    from folder: String, where isWanted: (String) -> Bool
  ) throws(InstallError) {
    for version in InstalledFiles.names(in: "\(folder)/static") where isWanted(version) {
      try InstalledFiles.remove(fileNames, from: "\(folder)/static/\(version)")
    }
  }

  private static let fileNames = [
    "remoteEntry.js", "highlighter.js", "canvas.js", "outputs.js", "figures.js", "drawings.js", "axes.js",
    "tables.js", "editing.js", "touch.js", "channel.js", "elements.js", "controls.js", "camera.js", "photos.js",
    "album.js",
  ]

  private static var files: [(String, [UInt8])] { fileNames.map { ($0, Resource.bytes($0)) } }

  private static var digest: String { ContentHash(of: Data(files.flatMap(\.1))).short }

  private static var package: JSONObject {
    [
      "name": .string(name), "version": .string(Program.version),
      "description": "Colours the Whet language in notebooks, gives draw its canvas and brings back missed outputs.",
      "author": "The Whet authors", "license": "MIT", "keywords": ["jupyter", "jupyterlab", "jupyterlab-extension"],
      "jupyterlab": [
        "_build": ["load": "static/\(digest)/remoteEntry.js", "extension": "./extension"], "extension": true,
      ],
    ]
  }
}
