public import DataFiles
import Downloads
public import Foundation
import ModelFile
import Networks
import Sketching
import Training

/// Where files are looked for: first as given, then in the data folder.
///
/// The data folder is `$WHET_DATA`, else `whet` in the XDG data home; it holds `models/` and `data/`.
public struct DataFolder: Sendable, Equatable {
  /// The folder that relative paths start from: the notebook's.
  public let workingFolder: URL
  /// The data folder; it need not exist.
  public let folder: URL
  /// The server that downloads come from instead of their own, as the environment names it; nil where it names none.
  public let mirror: String?
  /// Where samples are drawn; it need not exist. Nil until a session says it.
  public var samples: URL?
  /// Where the numbers of tables that are larger than memory are put; it need not exist. Nil until a session says it.
  public var tables: URL?
  /// How many bytes of memory the numbers of a table may take; nil for a quarter of what there is.
  public var tableMemory: Int?

  /// Looks for files from these two places.
  public init(workingFolder: URL, folder: URL, mirror: String? = nil) {
    self.mirror = mirror
    self.workingFolder = FilePath.folder(workingFolder)
    self.folder = FilePath.folder(folder)
  }

  /// The places a process finds itself in.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    workingFolder = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
    folder = BaseFolder.whet(in: environment, own: "WHET_DATA", shared: "XDG_DATA_HOME", fallback: ".local/share")
    mirror = environment[Mirror.variable].flatMap { $0.isEmpty ? nil : $0 }
    tableMemory = environment["WHET_TABLE_MEMORY"].flatMap(Self.bytes)
  }

  /// A number of bytes as people write it: 2000000, 500M, 2G; nil for what is none.
  public static func bytes(_ text: String) -> Int? {
    let units: [Character: Int] = ["K": 1_000, "M": 1_000_000, "G": 1_000_000_000]
    let unit = text.last.flatMap { units[Character($0.uppercased())] }
    guard let number = Int(unit == nil ? text : String(text.dropLast())), number >= 0 else { return nil }
    let (bytes, overflows) = number.multipliedReportingOverflow(by: unit ?? 1)
    return overflows ? nil : bytes
  }

  /// How much memory the numbers of a table may take, and where those of a larger one are put.
  public var tableRoom: TableRoom {
    TableRoom(
      bytes: tableMemory ?? MemoryLimit.available.map { $0 / 4 } ?? .max,
      folder: tables ?? FileManager.default.temporaryDirectory)
  }

  /// The folder where runs and history are kept: `$WHET_STATE`, else `whet` in the XDG state home.
  public static func stateFolder(environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
    BaseFolder.whet(in: environment, own: "WHET_STATE", shared: "XDG_STATE_HOME", fallback: ".local/state")
  }

  /// What looking for a file found: the file, or every place that was tried.
  public enum Finding: Sendable, Equatable {
    /// It is here.
    case found(URL)
    /// It is part of the program.
    case builtIn
    /// It is in none of these places.
    case missing(places: [String])
  }

  /// Looks for a path as given (from the working folder when relative, `~` understood), then in the data folder.
  public func find(_ path: String) -> Finding {
    first(of: candidates(path))
  }

  /// The file or folder of a path.
  ///
  /// - Throws: `FileError.missing`, with the places where it was looked for.
  public func file(_ path: String) throws(FileError) -> URL {
    switch find(path) {
    case .found(let url): return url
    case .builtIn: preconditionFailure("only models are part of the program")
    case .missing(let places):
      throw .missing(path, places: places.map { short(URL(filePath: $0)) }, beside: names(beside: places))
    }
  }

  /// What lies where these paths lead to nothing: what may have been meant. Of a folder so many names are looked at, the first by the
  /// alphabet.
  private func names(beside places: [String]) -> [String] {
    var (seen, folders): (Set<String>, Set<String>) = ([], [])
    return places.flatMap { place in
      let folder = URL(filePath: place).deletingLastPathComponent().path(percentEncoded: false)
      guard folders.insert(folder).inserted else { return [String]() }
      return Array(((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().prefix(20_000))
    }.filter { !$0.hasPrefix(".") && seen.insert($0).inserted }
  }

  /// The model files that lie where one was looked for.
  public func models(beside places: [String]) -> [String] {
    let endings = ["mlmodel", "mlpackage", ModelFile.onnxExtension]
    return names(beside: places).filter { endings.contains(($0 as NSString).pathExtension.lowercased()) }
  }

  /// Looks for a model: a path, or a short name such as `squeezenet`, which stands for
  /// `models/SqueezeNet.mlmodel` or `models/SqueezeNetFP16.mlmodel` in the data folder.
  /// `sketch` is part of the program.
  public func findModel(_ name: String) -> Finding {
    guard name.lowercased() != SketchModel.name else { return .builtIn }
    if let files = Self.shortNames[name.lowercased()] {
      let places = files.flatMap { candidates("models/\($0)") + candidates($0) }
      guard case .missing = first(of: places) else { return first(of: places) }
      return .missing(places: files.map { Self.path(folder.appending(path: "models/\($0)").standardizedFileURL) })
    }
    let file = name.contains(".") ? name : "\(name).mlmodel"
    var places = candidates(name) + (file == name ? [] : candidates(file)) + candidates("models/\(file)")
    if file != name {
      for ending in ["mlpackage", ModelFile.onnxExtension] {
        places += candidates("\(name).\(ending)") + candidates("models/\(name).\(ending)")
      }
    }
    guard case .missing = first(of: places) else { return first(of: places) }
    return .missing(
      places: candidates(file).prefix(1).map(Self.path) + candidates("models/\(file)").suffix(1).map(Self.path))
  }

  /// Whether there is a model of a name or path.
  public func hasModel(_ name: String) -> Bool { if case .missing = findModel(name) { false } else { true } }

  /// The short names of models in the data folder, and the files they stand for, best first.
  public static let shortNames = [
    "squeezenet": ["SqueezeNet.mlmodel", "SqueezeNetFP16.mlmodel"],
    "mobilenet": ["MobileNetV2.mlmodel", "MobileNetV2FP16.mlmodel"],
  ]

  /// Where a path that is about to be written leads: as given, from the working folder when relative.
  public func destination(_ path: String) -> URL {
    URL(filePath: (path as NSString).expandingTildeInPath, relativeTo: workingFolder).absoluteURL.standardizedFileURL
  }

  /// Sees to it that the folder of a file that is about to be written is there.
  ///
  /// - Throws: `FileError.noFolder`.
  public func checkFolder(of url: URL) throws(FileError) {
    let folder = url.deletingLastPathComponent()
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder)
    guard exists, isFolder.boolValue else { throw .noFolder(short(folder), exists: exists) }
  }

  /// A path as a person would write it: relative to the working folder where it lies in it, `.` for that folder itself.
  public func short(_ url: URL) -> String {
    let base = workingFolder.standardizedFileURL.path(percentEncoded: false)
    let path = url.standardizedFileURL.path(percentEncoded: false)
    guard path != base, path + "/" != base else { return "." }
    return path.hasPrefix(base) ? String(path.dropFirst(base.count)) : path
  }

  private static func path(_ url: URL) -> String { url.path(percentEncoded: false) }

  private func candidates(_ path: String) -> [URL] {
    let given = destination(path)
    guard !path.hasPrefix("/"), !path.hasPrefix("~") else { return [given] }
    let below = folder.appending(path: path).standardizedFileURL
    return Self.path(given) == Self.path(below) ? [given] : [given, below]
  }

  private func first(of places: [URL]) -> Finding {
    for place in places where FileManager.default.fileExists(atPath: place.path(percentEncoded: false)) {
      return .found(place)
    }
    return .missing(places: places.map(Self.path))
  }
}
