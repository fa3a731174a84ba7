public import Foundation
public import ModelFile
public import Networks
import Sketching
import Tensors

/// Reads model files, each once as long as it does not change on disk and there is room for what was read.
public final class ModelLibrary {
  /// A model file that has been read.
  public struct Entry: Sendable {
    /// Where it lies; nil for one that is part of the program.
    public let url: URL?
    /// Its path, for people.
    public let path: String
    /// All that is in it.
    public let file: ModelFile
  }

  /// Where files are looked for.
  public let files: DataFolder
  /// The models that may stand for the files they were loaded from.
  public let catalogue: Catalogue
  /// In which precision the layers of networks are computed that something is made of.
  public let precisions: PrecisionBook
  /// What was read last stands last.
  private var entries: [(stamp: [Stamp], entry: Entry)] = []
  private var unpacked: [(origin: ModelFile, network: RunnableModel, bytes: Int)] = []
  /// The most bytes of files that are kept; the one read last always is.
  private let capacity: Int

  /// A library that looks for files in these places, and keeps at most so many bytes of them: an eighth of the memory there
  /// is where nothing is said.
  init(files: DataFolder, catalogue: Catalogue, precisions: PrecisionBook, capacity: Int? = nil) {
    (self.files, self.catalogue, self.precisions) = (files, catalogue, precisions)
    self.capacity = capacity ?? min(400 << 20, (MemoryLimit.available ?? 1 << 30) / 8)
  }

  /// The file of a name or path.
  ///
  /// - Throws: `SourceError.missingModel` or `SourceError.modelFile`.
  public func read(_ name: String) throws(ExperimentError) -> Entry {
    let url = try locate(name)
    let path = url.map(files.short) ?? SketchModel.name
    let stamp = url.map(Self.stamps) ?? []
    if let place = entries.firstIndex(where: { $0.entry.url == url }) {
      let known = entries.remove(at: place)
      if known.stamp == stamp {
        entries.append(known)
        return known.entry
      }
    }
    do {
      let file = if let url { try ModelFile(contentsOf: url) } else { try SketchModel.file() }
      let entry = Entry(url: url, path: path, file: file)
      entries.append((stamp, entry))
      Self.makeRoom(in: &entries, capacity) { $0.entry.file.storage.heldCount }
      return entry
    } catch {
      throw ExperimentError.source(.modelFile(path, error))
    }
  }

  /// The file of a name or path as it is now; an ONNX file read with the settings that another model was read with.
  ///
  /// - Throws: as `read`.
  public func read(_ name: String, as earlier: ModelFile) throws(ExperimentError) -> ModelFile {
    guard let url = try locate(name), ModelFile.isOnnx(url.path), let settings = OnnxInput(of: earlier) else {
      return try read(name).file
    }
    do { return try ModelFile.onnx(url, settings) } catch {
      throw ExperimentError.source(.modelFile(files.short(url), error))
    }
  }

  /// What the ONNX file of a name or path consists of, also one that cannot be run; nil where it is none.
  public func outline(_ name: String) -> OnnxOutline? {
    guard let url = try? locate(name), ModelFile.isOnnx(url.path) else { return nil }
    return try? OnnxOutline(url)
  }

  /// The network in a file, its weights unpacked.
  ///
  /// - Throws: as `read`.
  public func network(_ name: String) throws(ExperimentError) -> NetworkDefinition {
    let entry = try read(name)
    do { return try runnable(entry.file).definition } catch {
      throw ExperimentError.source(.modelFile(entry.path, error))
    }
  }

  /// The network in a file that was read, ready to run: all models made of one file share its numbers.
  ///
  /// - Throws: as `ModelFile.runnable`.
  public func runnable(_ file: ModelFile) throws(ModelFileError) -> RunnableModel {
    if let place = unpacked.firstIndex(where: { $0.origin == file }) {
      unpacked.append(unpacked.remove(at: place))
    } else {
      let bytes = UnpackedSize(of: file).byteCount
      do throws(NetworkError) { try file.checkRoom() } catch { throw .cannotRead(path: "", code: ENOMEM) }
      unpacked.append((file, try RunnableModel(file), bytes))
      Self.makeRoom(in: &unpacked, capacity, size: \.bytes)
    }
    return unpacked[unpacked.count - 1].network
  }

  /// Forgets what was asked for longest ago until the rest has room; the last always stays.
  private static func makeRoom<Item>(in items: inout [Item], _ capacity: Int, size: (Item) -> Int) {
    var bytes = items.reduce(0) { $0 + size($1) }
    while items.count > 1, bytes > capacity { bytes -= size(items.removeFirst()) }
  }

  /// Where a model lies; nil for one that is part of the program.
  private func locate(_ name: String) throws(ExperimentError) -> URL? {
    switch files.findModel(name) {
    case .found(let url): return url
    case .builtIn: return nil
    case .missing(let places):
      throw ExperimentError.source(
        .missingModel(name, places: places.map { files.short(URL(filePath: $0)) }, others: files.models(beside: places))
      )
    }
  }

  /// By what a file that was replaced is told from its former self, even within one tick of the file system's clock: a
  /// file that was moved into place has a number of its own.
  private struct Stamp: Equatable {
    let changed: Date?
    let number: Int?
    let size: Int?
  }

  /// The stamp of a file, of an ONNX file that of its larger constants as well; of a package those of all that is in it.
  private static func stamps(_ url: URL) -> [Stamp] {
    let path = url.path(percentEncoded: false)
    guard let own = stamp(path) else { return [] }
    if ModelFile.isOnnx(path) { return [own] + [stamp("\(path).data")].compactMap(\.self) }
    guard ModelFile.isPackage(folder: path) else { return [own] }
    var stamps = [own]
    for case let name as String in FileManager.default.enumerator(atPath: path) ?? .init() {
      // Beyond that number nothing is read.
      guard stamps.count <= ModelFile.mostFilesOfPackage else { break }
      if let stamp = stamp("\(path)/\(name)") { stamps.append(stamp) }
    }
    return stamps
  }

  private static func stamp(_ path: String) -> Stamp? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes.map { attributes in
      Stamp(
        changed: attributes[.modificationDate] as? Date, number: attributes[.systemFileNumber] as? Int,
        size: attributes[.size] as? Int)
    }
  }
}

extension NetworkSource {
  /// The file of an ML program that a network was loaded from and still is; nil for others.
  public func unchangedProgram(of definition: NetworkDefinition, in library: ModelLibrary) -> ModelFile? {
    guard isLoaded, let file, file.kind == .mlProgram, (try? library.runnable(file))?.definition == definition else {
      return nil
    }
    return file
  }
}
