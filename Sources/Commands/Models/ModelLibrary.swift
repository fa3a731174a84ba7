import Foundation
import ModelFile
import Networks
import Sketching
import Tensors

/// Reads model files, each once as long as it does not change on disk.
final class ModelLibrary {
  /// A model file that has been read.
  struct Entry {
    /// Where it lies; nil for one that is part of the program.
    let url: URL?
    /// Its path, for people.
    let path: String
    /// All that is in it.
    let file: ModelFile
  }

  private let files: DataFolder
  private var entries: [URL?: (stamp: Stamp?, entry: Entry)] = [:]
  private var networks: [URL?: (stamp: Stamp?, network: NetworkDefinition)] = [:]

  /// A library that looks for files in these places.
  init(files: DataFolder) { self.files = files }

  /// The file of a name or path.
  ///
  /// - Throws: `Fact.missingModel` or `Fact.modelFile`.
  func read(_ name: String) throws(Fault) -> Entry {
    let url = try locate(name)
    let path = url.map(files.short) ?? SketchModel.name
    let stamp = url.flatMap(Self.stamp)
    if let known = entries[url], known.stamp == stamp { return known.entry }
    do {
      let file = if let url { try ModelFile(contentsOf: url) } else { try SketchModel.file() }
      let entry = Entry(url: url, path: path, file: file)
      entries[url] = (stamp, entry)
      return entry
    } catch {
      throw Fault(.modelFile(path, error))
    }
  }

  /// The network in a file, its weights unpacked.
  ///
  /// - Throws: as `read`.
  func network(_ name: String) throws(Fault) -> NetworkDefinition {
    let entry = try read(name)
    let stamp = entry.url.flatMap(Self.stamp)
    if let known = networks[entry.url], known.stamp == stamp { return known.network }
    do {
      let network = try entry.file.runnable().definition
      networks[entry.url] = (stamp, network)
      return network
    } catch {
      throw Fault(.modelFile(entry.path, error))
    }
  }

  /// Where a model lies; nil for one that is part of the program.
  private func locate(_ name: String) throws(Fault) -> URL? {
    switch files.findModel(name) {
    case .found(let url): return url
    case .builtIn: return nil
    case .missing(let places): throw Fault(.missingModel(name, places: places.map { files.short(URL(filePath: $0)) }))
    }
  }

  /// By what a file that was replaced is told from its former self, even within one tick of the file system's clock: a
  /// file that was moved into place has a number of its own.
  private struct Stamp: Equatable {
    let changed: Date?
    let number: Int?
    let size: Int?
  }

  private static func stamp(_ url: URL) -> Stamp? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))
    return attributes.map { attributes in
      Stamp(
        changed: attributes[.modificationDate] as? Date, number: attributes[.systemFileNumber] as? Int,
        size: attributes[.size] as? Int)
    }
  }
}
