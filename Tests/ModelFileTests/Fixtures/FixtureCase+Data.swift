import Foundation
import ModelFile
import Networks
import Tensors
import Testing

/// The numbers, pictures and models of a case.
extension FixtureCase {
  /// Why a case cannot be run.
  struct Missing: Error, CustomStringConvertible {
    let description: String
    init(_ what: String) { description = "\(what) is not there" }
  }

  /// The raw bytes and description of a stored tensor.
  private static func stored(_ name: String, in storage: Storage?) throws -> (Stored, Data)? {
    guard let storage, let entry = storage.tensors.first(where: { $0.name == name }) else { return nil }
    guard let url = Fixtures.file(storage.file) else { throw Missing(storage.file) }
    let bytes = try Data(contentsOf: url)
    let size = entry.dtype == "uint8" ? 1 : entry.dtype == "float64" || entry.dtype == "int64" ? 8 : 4
    guard bytes.count >= entry.offset + entry.count * size else { throw Missing("the end of \(storage.file)") }
    return (entry, bytes.subdata(in: entry.offset..<entry.offset + entry.count * size))
  }

  /// A tensor of numbers; nil when there is none of that name, or it holds pictures.
  func tensor(_ name: String) throws -> Tensor? { try FixtureCase.tensor(name, in: data) }

  static func tensor(_ name: String, in storage: Storage?) throws -> Tensor? {
    guard let (entry, bytes) = try stored(name, in: storage), entry.dtype != "uint8" else { return nil }
    let values = bytes.withUnsafeBytes { raw in
      (0..<entry.count).map { index -> Float in
        switch entry.dtype {
        case "int32": Float(Int32(littleEndian: raw.loadUnaligned(fromByteOffset: 4 * index, as: Int32.self)))
        case "int64": Float(Int64(littleEndian: raw.loadUnaligned(fromByteOffset: 8 * index, as: Int64.self)))
        case "float64":
          Float(
            Double(
              bitPattern: UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))))
        default:
          Float(
            bitPattern: UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)))
        }
      }
    }
    return Tensor(shape: entry.shape, values: values)
  }

  /// Pictures stored as bytes, [n, h, w, 3] or [n, h, w].
  func pictures(_ name: String) throws -> [PixelBuffer]? { try FixtureCase.pictures(name, in: data) }

  private static func pictures(_ name: String, in storage: Storage?) throws -> [PixelBuffer]? {
    guard let (entry, bytes) = try stored(name, in: storage), entry.dtype == "uint8", entry.shape.count >= 3 else {
      return nil
    }
    let channels = entry.shape.count == 4 ? entry.shape[3] : 1
    let size = entry.shape[1] * entry.shape[2] * channels
    return (0..<entry.shape[0]).map { index in
      PixelBuffer(
        width: entry.shape[2], height: entry.shape[1], channels: channels,
        bytes: [UInt8](bytes[(bytes.startIndex + index * size)..<(bytes.startIndex + (index + 1) * size)]))
    }
  }

  /// The pictures a case borrows from another's file.
  func borrowedPictures() throws -> [PixelBuffer]? {
    guard let reference = input_data else { return nil }
    let owner = Fixtures.all.first { $0.data?.file == reference.file }
    guard let pictures = try owner?.pictures(reference.tensor) else { throw Missing(reference.file) }
    return Array(pictures.dropFirst(reference.first ?? 0))
  }

  /// What goes in: for each input numbers, or pictures for the only one.
  func feed() throws -> FixtureFeed {
    let names = inputs ?? []
    if let pictures = try borrowedPictures() { return .pictures(pictures) }
    if names.count == 1, let pictures = try pictures(names[0]) { return .pictures(pictures) }
    var tensors: [String: Tensor] = [:]
    for name in names {
      guard let tensor = try tensor(name) ?? digits() else { throw Missing("input \(name)") }
      tensors[name] = tensor
    }
    return .tensors(tensors)
  }

  /// Samples of the collection of handwritten digits, value / 255.
  private func digits() throws -> Tensor? {
    guard let source = input_source, let url = Fixtures.shared(source.file) else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", url.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let pixels = bytes.dropFirst(16 + source.first * 784).prefix(source.count * 784)
    return Tensor(shape: [source.count, 1, 28, 28], values: pixels.map { Float($0) / 255 })
  }

  /// The model; `@` means the shared folder, `#name` picks one of a pipeline.
  func modelFile() throws -> ModelFile {
    let parts = model.split(separator: "#")
    guard let path = parts.first, let url = Fixtures.file(String(path)) else { throw Missing("model \(model)") }
    let file = try ModelFile(contentsOf: url)
    guard parts.count > 1 else { return file }
    guard let index = file.pipeline.names.firstIndex(of: String(parts[1])) else { throw Missing("model \(model)") }
    return file.pipeline.models[index]
  }
}

/// What goes into a network: numbers by the inputs' names, or pictures.
enum FixtureFeed {
  case tensors([String: Tensor])
  case pictures([PixelBuffer])

  /// How many samples there are.
  var count: Int {
    switch self {
    case .tensors(let tensors): tensors.values.map { $0.shape.first ?? 0 }.max() ?? 0
    case .pictures(let pictures): pictures.count
    }
  }

  /// The samples of these numbers.
  func rows(_ rows: [Int]) -> FixtureFeed {
    switch self {
    case .pictures(let pictures): .pictures(rows.map { pictures[$0] })
    case .tensors(let tensors):
      .tensors(
        tensors.mapValues { tensor in
          Tensor(shape: [rows.count] + tensor.shape.dropFirst(), values: rows.flatMap { Array(tensor.row($0)) })
        })
    }
  }
}

extension Network {
  /// Computes tensors of whatever goes in.
  func forward(_ feed: FixtureFeed, outputs: [String]) throws -> [String: Tensor] {
    switch feed {
    case .tensors(let tensors): try forward(tensors, outputs: outputs)
    case .pictures(let pictures): try forward(images: pictures, outputs: outputs)
    }
  }
}
